import { beforeEach, describe, expect, it, vi } from 'vitest';
import { articleChangeResponse, articleConflictResponse } from '#contracts/article.ts';
import { MINUTE_MS } from '#contracts/durations.ts';
import {
  AUTOSAVES_MAX,
  autosaveResponse,
  revisionListResponse,
  revisionResponse,
  workingCopyListResponse,
} from '#contracts/revision.ts';
import {
  type Caller,
  callerOf,
  coverByApi,
  createByApi,
  signedInAs,
} from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';

let test: TestApp;
let guest: Caller;
let admin: Caller;
let ownerName: string;
beforeEach(async () => {
  test = await buildTestApp();
  const owner = await signedInAs(test, { role: 'admin' });
  ownerName = owner.user.name;
  guest = callerOf(test.app);
  admin = callerOf(test.app, owner);
  return () => test.close();
});

const editSession = (name = 'a') => ({ 'x-edit-session': `session-${name}` });
const path = (id: string) => `/api/admin/articles/${id}`;
const createDraft = () =>
  createByApi(admin, { title: 'A draft', markdown: 'First words.', draft: true });

async function autosave(
  id: string,
  fields: Record<string, unknown>,
  { version, by = 'a', caller = admin }: { version?: number; by?: string; caller?: Caller } = {},
) {
  const response = await caller(`PUT ${path(id)}/autosave`, fields, {
    ...editSession(by),
    ...(version !== undefined && { 'if-match': `"${version}"` }),
  });
  expect(response.statusCode, response.body).toBe(200);
  return autosaveResponse.parse(response.json());
}

async function revisionsOf(id: string, before = '') {
  const response = await admin(`GET ${path(id)}/revisions${before && `?before=${before}`}`);
  return revisionListResponse.parse(response.json());
}

async function copiesOf(id: string, caller = admin) {
  return workingCopyListResponse.parse((await caller(`GET ${path(id)}/copies`)).json()).copies;
}

