import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** Milliseconds after which a store without listeners is unmounted. */
const UNMOUNT_MS = 1000;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const reject = (): never => {
  throw new DOMException('', 'QuotaExceededError');
};

it.each([
  ['blocked', { getItem: reject, setItem: reject }, null],
  ['full', { getItem: () => '{"pacman/classic":100}', setItem: reject }, 100],
])('a best score lasts as long as the page if the storage is %s', async (_state, storage, best) => {
  vi.stubGlobal('window', Object.assign(new EventTarget(), { localStorage: storage }));
  const { gameMemory } = await import('./game-memory.ts');
  const { bestOf, saveBest } = gameMemory('pacman');
  expect(bestOf('classic')).toBe(best);
  saveBest('classic', 120);
  await vi.advanceTimersByTimeAsync(2 * UNMOUNT_MS);
  expect(bestOf('classic')).toBe(120);
});
