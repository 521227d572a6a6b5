import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { purgeProductFiles } from '../../services/products/product-files.ts';
import { type Caller, callerOf, type SignedIn, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { until } from '../../testing/until.ts';

let test: TestApp;
let person: SignedIn;
let admin: Caller;
beforeEach(async () => {
  test = await buildTestApp();
  person = await signedInAs(test, { role: 'admin' });
  admin = callerOf(test.app, person);
});
afterEach(() => test.close());

const uploads = '/api/admin/product-uploads';
const resumable = { 'tus-resumable': '1.0.0' };
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const named = (name: string) => `filename ${Buffer.from(name).toString('base64')}`;

const begin = (length: number | string, name = 'book.zip', call = admin) =>
  call(`POST ${uploads}`, undefined, {
    ...resumable,
    'upload-length': String(length),
    'upload-metadata': named(name),
  });
async function begun(length: number, name?: string): Promise<string> {
  const response = await begin(length, name);
  expect([response.statusCode, response.body]).toEqual([201, '']);
  const location = String(response.headers.location);
  expect(location).toMatch(/^\/api\/admin\/product-uploads\/[\da-f]{32}$/);
  return location;
}
const send = (location: string, bytes: Buffer, offset: number, call = admin) =>
  call(`PATCH ${location}`, bytes, {
    ...resumable,
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
  });
const offsetOf = async (location: string) =>
  Number((await admin(`HEAD ${location}`, undefined, resumable)).headers['upload-offset']);
const idOf = (location: string) => location.split('/').at(-1) ?? '';
const rowOf = (location: string) =>
  test.context.database.raw
    .prepare(
      'SELECT name, bytes, sha256, finished_at IS NOT NULL AS done FROM product_uploads WHERE id = ?',
    )
    .get(idOf(location));
const folder = (...names: string[]) => path.join(test.context.config.dataFolder, ...names);
const stored = (location: string) => folder('uploads', 'products', idOf(location));

it('receives a file in chunks, hashes it while it arrives and stores it when it is complete', async () => {
  const bytes = randomBytes(300_000);
  const location = await begun(bytes.length);
  expect((await send(location, bytes.subarray(0, 100_000), 0)).headers['upload-offset']).toBe(
    '100000',
  );
  expect(existsSync(stored(location))).toBe(false);
  const last = await send(location, bytes.subarray(100_000), 100_000);
  expect([last.statusCode, last.headers['upload-offset']]).toEqual([204, '300000']);
  expect(readFileSync(stored(location)).equals(bytes)).toBe(true);
  expect(rowOf(location)).toEqual({
    name: 'book.zip',
    bytes: 300_000,
    sha256: sha256(bytes),
    done: 1,
  });
  expect(readdirSync(folder('product-parts'))).toEqual([]);
});

it('continues after a connection loss in the middle of a chunk, also in another process', async () => {
  const bytes = randomBytes(400_000);
  const location = await begun(bytes.length);
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = test.app.server.address() as AddressInfo;
  const cut = http.request({
    host: '127.0.0.1',
    port,
    path: location,
    method: 'PATCH',
    headers: {
      ...person.headers,
      ...resumable,
      'upload-offset': '0',
      'content-length': '400000',
      'content-type': 'application/offset+octet-stream',
    },
  });
  cut.on('error', () => undefined);
  cut.write(bytes.subarray(0, 150_000));
  const part = folder('product-parts', idOf(location));
  await until('the first part is stored', () => statSync(part).size === 150_000);
  cut.destroy();
  const half = await offsetOf(location);
  expect(half).toBe(150_000);
  // Another process does not have the hash of the first chunk, and reads the whole file at the end.
  const other = await buildApp(test.context);
  const elsewhere = callerOf(other, person);
  const rest = await send(location, bytes.subarray(half), half, elsewhere);
  expect(rest.statusCode).toBe(204);
  await other.close();
  expect(rowOf(location)).toMatchObject({ sha256: sha256(bytes), done: 1 });
  expect(readFileSync(stored(location)).equals(bytes)).toBe(true);
});

it('rejects chunks that are empty, too large, too long or at another offset', async () => {
  const { bytesMax } = (await admin(`GET ${uploads}`)).json();
  expect(bytesMax).toBe(2048 * 1_048_576);
  const tooLarge = await begin(bytesMax + 1);
  expect([tooLarge.statusCode, tooLarge.json().msg]).toEqual([413, 'Size too large']);
  const empty = await begin(0);
  expect([empty.statusCode, empty.json().msg]).toEqual([400, 'File not exist']);
  for (const length of ['-1', '1.5', 'many']) expect((await begin(length)).statusCode).toBe(400);

  const location = await begun(10);
  const wrong = await send(location, Buffer.from('abc'), 4);
  expect([wrong.statusCode, wrong.json().code]).toEqual([409, 'STATE_CONFLICT']);
  const more = await send(location, Buffer.from('abcdefghijk'), 0);
  expect([more.statusCode, more.json().msg]).toEqual([413, 'Size too large']);
  expect(await offsetOf(location)).toBe(0);
  const without = await admin(`PATCH ${location}`, Buffer.from('abc'), {
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  });
  expect(without.statusCode).toBe(400);
});

it('checks the free disk space first', async () => {
  await using roomy = await buildTestApp({
    config: { productFileBytesMax: Number.MAX_SAFE_INTEGER },
  });
  const owner = await signedInAs(roomy, { role: 'admin' });
  const response = await begin(9e15, 'huge.bin', callerOf(roomy.app, owner));
  expect([response.statusCode, response.json().code]).toEqual([507, 'STORAGE_FULL']);
  expect(existsSync(path.join(roomy.context.config.dataFolder, 'product-parts'))).toBe(false);
});

it('never writes outside its folder, with any name or URL', async () => {
  for (const name of [
    '../../../escape.txt',
    '..\\..\\escape.txt',
    '/etc/passwd',
    'a\0.txt',
    '..',
  ]) {
    const location = await begun(3, name);
    expect((await send(location, Buffer.from('abc'), 0)).statusCode).toBe(204);
    expect(readdirSync(folder('uploads', 'products'))).toContain(idOf(location));
    expect((rowOf(location) as { name: string }).name).toMatch(
      /^(escape\.txt|passwd|a\.txt|file)$/,
    );
  }
  for (const id of ['..', '%2e%2e%2ftest.db', '..%5ctest.db', 'a%00', 'test.db', '0'.repeat(32)]) {
    expect((await admin(`HEAD ${uploads}/${id}`, undefined, resumable)).statusCode).toBe(404);
    expect((await admin(`DELETE ${uploads}/${id}`, undefined, resumable)).statusCode).toBe(404);
    expect((await send(`${uploads}/${id}`, Buffer.from('abc'), 0)).statusCode).toBe(404);
  }
  expect(existsSync(folder('test.db'))).toBe(true);
});

it('purges unused uploads, and unfinished ones after a day', async () => {
  const left = await begun(3);
  await send(left, Buffer.from('abc'), 0);
  expect((await admin(`DELETE ${left}`, undefined, resumable)).statusCode).toBe(204);
  expect([existsSync(stored(left)), rowOf(left)]).toEqual([false, undefined]);

  const half = await begun(9);
  await send(half, Buffer.from('abc'), 0);
  const whole = await begun(3);
  await send(whole, Buffer.from('abc'), 0);
  test.clock.advance(23 * 3_600_000);
  expect(await purgeProductFiles(test.context)).toEqual([]);
  test.clock.advance(2 * 3_600_000);
  expect((await purgeProductFiles(test.context)).sort()).toEqual([half, whole].map(idOf).sort());
  expect(readdirSync(folder('product-parts'))).toEqual([]);
  expect(readdirSync(folder('uploads', 'products'))).toEqual([]);
});

it('rejects other sites and adds one audit entry', async () => {
  const response = await begin(3);
  expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual(
    [],
  );
  expect(response.headers['cache-control']).toBe('no-store');
  await send(String(response.headers.location), Buffer.from('abc'), 0);
  expect(test.context.database.raw.prepare('SELECT action FROM audit_log').all()).toEqual([
    { action: 'POST /api/admin/product-uploads' },
  ]);
});