describe('an autosave of a draft', () => {
  it('changes the draft and increases its version', async () => {
    const { _id, version } = await createDraft();
    const { article } = await autosave(_id, { markdown: 'More words.' }, { version });
    expect(article).toMatchObject({ markdown: 'More words.', version: version + 1, draft: true });
    expect((await admin(`GET /api/articles/${_id}`)).json().markdown).toBe('More words.');
    expect(await copiesOf(_id)).toEqual([]);
  });

  it('is rejected if the draft was published while its text was rendered', async () => {
    const { _id } = await createDraft();
    const { markdown } = test.context;
    const { render } = markdown;
    vi.spyOn(markdown, 'render').mockImplementationOnce(async (...given) => {
      const fields = { subtitle: 'S', description: 'D', images: await coverByApi(admin) };
      const published = await admin(`PUT /api/articles/${_id}`, { ...fields, draft: false });
      expect(published.statusCode).toBe(200);
      return render(...given);
    });
    const late = await admin(`PUT ${path(_id)}/autosave`, { markdown: 'Not yet.' }, editSession());
    expect([late.statusCode, late.json().code]).toEqual([409, 'EDIT_CONFLICT']);
    expect((await admin(`GET /api/articles/${_id}`)).json().markdown).toBe('First words.');
  });

  it('stores and withdraws the newsletter request', async () => {
    const { _id } = await createDraft();
    const newsletter = async () => (await admin(`GET ${path(_id)}/newsletter`)).json().newsletter;
    await autosave(_id, { newsletter: true });
    expect(await newsletter()).toMatchObject({ state: 'requested' });
    await autosave(_id, { subtitle: 'Nothing about it.' });
    expect(await newsletter()).toMatchObject({ state: 'requested' });
    await autosave(_id, { newsletter: false });
    expect(await newsletter()).toBeNull();
  });

  it('is rejected with the stored version after a concurrent edit', async () => {
    const { _id, version } = await createDraft();
    await autosave(_id, { markdown: 'Theirs.' }, { version });
    const response = await admin(
      `PUT ${path(_id)}/autosave`,
      { markdown: 'Mine.' },
      { ...editSession('b'), 'if-match': `"${version}"` },
    );
    expect(response.statusCode).toBe(409);
    const conflict = articleConflictResponse.parse(response.json());
    expect(conflict.theirs.markdown).toBe('Theirs.');
    expect(conflict.yours).toMatchObject({ markdown: 'Mine.' });
  });

  it('shares a revision with autosaves of the next ten minutes', async () => {
    const { _id } = await createDraft();
    for (const [minute, words] of [0, 4, 5, 2].entries()) {
      test.clock.advance(words * MINUTE_MS);
      await autosave(_id, { markdown: `Autosave ${minute}.` });
    }
    const { revisions } = await revisionsOf(_id);
    expect(revisions.map(({ kind }) => kind)).toEqual(['autosave', 'autosave', 'save']);
    const [last, first] = revisions;
    expect(Date.parse(first?.savedAt ?? '') - Date.parse(first?.startedAt ?? '')).toBe(
      9 * MINUTE_MS,
    );
    const read = await admin(`GET ${path(_id)}/revisions/${first?._id}`);
    expect(revisionResponse.parse(read.json())).toMatchObject({
      by: ownerName,
      words: 2,
      version: 4,
      fields: { title: 'A draft', markdown: 'Autosave 2.' },
    });
    expect(last?.version).toBe(5);
  });

  it('does not replace revisions of saves, of other users or of restorations', async () => {
    const { _id } = await createDraft();
    await autosave(_id, { markdown: 'One.' });
    await admin(`PUT /api/articles/${_id}`, { markdown: 'By hand.' });
    await autosave(_id, { markdown: 'Two.' });
    const other = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
    await autosave(_id, { markdown: 'By another.' }, { caller: other });
    await autosave(_id, { markdown: 'One.', restored: true }, { caller: other });
    await autosave(_id, { markdown: 'One more.' }, { caller: other });
    const { revisions } = await revisionsOf(_id);
    expect(revisions.map(({ kind }) => kind)).toEqual([
      'autosave',
      'restore',
      'autosave',
      'autosave',
      'save',
      'autosave',
      'save',
    ]);
  });

  it('is kept while it is among the newest; revisions of saves are kept forever', async () => {
    const { _id } = await createDraft();
    const other = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
    for (let number = 0; number <= AUTOSAVES_MAX; number += 1) {
      // Two people by turns, so that none goes on with the other's.
      const caller = number % 2 === 0 ? admin : other;
      await autosave(_id, { subtitle: `Number ${number}` }, { caller });
    }
    const first = await revisionsOf(_id);
    expect([first.revisions.length, first.more]).toEqual([50, true]);
    const { revisions, more } = await revisionsOf(_id, first.revisions.at(-1)?._id);
    expect(revisions.map(({ kind }) => kind)).toEqual(['save']);
    expect(more).toBe(false);
  });

  it('cannot publish, archive or change the author', async () => {
    const { _id } = await createDraft();
    for (const field of ['draft', 'archive', 'archived']) {
      const response = await admin(`PUT ${path(_id)}/autosave`, { [field]: false }, editSession());
      expect([field, response.statusCode]).toEqual([field, 400]);
    }
  });
});

