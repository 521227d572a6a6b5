import { inspect } from 'node:util';
import { afterEach } from 'vitest';

/** Console output since the last test. Tests that expect output spy on the console. */
const lines: string[] = [];

for (const method of ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const) {
  console[method] = (...values: unknown[]) => {
    const texts = values.map((value) => (typeof value === 'string' ? value : inspect(value)));
    lines.push(`console.${method}: ${texts.join(' ')}`);
  };
}

afterEach(() => {
  const stray = lines.splice(0);
  if (stray.length > 0) throw new Error(`stray output of this test:\n${stray.join('\n')}`);
});
