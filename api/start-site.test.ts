import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { createReporting } from './log.ts';
import { startSite } from './start-site.ts';
import { builtSite } from './testing/built-site.ts';
import { copyFolder } from './testing/copy-folder.ts';
import { offlineConfig, sharedMarkdown } from './testing/fakes.ts';
import { withDatabase } from './testing/test-database.ts';
import { emptySite } from './testing/test-site.ts';

it('adds its admin and the samples only after the supervisor has admitted it', async () => {
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'test-candidate-'));
  try {
    copyFolder(await emptySite(), dataFolder);
    const config = {
      ...readConfig({
        NODE_ENV: 'test',
        DATA_DIR: dataFolder,
        SEED: 'demo',
        LOG_LEVEL: 'silent',
        ADMIN_EMAIL: 'owner@example.org',
        ADMIN_PASSWORD: 'a sound passphrase',
        ...offlineConfig,
      }),
      buildFolder: builtSite(),
      makeImages: false,
    };
    const tables = ['users', 'articles', 'products', 'media', 'settings', 'jobs', 'content_files'];
    const countRows = () =>
      withDatabase(dataFolder, ({ raw }) =>
        tables.map((table) => raw.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number),
      );
    const before = countRows();
    const listening = Promise.withResolvers<void>();
    const admitted = Promise.withResolvers<void>();
    const starting = startSite(config, createReporting(config), sharedMarkdown(config.siteUrl), {
      start: async () => undefined,
      isCandidate: () => true,
      async listen(app) {
        await app.ready();
        listening.resolve();
      },
      admitted: admitted.promise,
      onStop: () => undefined,
    });
    await Promise.race([listening.promise, starting]);
    const asCandidate = countRows();
    admitted.resolve();
    const { close, setupLink } = await starting;
    const admittedRows = countRows();
    await close();
    expect(asCandidate).toEqual(before);
    expect(setupLink).toBe(null);
    expect(admittedRows[1]).toBeGreaterThan(0);
  } finally {
    rmSync(dataFolder, { recursive: true, force: true });
  }
});
