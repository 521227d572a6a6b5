/** Reads out of Chromium's own trace what frames cost the main thread, and which never came. */

/** What DevTools records of tasks and of frames; nothing more, since recording costs time as well. */
export const TRACED = [
  '-*',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-devtools.timeline.frame',
];

/** A display of 60 Hz. */
const FRAME_US = 1e6 / 60;
/** Time without a frame in which nothing was done is no frame at all: a board at rest hides no move. */
const LEAST_WORK_MS = 1;

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds; `dur` on the clock, `tdur` on the processor. */
  ts: number;
  dur?: number;
  tdur?: number;
}

export interface FrameCosts {
  /** Milliseconds that the main thread worked, of each frame. */
  works: number[];
  /** Frames that were due, and those of them that did not come. */
  due: number;
  dropped: number;
}

/**
 * A frame is all that the main thread does from the beginning of one to the beginning of the next, at
 * most a sixtieth of a second: script, style, layout, paint, commit, input, timers and garbage.
 */
export function readFrames(trace: Buffer): FrameCosts {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const named = (name: string) =>
    traceEvents.filter((event) => event.name === name).toSorted((one, other) => one.ts - other.ts);
  const begun = named('BeginMainThreadFrame');
  const [page] = begun;
  if (!page) throw new Error('the trace holds no frame');
  const tasks = named('RunTask').filter(({ pid, tid }) => pid === page.pid && tid === page.tid);
  const works: number[] = [];
  let frames = 0;
  let end = page.ts;
  let work = 0;
  let hasFrame = false;
  const close = () => {
    if (hasFrame || work >= LEAST_WORK_MS) works.push(work);
    work = 0;
    hasFrame = false;
  };
  for (const { ts, dur = 0, tdur = dur } of tasks) {
    if (ts + dur < page.ts) continue;
    // The task that begins a frame contains what says so.
    const begins = (begun[frames]?.ts ?? Number.POSITIVE_INFINITY) <= ts + dur;
    if (begins || ts >= end) {
      close();
      end = ts + FRAME_US;
    }
    if (begins) {
      hasFrame = true;
      while ((begun[frames]?.ts ?? Number.POSITIVE_INFINITY) <= ts + dur) frames += 1;
    }
    work += tdur / 1000;
  }
  close();
  return {
    works,
    due: named('DrawFrame').length + named('DroppedFrame').length,
    dropped: named('DroppedFrame').length,
  };
}
