import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { z } from 'zod';
import { selectAffectedTests } from '../testing/affected-tests.ts';

/**
 * Prints the tests that the changes since the main branch can affect, one path per line:
 * `make test CHANGED=1` runs them. Uncommitted changes count; on the main branch, only those.
 */
const run = (command: string, ...options: string[]) =>
  execFileSync(command, options, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');

/**
 * Modules that import the whole API. Nearly every test imports one of them, so a path through them says
 * nothing; the tests of a route or a service are found by its name instead.
 */
const HUBS =
  '^(api/(app|server|serve|start-site|context)\\.ts$|api/testing/|e2e/(whole-)?site\\.ts$)';
const cruised = z.object({ modules: z.array(z.object({ source: z.string() })) });

/** Returns the modules that import one of the files, however indirectly. */
function listImporters(files: string[]): string[] {
  const modules = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file));
  if (modules.length === 0) return [];
  const escaped = modules.map((file) => file.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const options = ['--no-config', '--ts-pre-compilation-deps', '--output-type=json'];
  const found = run(
    'depcruise',
    ...options,
    `--exclude=${HUBS}`,
    `--reaches=^(${escaped.join('|')})$`,
    '--do-not-follow=node_modules',
    ...['api', 'site', 'games', 'bench', 'e2e'],
  );
  return cruised.parse(JSON.parse(found)).modules.map(({ source }) => source);
}

/** Returns the commit where this branch left the main one; on the main branch that is the last commit. */
function findBase(): string {
  for (const branch of ['main', 'origin/main']) {
    try {
      return run('git', 'merge-base', 'HEAD', branch);
    } catch {
      // A clone may have no such branch: the next one is tried, and then uncommitted changes remain.
    }
  }
  return 'HEAD';
}

const changed = [
  ...linesOf(run('git', 'diff', '--name-only', '--relative', findBase())),
  ...linesOf(run('git', 'ls-files', '--others', '--exclude-standard')),
];
const tests = globSync('{api,site,games,e2e,bench/attacks}/**/*.test.ts').sort();
process.stdout.write(
  selectAffectedTests(changed, listImporters(changed), tests)
    .map((test) => `${test}\n`)
    .join(''),
);
