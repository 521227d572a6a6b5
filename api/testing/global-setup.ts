/** Prepares what all tests of a run share: the built site, a folder for their data, and Swift. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { startLocalServer } from './local-server.ts';
import { createBucket, type Swift, startSwift } from './object-stores.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the site's code, built once for all tests of a run; or the reason why the build failed. */
    builtSite: { folder: string } | { problem: string };
    /** Folder for data that the tests of a run prepare once; removed after the run. */
    scratchFolder: string;
    /** URL that responds with the endpoint of Swift, which the first request starts for all tests of a run. */
    swiftStarter: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'test-run-'));
  project.provide('scratchFolder', scratch);
  project.provide('builtSite', await buildSite(path.join(scratch, 'dist')));
  const closeSwift = await offerSwift(project);
  return async () => {
    await closeSwift();
    rmSync(scratch, { recursive: true, force: true });
  };
}

/**
 * Builds the site for the tests that publish, unless BUILT_SITE names the folder of a new build. If the
 * build fails, only these tests fail.
 */
async function buildSite(folder: string): Promise<{ folder: string } | { problem: string }> {
  if (process.env.BUILT_SITE) return { folder: process.env.BUILT_SITE };
  try {
    await promisify(execFile)(process.execPath, ['api/commands/build.ts'], {
      env: { ...process.env, NODE_ENV: 'production', BUILD_DIR: folder },
      maxBuffer: 64 * 1024 * 1024,
    });
    // Processes outside Vitest read this variable, see bench/harness/build.ts.
    process.env.BUILT_SITE = folder;
    return { folder };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : `${error}` };
  }
}

/** Offers one Swift to all tests of a run, because its start takes several seconds of processor time. */
async function offerSwift(project: TestProject): Promise<() => Promise<void>> {
  let swift: ReturnType<typeof startSwift> | undefined;
  const starter = await startLocalServer((_request, reply) => {
    swift ??= startSwift();
    swift.then(
      ({ endpoint }) => reply.end(endpoint),
      (error: unknown) => reply.writeHead(500).end(String(error)),
    );
  });
  project.provide('swiftStarter', starter.url);
  return async () => {
    await starter.close();
    await swift?.then(
      ({ close }) => close(),
      () => undefined,
    );
  };
}

/** Returns the Swift that all tests of a run share; names of buckets must differ between test files. */
export async function sharedSwift(): Promise<Swift> {
  const response = await fetch(inject('swiftStarter'));
  const endpoint = await response.text();
  if (!response.ok) throw new Error(endpoint);
  return { endpoint, createBucket: (name) => createBucket(endpoint, name) };
}
