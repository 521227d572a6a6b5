import type { InjectOptions } from 'fastify';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '#contracts/durations.ts';
import { createSiteExports } from '../services/site-export/export-runs.ts';
import {
  type Caller,
  callerOf,
  coverByApi,
  createByApi,
  publishable,
  signedInAs,
} from '../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { fillDisk } from '../testing/full-disk.ts';
import { uploadForm } from '../testing/upload-form.ts';

let test: TestApp;
let admin: Caller;
let makeRoom: () => void = () => undefined;
beforeEach(async () => {
  test = await buildTestApp();
  admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
});
afterEach(async () => {
  vi.useRealTimers();
  makeRoom();
  await test.close();
});

interface Request {
  what: string;
  payload?: InjectOptions['payload'];
  headers?: Record<string, string>;
}

async function image(folder: string): Promise<Request> {
  const bytes = await sharp({
    create: { width: 60, height: 40, channels: 3, background: '#808080' },
  })
    .png()
    .toBuffer();
  const { body, headers } = uploadForm([{ bytes }]);
  return { what: `POST /api/upload?folder=${folder}`, payload: body, headers };
}

async function productFileChunk(): Promise<Request> {
  const resumable = { 'tus-resumable': '1.0.0' };
  const { headers } = await admin('POST /api/admin/product-uploads', '', {
    ...resumable,
    'upload-length': '3',
    'upload-metadata': `filename ${btoa('book.txt')}`,
  });
  return {
    what: `PATCH ${headers.location}`,
    payload: Buffer.from('abc'),
    headers: {
      ...resumable,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
  };
}

async function importChunk(): Promise<Request> {
  const { run } = (await admin('POST /api/admin/imports', { name: 'a.zip', bytes: 9 })).json();
  return {
    what: `POST /api/admin/imports/${run._id}/parts?offset=0`,
    payload: Buffer.from('abc'),
    headers: { 'content-type': 'application/octet-stream' },
  };
}

const uploads: [name: string, prepare: () => Promise<Request>][] = [
  ['an image of an article', () => image('articles')],
  ['an avatar', () => image('avatars')],
  ['a chunk of a product file', productFileChunk],
  [
    'the beginning of an import',
    async () => ({ what: 'POST /api/admin/imports', payload: { name: 'a.zip', bytes: 9 } }),
  ],
  ['a chunk of an import', importChunk],
  ['an archive of the site', async () => ({ what: 'POST /api/admin/exports' })],
];

it.each(uploads)(
  'rejects %s with 507 on a full disk, and accepts it later',
  async (_name, prepare) => {
    const { what, payload, headers } = await prepare();
    makeRoom = fillDisk(test.context.config.dataFolder);
    const refused = await admin(what, payload, headers);
    expect([refused.statusCode, refused.json()]).toEqual([
      507,
      { msg: expect.stringContaining('no disk space left'), code: 'STORAGE_FULL' },
    ]);
    makeRoom();
    const taken = await admin(what, payload, headers);
    expect([200, 201, 204]).toContain(taken.statusCode);
  },
);

it('survives a disk that becomes full during an export, and ends the export', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const onError = vi.fn();
  const { context, clock } = test;
  const exports = createSiteExports(context, onError);
  const { _id: id } = exports.begin();
  makeRoom = fillDisk(context.config.dataFolder);
  vi.advanceTimersByTime(MINUTE_MS);
  const diskFull = expect.objectContaining({ code: 'ENOSPC' });
  expect(onError.mock.calls).toEqual([[diskFull]]);
  await exports.settled();
  expect(onError).toHaveBeenLastCalledWith(diskFull);
  clock.advance(2 * MINUTE_MS);
  expect(exports.find(id).state).toBe('failed');
});

describe('a full database', () => {
  it('rejects a change with 507 and still serves readers', async () => {
    await createByApi(admin);
    const images = await coverByApi(admin);
    const { raw } = test.context.database;
    raw.pragma(`max_page_count = ${raw.pragma('page_count', { simple: true })}`);
    const refused = await admin('POST /api/articles', {
      ...publishable,
      images,
      markdown: 'word '.repeat(100_000),
    });
    expect([refused.statusCode, refused.json().code]).toEqual([507, 'STORAGE_FULL']);
    expect((await admin('GET /api/articles')).statusCode).toBe(200);
  });
});
