import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * Creates the folder for the prepared sites of a test run, and builds the code for all tests unless BUILT_SITE
 * names the folder of a finished build.
 * @returns a function that deletes the folder
 */
export default function buildOnce(): () => void {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'journeys-'));
  process.env.JOURNEYS_PREPARED = folder;
  const build = process.env.BUILT_SITE ?? path.join(folder, 'dist');
  process.env.JOURNEYS_BUILD = build;
  if (!process.env.BUILT_SITE) {
    const built = spawnSync('node', ['api/commands/build.ts'], {
      env: { ...process.env, BUILD_DIR: build, DATA_DIR: folder },
      encoding: 'utf8',
    });
    if (built.status !== 0) throw new Error(`the site could not be built: ${built.stderr}`);
  }
  return () => rmSync(folder, { recursive: true, force: true });
}
