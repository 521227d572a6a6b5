import { mkdirSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Caller,
  callerOf,
  coverByApi,
  createByApi,
  publishable,
  signedInAs,
} from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { readSiteFile, startTestRelease } from '../../testing/test-release.ts';

const markdown = [
  'First paragraph.',
  '',
  '## A heading',
  '',
  '- one',
  '- two[^1]',
  '',
  '<details>',
  '',
  'Inside.',
  '',
  '</details>',
  '',
  '```ts',
  'const answer = 42;',
  '```',
  '',
  '[^1]: A note.',
].join('\n');

describe('the source positions of a preview', () => {
  it('are given by line and length for the whole HTML', async () => {
    const test = await buildTestApp();
    const admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
    const { html, blocks } = (await admin('POST /api/preview', { markdown })).json();
    let start = 0;
    const pieces: [number, string][] = [];
    for (const { line, length } of blocks) {
      pieces.push([line, html.slice(start, start + length)]);
      start += length + 1;
    }
    expect(pieces.map(([, piece]) => piece).join('\n')).toBe(html);
    expect(pieces.map(([line, piece]) => [line, /^<\w+/.exec(piece)?.[0]])).toEqual([
      [0, '<p'],
      [2, '<h2'],
      [4, '<ul'],
      [7, '<details'],
      [13, '<figure'],
      [18, '<section'],
    ]);
    await test.close();
  });
});

describe('the page of an unsaved article', () => {
  let test: TestApp;
  let admin: Caller;
  let release: Awaited<ReturnType<typeof startTestRelease>>;
  beforeAll(async () => {
    test = await buildTestApp();
    admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
    release = await startTestRelease(test);
  });
  afterAll(() => test.close());

  const open = async (body: Record<string, unknown>) => {
    const made = await admin('POST /api/preview/page', body);
    expect([made.statusCode, made.json().path]).toEqual([201, expect.any(String)]);
    return admin(`GET ${made.json().path}`);
  };

  it('has the same main part as the published page, byte for byte', async () => {
    const images = await coverByApi(admin);
    const fields = { ...publishable, images, title: 'Seen before', markdown, tags: ['css'] };
    const { draft: _draft, ...typed } = fields;
    const preview = await open(typed);
    await createByApi(admin, fields);
    await release.publish();
    const published = readSiteFile(release.siteFolder, '/blog/seen-before') ?? '';
    const prose = (page: string) =>
      /<div class="prose">[\s\S]*<footer class="article__end"/.exec(page);
    expect(prose(published)?.[0]).toContain('A heading');
    expect(prose(preview.body)?.[0]).toBe(prose(published)?.[0]);
    expect(preview.body).toContain('<h1>Seen before</h1>');
    expect(/<style>[\s\S]*<\/style>/.exec(preview.body)?.[0]).toBe(
      /<style>[\s\S]*<\/style>/.exec(published)?.[0],
    );
  });

  it('can be rendered with incomplete fields', async () => {
    const preview = await open({});
    expect(preview.body).toContain('<h1>Without a title</h1>');
  });

  it('runs no scripts, is not indexed and can be framed by this site only', async () => {
    const { headers } = await open({ title: 'Hidden' });
    expect(headers['content-security-policy']).toBe(
      "frame-ancestors 'self'; sandbox allow-same-origin",
    );
    expect(headers).toMatchObject({
      'x-frame-options': 'SAMEORIGIN',
      'x-robots-tag': 'noindex',
      'cache-control': 'no-store',
    });
  });

  it('renders a stored article with unsaved changes without storing them', async () => {
    const stored = await createByApi(admin, { title: 'As it was' });
    const preview = await open({ id: stored._id, title: 'As it could be', markdown: 'New words.' });
    expect(preview.body).toContain('<h1>As it could be</h1>');
    expect(preview.body).toContain('New words.');
    const now = (await admin(`GET /api/articles/${stored._id}`)).json();
    expect([now.title, now.version]).toEqual(['As it was', stored.version]);
  });

  it('is limited to admins and returns 404 for unknown names', async () => {
    const made = (await admin('POST /api/preview/page', { title: 'Mine' })).json();
    const member = callerOf(test.app, await signedInAs(test));
    expect((await member(`GET ${made.path}`)).statusCode).toBe(403);
    expect((await callerOf(test.app)(`GET ${made.path}`)).statusCode).toBe(401);
    expect((await admin(`GET /api/preview/page/${'0'.repeat(32)}`)).statusCode).toBe(404);
    expect((await admin('GET /api/preview/page/..%2f..%2ftest.db')).statusCode).toBe(400);
  });

  it('is not reported as expired if its file cannot be read', async () => {
    const made = (await admin('POST /api/preview/page', { title: 'Unreadable' })).json();
    const file = path.join(
      test.context.config.dataFolder,
      'page-previews',
      path.basename(made.path),
    );
    rmSync(file);
    expect((await admin(`GET ${made.path}`)).statusCode).toBe(404);
    mkdirSync(file);
    expect((await admin(`GET ${made.path}`)).statusCode).toBe(500);
    rmdirSync(file);
  });
});
