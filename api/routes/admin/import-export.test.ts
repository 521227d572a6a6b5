import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IMPORT_CHUNK_BYTES } from '#contracts/file-size.ts';
import type { ExportRun, ImportRun } from '#contracts/import.ts';
import { type Caller, callerOf, createByApi, signedInAs } from '../../testing/api-caller.ts';
import { devToExport, packZip } from '../../testing/archives/zip-archives.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { until } from '../../testing/until.ts';
import { startScheduleWorker } from '../../workers/start-workers.ts';

let test: TestApp;
let call: Caller;
beforeEach(async () => {
  test = await buildTestApp();
  call = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
});
afterEach(() => test.close());

const binary = { 'content-type': 'application/octet-stream' };

/** Brings a file in parts, as the page does. */
async function bring(caller: Caller, bytes: Buffer, name = 'export.zip'): Promise<ImportRun> {
  const begun = await caller('POST /api/admin/imports', { name, bytes: bytes.length });
  expect(begun.statusCode, begun.body).toBe(201);
  let { run } = begun.json() as { run: ImportRun };
  for (let at = 0; at < bytes.length; at += IMPORT_CHUNK_BYTES) {
    const part = bytes.subarray(at, at + IMPORT_CHUNK_BYTES);
    const sent = await caller(
      `POST /api/admin/imports/${run._id}/parts?offset=${at}`,
      part,
      binary,
    );
    expect(sent.statusCode, sent.body).toBe(200);
    run = sent.json().run;
  }
  return run;
}

const now = async (caller: Caller): Promise<ImportRun | null> =>
  (await caller('GET /api/admin/imports')).json().run;
const reached = (caller: Caller, state: ImportRun['state']) =>
  until(`the import is ${state}`, async () => {
    const run = await now(caller);
    return run?.state === state && run;
  });

/** Writes the state of a run whose process ended while it worked on it. */
function leaveRun(folder: 'imports' | 'exports', run: ImportRun | ExportRun): void {
  const seenAt = test.clock.now();
  const file = path.join(test.context.config.dataFolder, folder, `${run._id}.json`);
  writeFileSync(file, JSON.stringify({ run, startedAt: seenAt, seenAt }));
}

describe('an import over the API', () => {
  it('is previewed and then imported', async () => {
    const bytes = packZip(devToExport(test.context.config.siteUrl));
    expect(await now(call)).toBeNull();
    const run = await bring(call, bytes);
    const seen = await reached(call, 'ready');
    expect(seen).toMatchObject({
      _id: run._id,
      name: 'export.zip',
      kind: 'articles',
      total: 7,
      done: 7,
      found: 'This is a dev.to export with 7 posts.',
      counts: { created: 6, updated: 0, unchanged: 0, skipped: 1 },
    });
    const list = async () => (await call('GET /api/articles?state=all&limit=100')).json().result;
    expect(await list()).toBe(0);

    expect((await call(`POST /api/admin/imports/${run._id}/start`, {})).statusCode).toBe(200);
    const done = await reached(call, 'done');
    expect(done.counts).toEqual(seen.counts);
    expect(done.posts.find(({ name }) => name === 'broken')?.reason).toContain('body_markdown');
    expect(await list()).toBe(6);
    const { entries } = (await call('GET /api/admin/audit')).json();
    expect(entries.map(({ what }: { what: string }) => what)).toEqual([
      'Imported a file',
      'Uploaded an import file',
    ]);

    expect((await call(`DELETE /api/admin/imports/${run._id}`)).statusCode).toBe(200);
    expect(await now(call)).toBeNull();
    expect(readdirSync(path.join(test.context.config.dataFolder, 'imports'))).toEqual([]);
  });

  it('rejects unknown files with a message, and chunks that do not follow each other', async () => {
    const run = await bring(call, Buffer.from('Hello'), 'hello.txt');
    const refused = await reached(call, 'refused');
    expect(refused.reason).toContain('Unknown file type');
    const again = await call(`POST /api/admin/imports/${run._id}/start`, {});
    expect([again.statusCode, again.json().code]).toEqual([409, 'STATE_CONFLICT']);

    const begun = await call('POST /api/admin/imports', { name: 'a.zip', bytes: 10 });
    const { _id } = begun.json().run;
    const send = (offset: number, part: string, headers: Record<string, string> = binary) =>
      call(`POST /api/admin/imports/${_id}/parts?offset=${offset}`, Buffer.from(part), headers);
    expect((await send(5, 'later')).statusCode).toBe(409);
    expect((await send(0, 'much too long')).statusCode).toBe(409);
    expect((await send(0, 'x', { 'content-type': 'text/plain' })).statusCode).toBe(415);
    expect((await send(0, '12345')).json().run.arrived).toBe(5);
    // The response was lost, so the chunk is sent again.
    expect((await send(0, '12345')).json().run.arrived).toBe(5);
    expect((await send(5, '67890')).statusCode).toBe(200);
    await reached(call, 'refused');
    expect((await send(5, '67890')).json().run).toMatchObject({ _id, arrived: 10 });
    expect((await send(0, '12345')).statusCode).toBe(409);
    const unknown = await call('DELETE /api/admin/imports/..%2F..%2Fx');
    expect(unknown.statusCode).toBe(404);
    const large = await call('POST /api/admin/imports', { name: 'a', bytes: 2 ** 40 });
    expect(large.json().fields.bytes).toContain('Use make import instead');
  });

  it('counts as running without progress, and as stopped when its process is gone', async () => {
    const bytes = packZip(devToExport(test.context.config.siteUrl));
    const run = await bring(call, bytes);
    const start = () => call(`POST /api/admin/imports/${run._id}/start`, {});
    const ready = await reached(call, 'ready');
    const started = await start();
    test.clock.advance(120_000);
    expect((await now(call))?.state).not.toBe('stopped');
    expect(started.statusCode).toBe(200);
    await reached(call, 'done');

    leaveRun('imports', { ...ready, state: 'importing' });
    expect((await start()).statusCode).toBe(409);
    expect((await call('POST /api/admin/imports', { name: 'a', bytes: 1 })).statusCode).toBe(409);
    test.clock.advance(120_000);
    expect((await now(call))?.state).toBe('stopped');
    expect((await call(`DELETE /api/admin/imports/${run._id}`)).statusCode).toBe(200);
  });

  it('requires a recent sign-in', async () => {
    test.clock.advance(3_600_000);
    const later = callerOf(
      test.app,
      await signedInAs(test, { role: 'admin', email: 'second@example.org' }),
    );
    test.clock.advance(11 * 60_000);
    for (const [what, payload] of [
      ['POST /api/admin/imports', { name: 'a.zip', bytes: 1 }],
      ['POST /api/admin/exports', undefined],
    ] as const) {
      const response = await later(what, payload);
      expect([response.statusCode, response.json().code]).toEqual([
        403,
        'REAUTHENTICATION_REQUIRED',
      ]);
    }
  });
});

