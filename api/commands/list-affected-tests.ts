import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { z } from 'zod';
import { selectAffectedTests } from '../testing/affected-tests.ts';

/**
 * Prints the tests that changes since the main branch can affect, one path per line, for `make test CHANGED=1`.
 * Includes uncommitted changes; on the main branch, these are the only changes.
 */
const outputOf = (command: string, ...options: string[]) =>
  execFileSync(command, options, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
const nonEmptyLines = (text: string) => text.split('\n').filter((line) => line !== '');

/**
 * Modules that import the whole API. They are excluded, because nearly all tests import one of them. Tests of
 * routes and services are found by name instead.
 */
const HUBS =
  '^(api/(app|server|start-server|start-site|context)\\.ts$|api/testing/|e2e/support/(whole-)?site\\.ts$)';
const importReport = z.object({ modules: z.array(z.object({ source: z.string() })) });

/** Returns the modules that import one of the files directly or indirectly. */
function listImporters(files: string[]): string[] {
  const modules = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file));
  if (modules.length === 0) return [];
  const escaped = modules.map((file) => file.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const options = ['--no-config', '--ts-pre-compilation-deps', '--output-type=json'];
  const report = outputOf(
    'depcruise',
    ...options,
    `--exclude=${HUBS}`,
    `--reaches=^(${escaped.join('|')})$`,
    '--do-not-follow=node_modules',
    ...['api', 'site', 'games', 'bench', 'e2e'],
  );
  return importReport.parse(JSON.parse(report)).modules.map(({ source }) => source);
}

/** Returns the commit where this branch was created; on the main branch, the last commit. */
function findBase(): string {
  for (const branch of ['main', 'origin/main']) {
    try {
      return outputOf('git', 'merge-base', 'HEAD', branch);
    } catch {
      // The clone has no such branch.
    }
  }
  return 'HEAD';
}

const changed = [
  ...nonEmptyLines(outputOf('git', 'diff', '--name-only', '--relative', findBase())),
  ...nonEmptyLines(outputOf('git', 'ls-files', '--others', '--exclude-standard')),
];
const tests = globSync('{api,site,games,e2e,bench/attacks}/**/*.test.ts').sort();
process.stdout.write(
  selectAffectedTests(changed, listImporters(changed), tests)
    .map((test) => `${test}\n`)
    .join(''),
);
