// Says in words what a snapshot shows.

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

const MODES = {
  NORMAL: 'normal',
  REJECT: 'away: calls are denied',
  QUEUE: 'away: calls wait',
  REDUCED: 'away: reduced',
};

export const inWords = (count) => NUMBERS[count] ?? String(count);

export const seconds = (millis) => `${Math.ceil(millis / 1000)} s`;

/** Without the reason, for the narrow table. */
export const shortMode = (mode) => mode.toLowerCase();

export const modeInWords = (mode) => MODES[mode];

export const answering = (snapshot) => snapshot.workers.filter((worker) => worker.answers);

const all = (count) => (count === 2 ? 'both' : `all ${inWords(count)}`);

/** What the contour does: first the time that is left, where there is one, and then the rest, which changes rarely. */
export function stateOf(snapshot) {
  const workers = answering(snapshot);
  const { contour } = snapshot;
  if (snapshot.changing || workers.length < snapshot.workers.length) {
    return { text: `${contour}: other workers are starting`, kind: 'changing' };
  }
  const paused = workers.filter((worker) => worker.pausedMillis > 0);
  const mode = workers.find((worker) => worker.storeMode !== 'NORMAL')?.storeMode;
  const store = mode === undefined ? '' : storeInWords(mode);
  if (paused.length > 0) {
    return pauseOf(snapshot, paused, store);
  }
  if (store !== '') {
    return { text: `${contour}: ${store}`, kind: `away ${mode}` };
  }
  if (!snapshot.shared) {
    return { text: `${contour}: each worker counts for itself, so together they send too much`, kind: 'separate' };
  }
  const waiting = workers.some((worker) => worker.waiting > 0);
  return waiting
    ? { text: `${contour}: ${all(workers.length)} workers share one bucket, and calls wait for their permit`, kind: 'busy' }
    : { text: `${contour}: nothing waits`, kind: 'idle' };
}

function pauseOf(snapshot, paused, store) {
  const longest = Math.max(...paused.map((worker) => worker.pausedMillis));
  const who =
    paused.length === snapshot.workers.length
      ? `${all(paused.length)} workers wait`
      : `${paused.length === 1 ? 'one worker waits' : `${inWords(paused.length)} workers wait`}`;
  const rest = store === '' ? '' : `; ${store}`;
  return {
    text: `${snapshot.contour}: paused for ${seconds(longest)}, ${who}${rest}`,
    kind: `paused ${paused.length} ${store}`,
  };
}

function storeInWords(mode) {
  switch (mode) {
    case 'REDUCED':
      return 'Redis is away, each worker goes on by itself at a reduced limit';
    case 'QUEUE':
      return 'Redis is away, calls wait for it';
    default:
      return 'Redis is away, calls are denied';
  }
}
