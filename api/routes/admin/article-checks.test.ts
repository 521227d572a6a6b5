import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckFinding } from '#contracts/draft.ts';
import { media } from '../../db/schema/media.ts';
import {
  type Caller,
  callerOf,
  createByApi,
  publishable,
  signedInAs,
} from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { startTestRelease } from '../../testing/test-release.ts';

let test: TestApp;
let admin: Caller;
let draftId: string;

const upload = (name: string, bytes: number) => ({
  publicId: name,
  fileName: `${name}.png`,
  sourceHash: name,
  width: 10,
  height: 10,
  bytes,
  mime: 'image/png',
  createdAt: 0,
});

beforeAll(async () => {
  test = await buildTestApp();
  admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
  const { query } = test.context.database;
  const uploads = ['a', 'b', 'c', 'd', 'e'].map((name) => upload(`large-${name}`, 400_000));
  query
    .insert(media)
    .values([upload('light', 1000), ...uploads])
    .run();
  await createByApi(admin, { title: 'Live one', markdown: '## Its part\n\nText.' });
  const moved = await createByApi(admin, { title: 'Old name' });
  await admin(`PUT /api/articles/${moved._id}`, { slug: 'new-name' });
  draftId = (await createByApi(admin, { title: 'A draft', draft: true }))._id;
  const gone = await createByApi(admin, { title: 'Gone' });
  await admin(`DELETE /api/articles/${gone._id}`);
  await startTestRelease(test);
});
afterAll(() => test.close());

const { draft: _draft, ...sound } = publishable;
const check = async (fields: Record<string, unknown>) => {
  const response = await admin('POST /api/admin/articles/checks', { ...sound, ...fields });
  expect([response.statusCode, response.json().msg]).toEqual([200, undefined]);
  return response.json() as {
    findings: CheckFinding[];
    externalLinks: unknown[];
    reading: unknown;
  };
};
/** 'code level line' of each finding. */
const briefly = ({ findings }: { findings: CheckFinding[] }) =>
  findings.map(({ code, level, line, field }) => `${code} ${level} ${field ?? line}`);
const found = async (markdown: string) => briefly(await check({ markdown }));

