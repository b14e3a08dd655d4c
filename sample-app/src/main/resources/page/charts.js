// Two time lines, of what arrived and of the bucket, with pauses as bands behind.

/* global uPlot */

const SPAN = 30;

/** So that the newest mark is whole. */
const MARGIN = 0.4;

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

const axis = (more) => ({
  stroke: () => colour('soft'),
  grid: { stroke: () => `${colour('edge')}55`, width: 1 },
  ticks: { show: false },
  ...more,
});

const timeAxis = () =>
  axis({
    size: 28,
    splits: (plot) => [30, 25, 20, 15, 10, 5, 0].map((ago) => plot.now - ago),
    values: (plot, splits) => splits.map((at) => (at === plot.now ? 'now' : `${Math.round(at - plot.now)} s`)),
  });

const timeScale = { time: false, range: (plot) => [plot.now - SPAN, plot.now + MARGIN] };

function options(element, height, more) {
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { show: false },
    ...more,
  };
}

/** What a chart shows beside its lines, before anything was seen. */
const empty = (plot) => Object.assign(plot, { now: 0, lanes: 1, pauses: [], marks: [], inks: {} });

/** Of each arrival a mark in the lane of its worker: a dot for 201, a cross for 429. */
export function arrivalsChart(element, workers) {
  const lanes = workers.map((worker, lane) => lane);
  return new uPlot(
    options(element, 60 + 34 * workers.length, {
      scales: { x: timeScale, y: { range: [-0.5, workers.length - 0.5] } },
      axes: [
        timeAxis(),
        axis({ size: 70, splits: () => lanes, values: () => workers.map((worker) => worker.name).reverse() }),
      ],
      series: [{}, { show: true, paths: () => null, points: { show: false } }],
      hooks: { init: [empty], draw: [drawMarks, placeBands] },
    }),
    [[], []],
    element,
  );
}

function drawMarks(plot) {
  const size = 3.2 * devicePixelRatio;
  const { ctx } = plot;
  ctx.save();
  ctx.beginPath();
  ctx.rect(plot.bbox.left, plot.bbox.top, plot.bbox.width, plot.bbox.height);
  ctx.clip();
  for (const mark of plot.marks) {
    const x = plot.valToPos(mark.at, 'x', true);
    const y = plot.valToPos(mark.lane, 'y', true);
    ctx.beginPath();
    if (mark.status === 201) {
      ctx.fillStyle = plot.inks.accepted;
      ctx.arc(x, y, size, 0, 2 * Math.PI);
      ctx.fill();
    } else {
      ctx.strokeStyle = plot.inks.refused;
      ctx.lineWidth = 2 * devicePixelRatio;
      ctx.moveTo(x - size, y - size);
      ctx.lineTo(x + size, y + size);
      ctx.moveTo(x - size, y + size);
      ctx.lineTo(x + size, y - size);
      ctx.stroke();
    }
  }
  ctx.restore();
}

/** Permits left, as a line, and calls that wait, as a dashed one. */
export function bucketChart(element) {
  return new uPlot(
    options(element, 180, {
      scales: { x: timeScale, y: { range: (plot, low, high) => [0, 1.1 * Math.max(12, high ?? 0)] } },
      axes: [timeAxis(), axis({ size: 70 })],
      hooks: { init: [empty], draw: [placeBands] },
      series: [
        {},
        { stroke: () => colour('permits'), width: 2.5, points: { show: false } },
        { stroke: () => colour('waiting'), width: 2.5, dash: [6, 4], points: { show: false } },
      ],
    }),
    [[], [], []],
    element,
  );
}

/** Bands are elements under the canvas, in the lanes that they concern. */
function placeBands(plot) {
  const { pauses, lanes } = plot;
  const height = plot.under.clientHeight / lanes;
  while (plot.under.childElementCount > pauses.length) {
    plot.under.lastElementChild.remove();
  }
  pauses.forEach((band, i) => {
    const element = plot.under.children[i] ?? plot.under.appendChild(document.createElement('div'));
    const left = plot.valToPos(Math.max(band.from, plot.now - SPAN), 'x');
    element.className = 'band';
    element.style.left = `${left}px`;
    element.style.width = `${plot.valToPos(band.to, 'x') - left}px`;
    element.style.top = `${band.lane * height}px`;
    element.style.height = `${height}px`;
  });
}

/** Draws both, up to this instant in seconds. */
export function draw(arrivals, bucket, history, now) {
  const { workers } = history;
  Object.assign(arrivals, {
    now,
    lanes: workers,
    pauses: history.bands,
    inks: { accepted: colour('accepted'), refused: colour('refused') },
    marks: history.marks.map((mark) => ({ ...mark, lane: workers - 1 - mark.worker })),
  });
  arrivals.setData([[now - SPAN, now], [null, null]]);
  Object.assign(bucket, { now, lanes: 1, pauses: history.bandsOfAll });
  bucket.setData([history.at, history.permits, history.waiting]);
}

export const seen = SPAN;
