import { afterAll, beforeAll } from 'vitest';

/**
 * Makes random numbers, the clock and `Math` functions with inexact results throw when an engine calls them.
 * Tests, fast-check and Vitest can still use them.
 */
const frame = /\/games\/(?!testing\/|[^\n]*(\.test\.ts|\/view\b))/;

function forbidInEngines(owner: object, name: string): () => void {
  const original = Reflect.get(owner, name) as (...values: unknown[]) => unknown;
  Reflect.set(owner, name, (...values: unknown[]) => {
    const caller = new Error().stack?.split('\n')[2] ?? '';
    if (frame.test(caller)) throw new Error(`an engine called ${name}:${caller}`);
    return Reflect.apply(original, owner, values);
  });
  return () => Reflect.set(owner, name, original);
}

const inexact = [
  'sin',
  'cos',
  'tan',
  'asin',
  'acos',
  'atan',
  'atan2',
  'exp',
  'log',
  'pow',
  'hypot',
];
let restoreOriginals: (() => void)[] = [];

beforeAll(() => {
  restoreOriginals = [
    ...['random', ...inexact].map((name) => forbidInEngines(Math, name)),
    forbidInEngines(Date, 'now'),
    forbidInEngines(performance, 'now'),
  ];
});

afterAll(() => {
  for (const restore of restoreOriginals) restore();
});