describe('checking an article', () => {
  it('returns no findings for a correct article', async () => {
    const markdown = [
      'An introduction with [a link](/blog/live-one) and [one to a part](/blog/live-one#s-its-part).',
      '## First',
      '[Down](#first), [mail](mailto:a@example.org), [all](/blog), [feed](/rss.xml), [alias](/client).',
      '![An image](/media/light.png)',
      '### Deeper',
      '## Second[^1]',
      '```md\n[not a link](/nowhere)\n```',
      '[^1]: A [note](/tools).',
    ].join('\n\n');
    expect(await found(markdown)).toEqual([]);
  });

  it.each([
    ['[x](/blog/live-one)', []],
    ['[x](live-one)', []],
    ['[x](http://localhost:3000/blog/live-one)', []],
    ['[x](/blog/live-one#s-other)', ['anchor-missing problem 0']],
    ['[x](/blog/live-one#responses)', []],
    ['[x](/blog/no-such-article)', ['link-broken problem 0']],
    ['[x](/blog/gone)', ['link-broken problem 0']],
    ['[x](/blog/old-name)', ['link-moved advice 0']],
    ['[x](/blog/a-draft)', ['link-unpublished advice 0']],
    ['[x](/nowhere)', ['link-broken problem 0']],
    ['[x](/../etc/passwd)', ['link-broken problem 0']],
    ['[x](/%zz)', ['link-broken problem 0']],
    ['[x](/tag/no-such-tag)', ['link-broken problem 0']],
    ['[x]()', ['link-empty problem 0']],
    ['[x](#nowhere)', ['anchor-missing problem 0']],
    ['[x](/media/light.png)', []],
    ['[x](/media/gone.png)', ['link-broken problem 0']],
    ['<a href="/nowhere">x</a>', ['link-broken problem 0']],
  ])('links: %s', async (markdown, expected) => {
    expect(await found(markdown)).toEqual(expected);
  });

  it('reports an article that links to itself', async () => {
    const markdown = '## Here\n\n[x](/blog/a-draft#s-here) [y](/blog/a-draft#s-there)';
    const response = await check({ id: draftId, markdown });
    expect(briefly(response)).toEqual(['anchor-missing problem 2']);
  });

  it.each([
    ['![](/media/light.png)', ['alt-missing advice 0']],
    ['![Words](/media/light.png)', []],
    ['<img src="/media/light.png" alt="">', []],
    ['<img src="/media/light.png">', ['alt-missing advice 0']],
    ['![Words](/media/none.png)', ['image-missing problem 0']],
    ['![Words](https://example.org/x.png)', ['image-remote note 0']],
    ['![Words](/media/large-a.png)', ['image-weight note 0']],
    ['# Top', ['heading-top advice 0']],
    ['## Two\n\n#### Four\n\n##### Five\n\n## Two', ['heading-order advice 2']],
    ['### Three', ['heading-order advice 0']],
  ])('images and headings: %s', async (markdown, expected) => {
    expect(await found(markdown)).toEqual(expected);
  });

  it('sums up the sizes of all images', async () => {
    const markdown = ['a', 'b', 'c'].map((name) => `![x](/media/large-${name}.png)`).join('\n\n');
    const images = { public_id: 'large-d' };
    const response = await check({ markdown, images, imageAlt: 'It' });
    expect(briefly(response).at(-1)).toBe('page-weight advice null');
    expect(response.findings.at(-1)?.msg).toContain('1.6 MB');
  });

  it('returns the line of each finding, also of two equal links', async () => {
    const markdown =
      'One\ntwo [a](/x)\nthree [b](/x)\n\n- [c](#n)\n- text\n- [d][r]\n\nNote[^1]\n\n[r]: /y\n[^1]: [e](/z)';
    expect(await found(markdown)).toEqual([
      'link-broken problem 1',
      'link-broken problem 2',
      'anchor-missing problem 4',
      'link-broken problem 6',
      'link-broken problem 11',
    ]);
  });

  it.each([
    [{ subtitle: '' }, 'subtitle-missing advice subtitle'],
    [{ description: ' ' }, 'description-missing advice description'],
    [{ description: 'x'.repeat(161) }, 'description-long note description'],
    [{ title: 'x'.repeat(66) }, 'title-long note title'],
    [{ images: { public_id: 'light' } }, 'alt-missing advice imageAlt'],
  ])('fields: %o', async (fields, expected) => {
    expect(briefly(await check(fields))).toEqual([expected]);
  });

  it('measures readability by grade in English and by sentence length in other languages', async () => {
    const easy = 'The cat sat on the mat. It was warm there. '.repeat(15);
    const hard =
      'Institutional considerations notwithstanding, organizational responsibilities necessitate comprehensive interdisciplinary collaboration, unquestionably. '.repeat(
        12,
      );
    const long = `Das ${'wort '.repeat(39)}ende. `.repeat(3);
    expect(await check({ markdown: easy })).toMatchObject({
      findings: [],
      reading: { words: 150, wordsPerSentence: 5, grade: expect.closeTo(-1.8, 0) },
    });
    expect(briefly(await check({ markdown: hard }))).toEqual(['reading-level advice null']);
    const german = await check({ markdown: long, language: 'de' });
    expect(briefly(german)).toEqual(['reading-level advice null']);
    expect(german.reading).toMatchObject({ wordsPerSentence: 41, grade: null });
    expect(briefly(await check({ markdown: 'Hi. '.repeat(3), language: '!' }))).toEqual([]);
  });

  it('lists external links with their lines without requesting them', async () => {
    const markdown = '[a](https://a.example/x)\n\n[b](//b.example)\nhttps://c.example';
    expect((await check({ markdown })).externalLinks).toEqual([
      { url: 'https://a.example/x', line: 0 },
      { url: 'https://b.example', line: 2 },
      { url: 'https://c.example', line: 3 },
    ]);
  });

  it('is limited to admins and to a maximum size', async () => {
    const guest = callerOf(test.app);
    const member = callerOf(test.app, await signedInAs(test));
    const path = 'POST /api/admin/articles/checks';
    const many = { urls: Array.from({ length: 9 }, () => 'https://a.example') };
    const responses = [
      await guest(path, sound),
      await member(path, sound),
      await member(`${path}/links`, { urls: ['https://a.example'] }),
      await admin(`${path}/links`, many),
      await admin(path, { ...sound, markdown: 'x'.repeat(1_000_001) }),
    ];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([401, 403, 403, 400, 413]);
  });
});
