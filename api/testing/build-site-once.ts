import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the site's code, built once for all tests of a run; or the reason why the build failed. */
    builtSite: { folder: string } | { problem: string };
    /** Folder for data that the tests of a run prepare once; removed after the run. */
    scratchFolder: string;
  }
}

/**
 * Builds the site for the tests that publish, unless BUILT_SITE names the folder of a new build. If the
 * build fails, only these tests fail.
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
    // Processes outside Vitest read this variable, see bench/harness/build.ts.
    process.env.BUILT_SITE = folder;
  } catch (error) {
    project.provide('builtSite', { problem: error instanceof Error ? error.message : `${error}` });
  }
  return removeScratch;
}
