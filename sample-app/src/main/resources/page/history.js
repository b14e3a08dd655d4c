// What has been seen lately: marks, numbers, and pauses as spans of time.

/** A tick later than this and there is a gap. */
const GAP = 2;

export class History {
  constructor(workers, seconds) {
    this.workers = workers;
    this.seconds = seconds;
    this.marks = [];
    this.at = [];
    this.permits = [];
    this.waiting = [];
    this.bands = [];
    this.bandsOfAll = [];
  }

  add(snapshot) {
    const now = snapshot.at / 1000;
    snapshot.came.forEach((one) => this.marks.push({ at: one.at / 1000, worker: one.worker, status: one.status }));
    this.at.push(now);
    this.permits.push(permitsOf(snapshot));
    this.waiting.push(waitingOf(snapshot));
    snapshot.workers.forEach((worker, lane) => {
      if (worker.pausedMillis > 0) {
        extend(this.bands, now, lane);
      }
    });
    if (snapshot.workers.every((worker) => worker.pausedMillis > 0)) {
      extend(this.bandsOfAll, now, 0);
    }
    this.forget(now - this.seconds);
  }

  forget(before) {
    const old = this.at.findIndex((at) => at >= before - GAP);
    [this.at, this.permits, this.waiting].forEach((list) => list.splice(0, Math.max(0, old)));
    this.marks = this.marks.filter((mark) => mark.at >= before);
    this.bands = this.bands.filter((band) => band.to >= before);
    this.bandsOfAll = this.bandsOfAll.filter((band) => band.to >= before);
  }
}

function extend(bands, now, lane) {
  const latest = bands.findLast((band) => band.lane === lane);
  if (latest !== undefined && now - latest.to < GAP / 2) {
    latest.to = now;
  } else {
    bands.push({ from: now, to: now + 0.05, lane });
  }
}

/** Of workers that share a bucket, the fewest that one of them knows of; of separate buckets, all together. */
export function permitsOf(snapshot) {
  const known = snapshot.workers.map((worker) => worker.permitsLeft).filter((permits) => permits !== null);
  if (known.length === 0) {
    return null;
  }
  return snapshot.shared ? Math.min(...known) : known.reduce((sum, permits) => sum + permits, 0);
}

export const waitingOf = (snapshot) => snapshot.workers.reduce((sum, worker) => sum + worker.waiting, 0);
