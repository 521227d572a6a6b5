import { execFile, spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { hasCurrentCode, readBuildManifest } from '../../api/publisher/build-manifest.ts';
import { scratchFolder } from './scratch.ts';

export const project = path.join(import.meta.dirname, '..', '..');

/** Returns the environment of child processes, which lets them find Node and compiled code of this project. */
export function childEnvironment(settings: Record<string, string> = {}): NodeJS.ProcessEnv {
  const bin = path.join(project, 'node_modules', '.bin');
  return {
    PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}`,
    HOME: process.env.HOME,
    NODE_COMPILE_CACHE:
      process.env.NODE_COMPILE_CACHE ?? path.join(project, 'node_modules', '.cache', 'compiled'),
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
    ...settings,
  };
}

/** Runs a command of the owner. @returns duration in milliseconds */
export async function runCommand(name: string, settings: Record<string, string>): Promise<number> {
  const started = performance.now();
  await promisify(execFile)(process.execPath, [`api/commands/${name}.ts`], {
    cwd: project,
    env: childEnvironment(settings),
  });
  return performance.now() - started;
}

/**
 * Builds the site's code into a folder.
 * @returns duration in milliseconds
 * @throws Error with the output of the build
 */
export function buildInto(folder: string): number {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['api/commands/build.ts'], {
    cwd: project,
    encoding: 'utf8',
    env: childEnvironment({ BUILD_DIR: folder }),
  });
  if (status !== 0) throw new Error(`the code could not be built:\n${stderr}`);
  return performance.now() - started;
}

/**
 * Returns the folder of a new copy of a build: that of the test run (see api/testing/global-setup.ts),
 * that of `dist/` if it has the present code, or a new build.
 */
export function takeBuild(): string {
  const folder = path.join(scratchFolder('build'), 'dist');
  const dist = path.join(project, 'dist');
  const built = process.env.BUILT_SITE ?? (hasCurrentCode(dist) ? dist : null);
  if (built) {
    readBuildManifest(built);
    cpSync(built, folder, { recursive: true });
  } else buildInto(folder);
  return folder;
}
