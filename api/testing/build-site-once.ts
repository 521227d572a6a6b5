import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The site's code, built once for all tests of a run; or why that was not possible. */
    builtSite: { folder: string } | { problem: string };
    /** Folder for what the tests of a run prepare once; removed after the run. */
    scratchFolder: string;
  }
}

/**
 * Builds the site for the tests that publish, unless BUILT_SITE names the folder of a build that
 * was just made. A build that fails fails those tests alone.
 */
export default async function buildSiteOnce(project: TestProject): Promise<() => void> {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'test-run-'));
  const removeScratch = () => rmSync(scratch, { recursive: true, force: true });
  project.provide('scratchFolder', scratch);
  if (process.env.BUILT_SITE) {
    project.provide('builtSite', { folder: process.env.BUILT_SITE });
    return removeScratch;
  }
  const folder = path.join(scratch, 'dist');
  try {
    await promisify(execFile)(process.execPath, ['api/commands/build.ts'], {
      env: { ...process.env, NODE_ENV: 'production', BUILD_DIR: folder },
      maxBuffer: 64 * 1024 * 1024,
    });
    project.provide('builtSite', { folder });
    // Processes that know nothing of vitest find it by this, see bench/stage/build.ts.
    process.env.BUILT_SITE = folder;
  } catch (error) {
    project.provide('builtSite', { problem: error instanceof Error ? error.message : `${error}` });
  }
  return removeScratch;
}