describe('a site export over the API', () => {
  it('can be downloaded once and restores an empty instance', async () => {
    await createByApi(call, { title: 'To be carried' });
    const made = await call('POST /api/admin/exports');
    expect(made.statusCode, made.body).toBe(201);
    const { _id, name } = made.json().run;
    const { bytes, rows } = await until('the archive is made', async () => {
      const { run } = (await call(`GET /api/admin/exports/${_id}`)).json();
      return run.state === 'ready' && run;
    });
    expect(name).toMatch(/^site-\d{4}-\d\d-\d\d\.tar\.gz$/);
    expect(rows).toContainEqual({ name: 'articles', rows: 1 });
    const folder = path.join(test.context.config.dataFolder, 'exports');
    expect(statSync(path.join(folder, `${_id}.tar.gz`)).mode & 0o777).toBe(0o600);

    const file = await call(`GET /api/admin/exports/${_id}/file`);
    expect(file.headers).toMatchObject({
      'content-type': 'application/gzip',
      'content-length': String(bytes),
      'content-disposition': `attachment; filename="${name}"`,
    });
    expect(gunzipSync(file.rawPayload).includes('To be carried')).toBe(true);
    expect((await call(`GET /api/admin/exports/${_id}/file`)).statusCode).toBe(404);

    await using other = await buildTestApp();
    const caller = callerOf(other.app, await signedInAs(other, { role: 'admin' }));
    const run = await bring(caller, file.rawPayload, name);
    expect(await reached(caller, 'ready')).toMatchObject({
      kind: 'site',
      found: expect.stringContaining('1 articles'),
    });
    await caller(`POST /api/admin/imports/${run._id}/start`, {});
    await reached(caller, 'done');
    const { articles } = (await caller('GET /api/articles')).json();
    expect(articles.map(({ title }: { title: string }) => title)).toEqual(['To be carried']);
    // The instance is no longer empty.
    await bring(caller, file.rawPayload, name);
    expect((await reached(caller, 'refused')).reason).toContain('only be imported into an empty');
  });
});

it('reports an export as failed when its process is gone', async () => {
  const exports = async () => (await call('POST /api/admin/exports')).json().run as ExportRun;
  const state = async ({ _id }: ExportRun) =>
    (await call(`GET /api/admin/exports/${_id}`)).json().run as ExportRun;
  const run = await exports();
  await until('the archive is made', async () => (await state(run)).state === 'ready');

  leaveRun('exports', run);
  expect((await state(run)).state).toBe('packing');
  expect((await call('POST /api/admin/exports')).statusCode).toBe(409);
  test.clock.advance(120_000);
  expect(await state(run)).toMatchObject({
    state: 'failed',
    reason: 'The export was interrupted. Please start it again.',
  });
  expect((await exports())._id).not.toBe(run._id);
});

it('deletes an expired export from disk within an hour', { tags: ['topic'] }, async () => {
  const { run } = (await call('POST /api/admin/exports')).json();
  await until('the archive is made', async () => {
    const response = await call(`GET /api/admin/exports/${run._id}`);
    return response.json().run.state === 'ready';
  });
  const folder = path.join(test.context.config.dataFolder, 'exports');
  const purge = async () => {
    const logged: string[] = [];
    const log = pino({ level: 'error' }, { write: (line) => void logged.push(line) });
    // The first turn of the schedule clears away, then once an hour.
    const stop = startScheduleWorker(test.context, log);
    await until('the schedule has purged', () => existsSync(marker) === false);
    await stop();
    expect(logged).toEqual([]);
  };
  // Every purge deletes the files of interrupted exports.
  const marker = path.join(folder, 'interrupted0000a.tar.gz');
  writeFileSync(marker, '');
  await purge();
  expect(readdirSync(folder).toSorted()).toEqual([`${run._id}.json`, `${run._id}.tar.gz`]);
  test.clock.advance(3_600_001);
  writeFileSync(marker, '');
  await purge();
  expect(readdirSync(folder)).toEqual([]);
});
