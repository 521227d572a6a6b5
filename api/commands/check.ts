import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';

const rooms = ['api', 'site', 'games', 'bench', 'e2e'].filter((folder) => existsSync(folder));

/** Everything that can be known without running the product; each in a process of its own. */
const checks: [name: string, command: string, ...options: string[]][] = [
  ['types', 'tsc', '--build'],
  [
    'types of the site',
    'astro',
    'check',
    '--tsconfig',
    'site/tsconfig.json',
    '--minimumFailingSeverity',
    'warning',
  ],
  ['lint and format', 'biome', 'ci', '--colors=off', '--error-on-warnings', '.'],
  ['regular expressions', 'node', 'api/commands/check-regexes.ts'],
  ['rooms', 'depcruise', '--config', 'dependency-rules.mjs', ...rooms],
  ['unused code', 'knip'],
];

/** Two at a time: the machine has two cores, and the first two take the longest. */
const AT_ONCE = 2;

function run([name, command, ...options]: (typeof checks)[number]): Promise<boolean> {
  return new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(command, options, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', (error) => {
      output += error.message;
    });
    child.once('close', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      const verdict = code === 0 ? 'ok' : 'FAILED';
      process.stdout.write(`check ${name}: ${verdict} (${seconds} s)\n`);
      if (code !== 0) process.stdout.write(`${output}\n`);
      resolve(code === 0);
    });
  });
}

const waiting = [...checks];
const results: boolean[] = [];
const worker = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await run(next));
};
await Promise.all(Array.from({ length: AT_ONCE }, worker));
const failed = results.filter((passed) => !passed).length;
process.stdout.write(`checks: ${results.length - failed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