describe.each([
  ['a live article', {}],
  ['a scheduled article', { scheduledDate: '2026-02-03' }],
])('an autosave of %s', (_what, fields) => {
  it('changes nothing, is available on other devices and is deleted by the save', async () => {
    const { _id, version } = await createByApi(admin, {
      ...fields,
      markdown: 'As readers know it.',
    });
    const kept = await autosave(_id, { markdown: 'Not yet.', tags: 'later' }, { version });
    expect(kept.article).toBeNull();
    const stored = (await admin(`GET /api/articles/${_id}`)).json();
    expect(stored).toMatchObject({ markdown: 'As readers know it.', tags: [], version });

    await autosave(_id, { markdown: 'Not yet!', newsletter: true }, { version });
    expect((await admin(`GET ${path(_id)}/newsletter`)).json().newsletter).toBeNull();
    await autosave(_id, { title: 'Another tab' }, { version, by: 'b' });
    const copies = await copiesOf(_id);
    expect(copies.map((copy) => [copy.editSessionId, copy.version]).sort()).toEqual([
      ['session-a', version],
      ['session-b', version],
    ]);
    expect(copies.find((copy) => copy.editSessionId === 'session-a')?.fields).toMatchObject({
      title: stored.title,
      markdown: 'Not yet!',
      newsletter: true,
      scheduledDate: stored.scheduledDate,
    });
    const other = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
    expect(await copiesOf(_id, other)).toEqual([]);

    await admin(`PUT /api/articles/${_id}`, { markdown: 'Now.' }, editSession('a'));
    expect((await copiesOf(_id)).map((copy) => copy.editSessionId)).toEqual(['session-b']);
    await admin(`DELETE ${path(_id)}/copies/session-b`);
    expect(await copiesOf(_id)).toEqual([]);
  });
});

it('reports a conflict of unsaved work on an older version of a live article', async () => {
  const { _id, version } = await createByApi(admin);
  await admin(`PUT /api/articles/${_id}`, { markdown: 'Changed meanwhile.' });
  const headers = { ...editSession(), 'if-match': `"${version}"` };
  const response = await admin(`PUT ${path(_id)}/autosave`, { markdown: 'Mine.' }, headers);
  expect([response.statusCode, response.json().code]).toEqual([409, 'EDIT_CONFLICT']);
  expect(await copiesOf(_id)).toEqual([]);
});

describe('a revision', () => {
  it('is stored for each save and publication, starting with the imported version', async () => {
    const { _id } = await createDraft();
    await admin(`PUT /api/articles/${_id}`, { markdown: 'Second.' });
    // Nothing that its author decides about has changed.
    await admin(`PUT /api/articles/${_id}`, { archived: true });
    await admin(`PUT /api/articles/${_id}`, {
      subtitle: 'S',
      description: 'D',
      draft: false,
      archived: false,
      images: await coverByApi(admin),
    });
    const { revisions } = await revisionsOf(_id);
    expect(revisions.map(({ kind, words }) => [kind, words])).toEqual([
      ['publish', 1],
      ['save', 1],
      ['save', 2],
    ]);
  });

  it('is returned only with its own article', async () => {
    const one = await createDraft();
    const other = await createDraft();
    const [first] = (await revisionsOf(one._id)).revisions;
    expect((await admin(`GET ${path(other._id)}/revisions/${first?._id}`)).statusCode).toBe(404);
    expect((await admin(`GET ${path(other._id)}/revisions?before=${first?._id}`)).statusCode).toBe(
      404,
    );
    expect((await admin(`GET ${path('nothing')}/revisions`)).statusCode).toBe(404);
    expect((await guest(`GET ${path(one._id)}/revisions/${first?._id}`)).statusCode).toBe(401);
  });
});

describe('the first save of an editing session', () => {
  it('creates one article for repeated requests', async () => {
    const fields = { title: 'Sent twice', markdown: 'The answer got lost.' };
    const responses = await Promise.all([
      admin('POST /api/articles', fields, editSession()),
      admin('POST /api/articles', { ...fields, markdown: 'And more.' }, editSession()),
    ]);
    const later = await admin(
      'POST /api/articles',
      { ...fields, markdown: 'Last.' },
      editSession(),
    );
    const articles = [...responses, later].map(
      (response) => articleChangeResponse.parse(response.json()).article,
    );
    expect(new Set(articles.map(({ _id }) => _id)).size).toBe(1);
    expect(articles.at(-1)?.markdown).toBe('Last.');
    const another = await admin('POST /api/articles', fields, editSession('b'));
    expect(another.json().article._id).not.toBe(articles[0]?._id);
  });
});
