/** Reads the costs of frames on the main thread and dropped frames from Chromium's trace. */

/** Trace categories of tasks and frames. Other categories would cost time. */
export const TRACED = [
  '-*',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-devtools.timeline.frame',
];

/** Duration of a frame at 60 Hz, in microseconds. */
const FRAME_US = 1e6 / 60;
/** Shortest work that counts without a frame, so that idle time does not hide slow moves. Milliseconds. */
const LEAST_WORK_MS = 1;

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds; `dur` is elapsed time, `tdur` processor time. */
  ts: number;
  dur?: number;
  tdur?: number;
}

export interface FrameCosts {
  /** Milliseconds of work on the main thread, for each frame. */
  works: number[];
  /** Number of expected frames, and of those that were dropped. */
  due: number;
  dropped: number;
}

/**
 * Returns the costs of all frames. A frame contains all work of the main thread until the next frame, at
 * most a sixtieth of a second: script, style, layout, paint, commit, input, timers and garbage collection.
 */
export function readFrames(trace: Buffer): FrameCosts {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const eventsNamed = (name: string) =>
    traceEvents
      .filter((event) => event.name === name)
      .toSorted((first, second) => first.ts - second.ts);
  const frameStarts = eventsNamed('BeginMainThreadFrame');
  const [page] = frameStarts;
  if (!page) throw new Error('the trace holds no frame');
  const tasks = eventsNamed('RunTask').filter(
    ({ pid, tid }) => pid === page.pid && tid === page.tid,
  );
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
    // The event that begins a frame is inside of a task.
    const begins = (frameStarts[frames]?.ts ?? Number.POSITIVE_INFINITY) <= ts + dur;
    if (begins || ts >= end) {
      close();
      end = ts + FRAME_US;
    }
    if (begins) {
      hasFrame = true;
      while ((frameStarts[frames]?.ts ?? Number.POSITIVE_INFINITY) <= ts + dur) frames += 1;
    }
    work += tdur / 1000;
  }
  close();
  return {
    works,
    due: eventsNamed('DrawFrame').length + eventsNamed('DroppedFrame').length,
    dropped: eventsNamed('DroppedFrame').length,
  };
}
