import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { InvalidConfigError } from '../../config.ts';
import { prepareReplication } from './replication.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'test-replication-'));
  writeFileSync(path.join(folder, 'file'), '');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const prepare = (url: string) =>
  prepareReplication(
    { litestream: { url, credentials: { id: 'id', secret: 'secret' } } },
    path.join(folder, 'site.db'),
  );

it('accepts a new database for a target without a replica', async () => {
  await prepare(`file://${folder}/replica`);
});

it.each([
  ['folder', () => `file://${folder}/file/replica`],
  ['store', () => 's3://bucket/site?endpoint=http://127.0.0.1:9&region=none'],
])('refuses a new database while the %s of the replica cannot be read', async (_name, url) => {
  await expect(prepare(url())).rejects.toThrow(InvalidConfigError);
});
