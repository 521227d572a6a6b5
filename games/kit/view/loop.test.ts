import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLoop, TICKS_PER_FRAME_MAX } from './loop.ts';

const TICK_MS = 1000 / 60;

/** Creates a loop whose frames the test controls, and records its calls. */
function underTest() {
  let requestedFrame: ((nowMs: number) => void) | null = null;
  const seen = { ticks: 0, between: [] as number[] };
  const loop = createLoop({
    tickMs: TICK_MS,
    tick: () => {
      seen.ticks++;
    },
    draw: (between) => seen.between.push(between),
    frames: {
      request: (frame) => {
        requestedFrame = frame;
        return 1;
      },
      cancel: () => {
        requestedFrame = null;
      },
    },
  });
  const frame = (nowMs: number) => {
    const run = requestedFrame;
    requestedFrame = null;
    run?.(nowMs);
  };
  return { loop, seen, frame, isScheduled: () => requestedFrame !== null };
}

test('runs ticks by elapsed time at any frame rate, without losing any to rounding', () => {
  const lengths = fc.array(fc.double({ min: 1, max: 60, noNaN: true }), {
    minLength: 10,
    maxLength: 400,
  });
  fc.assert(
    fc.property(lengths, (frames) => {
      const { loop, seen, frame } = underTest();
      loop.start();
      let nowMs = 1000;
      frame(nowMs);
      for (const length of frames) {
        nowMs += length;
        frame(nowMs);
      }
      expect(Math.abs(seen.ticks - (nowMs - 1000) / TICK_MS)).toBeLessThanOrEqual(1.001);
      for (const between of seen.between) expect(between).toBeLessThan(1);
    }),
    { numRuns: 100 },
  );
});

test('catches up a limited number of ticks after a delay', () => {
  const { loop, seen, frame } = underTest();
  loop.start();
  frame(0);
  frame(10_000);
  // One tick may remain for the next frame because of rounding.
  expect(seen.ticks).toBeLessThanOrEqual(TICKS_PER_FRAME_MAX);
  expect(seen.ticks).toBeGreaterThanOrEqual(TICKS_PER_FRAME_MAX - 1);
});

test('ignores the time of a pause', () => {
  const { loop, seen, frame, isScheduled } = underTest();
  loop.start();
  frame(0);
  frame(20);
  loop.stop();
  expect(isScheduled()).toBe(false);
  loop.start();
  frame(60_000);
  expect(seen.ticks).toBe(1);
});

test('runs no tick after one that ends the game', () => {
  let ticks = 0;
  let run: (nowMs: number) => void = () => undefined;
  const loop = createLoop({
    tickMs: TICK_MS,
    tick: () => {
      ticks++;
      loop.stop();
    },
    draw: () => {
      throw new Error('drawn after the end');
    },
    frames: {
      request: (frame) => {
        run = frame;
        return 1;
      },
      cancel: () => undefined,
    },
  });
  loop.start();
  const first = run;
  // The first frame only sets the start time and draws.
  expect(() => first(0)).toThrow('drawn');
  run(80);
  expect(ticks).toBe(1);
  // The rest of that frame is not part of the next game.
  loop.start();
  expect(() => run(5000)).toThrow('drawn');
  expect(ticks).toBe(1);
});
