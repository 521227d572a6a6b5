import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * Builds the code for all journeys, unless BUILT_SITE names the folder of a build that was just made.
 * @returns what clears it away
 */
export default function buildOnce(): () => void {
  if (process.env.BUILT_SITE) {
    process.env.JOURNEYS_BUILD = process.env.BUILT_SITE;
    return () => undefined;
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'journeys-build-'));
  process.env.JOURNEYS_BUILD = folder;
  const built = spawnSync('node', ['api/commands/build.ts'], {
    env: { ...process.env, BUILD_DIR: folder, DATA_DIR: folder },
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(`the site could not be built: ${built.stderr}`);
  return () => rmSync(folder, { recursive: true, force: true });
}
