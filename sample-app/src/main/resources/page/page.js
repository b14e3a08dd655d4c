// Puts each snapshot that the server sends on the page, and tells the server which button was pressed.

import { arrivalsChart, bucketChart, draw, seen } from './charts.js';
import { History, permitsOf, waitingOf } from './history.js';
import { inWords, modeInWords, seconds, shortMode, stateOf } from './words.js';

const byId = (id) => document.getElementById(id);

let history;
let charts;
let latest;
let told;

function setText(element, text) {
  if (element.textContent !== String(text)) {
    element.textContent = text;
  }
}

function show(snapshot) {
  if (history === undefined || history.workers !== snapshot.workers.length) {
    history = new History(snapshot.workers.length, seen);
    build(snapshot.workers);
  }
  history.add(snapshot);
  latest = snapshot;
  requestAnimationFrame(paint);
}

function build(workers) {
  charts?.forEach((chart) => chart.destroy());
  charts = [arrivalsChart(byId('arrivals'), workers), bucketChart(byId('bucket'))];
  byId('workers').replaceChildren(...workers.map(row));
}

function row(worker) {
  const element = document.createElement('tr');
  const name = element.appendChild(document.createElement('th'));
  name.scope = 'row';
  name.textContent = worker.name;
  for (const column of ['accepted', 'refused', 'permits', 'waiting', 'pause', 'store']) {
    element.appendChild(document.createElement('td')).dataset.of = column;
  }
  return element;
}

/** Once for all snapshots that came since the last frame. */
function paint() {
  if (latest === undefined) {
    return;
  }
  const snapshot = latest;
  latest = undefined;
  numbers(snapshot);
  table(snapshot);
  buttons(snapshot);
  words(snapshot);
  draw(...charts, history, snapshot.at / 1000);
  document.documentElement.dataset.at = snapshot.at;
}

const sum = (workers, what) => workers.reduce((total, worker) => total + worker[what], 0);

function numbers(snapshot) {
  const { workers } = snapshot;
  const paused = Math.max(...workers.map((worker) => worker.pausedMillis));
  const away = workers.find((worker) => worker.storeMode !== 'NORMAL');
  setText(byId('accepted'), sum(workers, 'accepted'));
  setText(byId('refused'), sum(workers, 'refused'));
  setText(byId('permits'), permitsOf(snapshot) ?? 'not known');
  setText(byId('waiting'), waitingOf(snapshot));
  setText(byId('pause'), paused > 0 ? seconds(paused) : 'none');
  setText(byId('store'), modeInWords(away?.storeMode ?? 'NORMAL'));
}

function table(snapshot) {
  snapshot.workers.forEach((worker, i) => {
    const cells = byId('workers').children[i].querySelectorAll('td');
    const shown = worker.answers
      ? [
          worker.permitsLeft ?? '?',
          worker.waiting,
          worker.pausedMillis > 0 ? seconds(worker.pausedMillis) : 'none',
          shortMode(worker.storeMode),
        ]
      : ['?', '?', '?', '?'];
    [worker.accepted, worker.refused, ...shown].forEach((text, column) => setText(cells[column], text));
  });
  const limits = snapshot.workers.find((worker) => worker.answers)?.limits;
  setText(byId('limits'), limits ?? '?');
}

function buttons(snapshot) {
  const pressed = { 'load-off': !snapshot.steady, 'load-steady': snapshot.steady, shared: snapshot.shared, separate: !snapshot.shared };
  Object.entries(pressed).forEach(([id, is]) => byId(id).setAttribute('aria-pressed', is));
  const killed = snapshot.redis === 'killed';
  byId('redis').dataset.press = killed ? 'redis/start' : 'redis/kill';
  setText(byId('redis'), killed ? 'Start Redis again' : 'Kill Redis');
}

/** The sentence has a clock in it; a screen reader is told when something else than the time has changed. */
function words(snapshot) {
  const state = stateOf(snapshot);
  setText(byId('state'), state.text);
  if (state.kind !== told) {
    told = state.kind;
    setText(byId('news'), state.text);
  }
  const count = inWords(snapshot.workers.length);
  setText(byId('count'), count.charAt(0).toUpperCase() + count.slice(1));
}

async function press(button) {
  button.setAttribute('aria-busy', 'true');
  try {
    const answer = await fetch(button.dataset.press, { method: 'POST' });
    setText(byId('problem'), answer.ok ? '' : await answer.text());
  } catch {
    setText(byId('problem'), 'The sample does not answer.');
  } finally {
    button.removeAttribute('aria-busy');
  }
}

document.querySelectorAll('[data-press]').forEach((button) => button.addEventListener('click', () => press(button)));

addEventListener('resize', () => {
  charts?.forEach((chart) => chart.setSize({ width: chart.root.parentElement.clientWidth, height: chart.height }));
});

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => charts?.forEach((chart) => chart.redraw()));

const events = new EventSource('events');

// The server tells the last half minute again to whoever comes, or comes again.
events.addEventListener('open', () => {
  history = undefined;
});

events.addEventListener('message', (event) => show(JSON.parse(event.data)));

events.addEventListener('error', () => setText(byId('state'), 'The sample does not answer. It may have ended.'));
