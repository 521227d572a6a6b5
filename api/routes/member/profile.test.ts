import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { profileRequest } from '#contracts/profile.ts';
import { toEntries, toWebUrl } from '#contracts/profile-lists.ts';
import { privacy } from '#contracts/user.ts';
import { TIMELINE_PAGE } from '../../services/profile/member-profile.ts';
import { REAUTHENTICATION_MS } from '../../services/sessions/reauthenticate.ts';
import {
  type Caller,
  callerOf,
  createByApi,
  type SignedIn,
  signedInAs,
} from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { commentAs, commentsOf } from '../../testing/comments.ts';
import { insertTestArticle } from '../../testing/factories.ts';
import { readPayloads } from '../../testing/payloads.ts';

let test: TestApp;
let ann: SignedIn;
let call: Caller;
beforeEach(async () => {
  test = await buildTestApp({ config: { rateLimits: true } });
  ann = await signedInAs(test, { name: 'Ann Example', email: 'ann@example.org' });
  call = callerOf(test.app, ann);
});
afterEach(() => test.close());

const save = (change: object) => call('PUT /api/user/profile', change);
const own = async () => (await call('GET /api/user/info')).json().users;
const seenBy = async (who: Caller) =>
  (await who(`GET /api/user/${ann.user.publicId}`)).json().users[0];

const full = {
  name: 'Ann Other',
  title: 'Cartographer',
  bio: 'Draws maps.\n\nOf anything.',
  phone: '+41 (0)44 123-45',
  location: 'Bern',
  skills: 'maps,  ink ,, Maps, paper',
  work: 'Atlas AG, Globe Ltd',
  education: ['ETH, Zürich', ' '],
  websites: 'example.org, HTTP://Maps.example/a?b=c#d',
  socialMedia: '@ann@example.social, https://code.example/ann',
  projects: [{ title: 'An atlas', link: 'atlas.example', role: 'Editor', year: 2024 }],
};
const kept = {
  ...full,
  skills: ['maps', 'ink', 'paper'],
  work: ['Atlas AG', 'Globe Ltd'],
  education: ['ETH, Zürich'],
  websites: ['https://example.org', 'http://maps.example/a?b=c#d'],
  socialMedia: ['@ann@example.social', 'https://code.example/ann'],
  projects: [{ ...full.projects[0], link: 'https://atlas.example' }],
};

describe('saving a profile', () => {
  it('stores and returns every field', async () => {
    const response = await save(full);
    expect([response.statusCode, response.json().msg]).toEqual([200, 'Your profile is saved.']);
    expect(response.json().users).toMatchObject(kept);
    expect(await own()).toMatchObject(kept);
  });

  it('keeps omitted fields', async () => {
    await save(full);
    await save({ title: '', privacy: { contact: 'public' } });
    await save({ privacy: { profile: 'public' } });
    expect(await own()).toMatchObject({
      ...kept,
      title: '',
      privacy: { ...privacy.parse({}), contact: 'public', profile: 'public' },
    });
  });

  it.each<[string, unknown, RegExp]>([
    ['name', 'ab', /greater than 3/],
    ['name', '<b>Ann</b>', /string characters/],
    ['title', 'x'.repeat(101), /at most 100/],
    ['bio', 'x'.repeat(2001), /at most 2000/],
    ['phone', 'call me', /digits/],
    ['skills', 'x'.repeat(101), /more than 100/],
    ['skills', Array.from({ length: 31 }, (_, index) => `skill ${index}`).join(), /at most 30/],
    ['websites', 'javascript:alert(1)', /not a web address/],
    ['websites', 'java\tscript:alert(1)', /not a web address/],
    ['websites', 'data:text/html,x', /not a web address/],
    ['websites', 'https://user:secret@example.org', /not a web address/],
    ['websites', '//evil.example', /not a web address/],
    ['websites', 'https://exa mple.org', /not a web address/],
    ['websites', 'https://127.0.0.1/', /not a web address/],
    ['websites', 'localhost', /not a web address/],
    ['socialMedia', 'javascript:alert(1)', /not a web address/],
    ['socialMedia', '\\\\evil/x', /not a web address/],
    ['projects', [{ title: ' ' }], /needs a title/],
    ['projects', [{ title: 'x', link: 'javascript:x' }], /not a web address/],
    ['projects', [{ title: 'x', year: 20 }], /1950/],
    ['avatar', 'never', /no longer exists/],
    ['avatar', '/etc/passwd', /no longer exists/],
    ['privacy', { profile: 'nobody' }, /./],
    ['admin', true, /./],
    ['status', 'active', /./],
    ['passwordHash', 'x', /./],
  ])(
    'rejects %s: %j, with a message at its field, and changes nothing',
    async (field, value, errorMessage) => {
      const before = await own();
      const response = await save({ location: 'Elsewhere', [field]: value });
      expect(response.statusCode).toBe(400);
      expect(response.json().msg).toMatch(errorMessage);
      const [at = ''] = Object.keys(response.json().fields);
      expect(['request', field]).toContain(at.split('.')[0]);
      expect(await own()).toEqual(before);
    },
  );

  it('ignores the role', async () => {
    expect((await save({ role: 1, _id: 'x', createdAt: 'x' })).statusCode).toBe(200);
    expect((await own()).role).toBe(0);
  });

  it('replaces line breaks and control characters in single-line fields by spaces', async () => {
    await save({ title: 'a\r\nBcc: x@example.org\u0000' });
    expect((await own()).title).toBe('a Bcc: x@example.org');
  });

  it('is limited to twenty times a minute', async () => {
    for (let count = 0; count < 20; count += 1) expect((await save({})).statusCode).toBe(200);
    expect((await save({})).statusCode).toBe(429);
  });

  it('rejects the profile picture of another member', async () => {
    const bob = await signedInAs(test);
    test.context.database.raw
      .prepare(`INSERT INTO avatars (public_id, user_id, name, created_at) VALUES ('p', ?, 'n', 0)`)
      .run(bob.user.id);
    expect((await save({ avatar: 'p' })).json().fields.avatar).toMatch(/no longer exists/);
  });

  it("renders the pages that show the author's name", async () => {
    const refreshes = () =>
      test.context.database.raw
        .prepare(`SELECT payload FROM jobs WHERE kind = 'refresh'`)
        .pluck()
        .all();
    const { id } = insertTestArticle(test.context.database, { authorId: ann.user.id });
    await save({ title: 'Writer' });
    expect(refreshes()).toEqual([]);
    await save({ name: 'Ann Other' });
    expect(JSON.parse(String(refreshes()[0])).tags).toContain(`article:${id}`);
  });
});

describe('the visibility of a profile', () => {
  const viewers = async () => ({
    guest: callerOf(test.app),
    member: callerOf(test.app, await signedInAs(test)),
    admin: callerOf(test.app, await signedInAs(test, { role: 'admin' })),
    self: call,
  });
  type ViewerName = keyof Awaited<ReturnType<typeof viewers>>;

  it.each<['profile' | 'contact', 'public' | 'members' | 'me', ViewerName[]]>([
    ['profile', 'public', ['guest', 'member', 'admin', 'self']],
    ['profile', 'members', ['member', 'admin', 'self']],
    ['profile', 'me', ['admin', 'self']],
    ['contact', 'public', ['guest', 'member', 'admin', 'self']],
    ['contact', 'members', ['member', 'admin', 'self']],
    ['contact', 'me', ['admin', 'self']],
  ])('shows %s for %s to %j', async (part, audience, expected) => {
    await save({ ...full, privacy: { profile: 'me', contact: 'me', [part]: audience } });
    const field = part === 'profile' ? 'skills' : 'email';
    const seeing: string[] = [];
    for (const [name, viewer] of Object.entries(await viewers())) {
      const seen = await seenBy(viewer);
      expect(seen).toMatchObject({ name: 'Ann Other', avatar: null });
      if (seen[field] !== undefined) seeing.push(name);
    }
    expect(seeing).toEqual(expected);
  });

  it('can be previewed by the member with fewer rights only', async () => {
    await save({ ...full, privacy: { profile: 'members', contact: 'me' } });
    const fields = async (who: Caller, as: string) => {
      const [seen] = (await who(`GET /api/user/${ann.user.publicId}?as=${as}`)).json().users;
      return [seen.skills !== undefined, seen.email !== undefined];
    };
    expect(await fields(call, 'member')).toEqual([true, false]);
    expect(await fields(call, 'guest')).toEqual([false, false]);
    expect(await fields(callerOf(test.app), 'member')).toEqual([false, false]);
  });

  it('hides unconfirmed email addresses', async () => {
    const eve = await signedInAs(test, { email: 'bob@example.org', emailConfirmedAt: null });
    const own = callerOf(test.app, eve);
    await own('PUT /api/user/profile', { privacy: { contact: 'public' } });
    const address = `GET /api/user/${eve.user.publicId}`;
    expect((await callerOf(test.app)(address)).body).not.toContain('bob@');
    expect((await call(address)).body).not.toContain('bob@');
    expect((await own(address)).body).toContain('bob@');
  });

  it('hides all private fields', async () => {
    await save({ ...full, privacy: { profile: 'me' } });
    const guest = await seenBy(callerOf(test.app));
    expect(guest).toEqual({
      _id: ann.user.publicId,
      id: ann.user.publicId,
      name: 'Ann Other',
      avatar: null,
      title: '',
      bio: '',
      createdAt: new Date(ann.user.createdAt).toISOString(),
      articles: [],
    });
  });

  it('never contains a password hash', async () => {
    for (const viewer of Object.values(await viewers())) {
      const response = await viewer(`GET /api/user/${ann.user.publicId}`);
      expect(response.body).not.toMatch(/hash|argon2/i);
    }
  });
});

describe('the timeline', () => {
  const timeline = (who: Caller, after?: string) =>
    who(`GET /api/user/${ann.user.publicId}/timeline${after ? `?after=${after}` : ''}`);

  it('lists public articles, newest first, to the chosen audience', async () => {
    for (const [slug, publishedAt, rest] of [
      ['one', 1, {}],
      ['two', 2, {}],
      ['draft', 3, { draft: true }],
      ['archived', 4, { archived: true }],
      ['deleted', 5, { deletedAt: 5 }],
      ['scheduled', 6, { scheduledAt: 6 }],
    ] as const) {
      const authorId = ann.user.id;
      insertTestArticle(test.context.database, { authorId, slug, publishedAt, ...rest });
    }
    const guest = callerOf(test.app);
    const seen = async (who: Caller) =>
      (await timeline(who)).json().entries.map(({ href }: { href: string }) => href);
    expect(await seen(guest)).toEqual(['/blog/two', '/blog/one']);
    await save({ privacy: { articles: 'me' } });
    expect(await seen(guest)).toEqual([]);
    expect(await seen(call)).toEqual(['/blog/two', '/blog/one']);
  });

  it('lists comments on readable articles as plain text', async () => {
    const authorId = (await signedInAs(test, { role: 'admin' })).user.id;
    const article = insertTestArticle(test.context.database, { authorId, slug: 'talk' });
    const { comment } = await commentAs(call, test.clock, article.publicId, {
      comment: 'I **agree**: `a < b` & [more](https://example.org).',
    });
    const guest = callerOf(test.app);
    // The comment is held.
    expect((await timeline(guest)).json().entries).toEqual([]);
    test.context.database.raw.prepare(`UPDATE comments SET state = 'published'`).run();
    expect((await timeline(guest)).json().entries).toEqual([
      {
        kind: 'comment',
        at: comment.createdAt,
        title: article.title,
        href: `/blog/talk#comment-${comment._id}`,
        excerpt: 'I agree: a < b & more.',
      },
    ]);
    await save({ privacy: { comments: 'members' } });
    expect((await timeline(guest)).json().entries).toEqual([]);
    expect(
      (await timeline(callerOf(test.app, await signedInAs(test)))).json().entries,
    ).toHaveLength(1);
  });

  it('lists each entry once over all pages, also for entries of the same time', async () => {
    const authorId = ann.user.id;
    for (let number = 0; number < 2 * TIMELINE_PAGE + 3; number += 1) {
      insertTestArticle(test.context.database, { authorId, publishedAt: number >> 4 });
    }
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const { entries, next } = (await timeline(call, after)).json();
      expect(entries.length).toBeLessThanOrEqual(TIMELINE_PAGE);
      seen.push(...entries.map(({ href }: { href: string }) => href));
      after = next ?? undefined;
    } while (after);
    expect([seen.length, new Set(seen).size]).toEqual([43, 43]);
  });

  it.each(['x', '1.2', '-1.article.1', '1.article.1;DROP'])(
    'rejects the cursor %j',
    async (after) => {
      expect((await timeline(call, encodeURIComponent(after))).statusCode).toBe(400);
    },
  );

  it('returns 404 for unknown members', async () => {
    expect((await call('GET /api/user/never/timeline')).statusCode).toBe(404);
  });
});

describe('the export of own data', () => {
  it('contains all rows about the member, without secrets', async () => {
    await save(full);
    const admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
    await createByApi(admin);
    await callerOf(test.app)(
      'POST /api/contact',
      { name: 'Ann', email: 'ann@example.org', message: 'Hello there, this is me.' },
      { 'sec-fetch-site': 'same-origin' },
    );
    const { publicId } = insertTestArticle(test.context.database, { authorId: ann.user.id });
    await commentAs(call, test.clock, publicId, { comment: 'Taken for spam' });
    test.context.database.raw.prepare(`UPDATE comments SET state = 'spam'`).run();
    const response = await call('GET /api/account/data');
    expect(response.headers['content-disposition']).toBe('attachment; filename="my-data.json"');
    const data = response.json();
    expect(data.account).toMatchObject([{ ...kept, email: 'ann@example.org' }]);
    expect(data.sessions).toHaveLength(1);
    expect(data.messages).toMatchObject([{ message: 'Hello there, this is me.' }]);
    expect(data.articles).toMatchObject([{ publicId }]);
    expect(data.comments).toMatchObject([{ text: 'Taken for spam', state: 'held' }]);
    expect(response.body).not.toMatch(/hash|argon2|encrypted|publicKey/i);
    expect(response.body).not.toContain(ann.sessionId);
  });

  it('omits data of an unconfirmed email address', async () => {
    const eve = await signedInAs(test, { email: 'bob@example.org', emailConfirmedAt: null });
    await callerOf(test.app)(
      'POST /api/contact',
      { name: 'Bob', email: 'bob@example.org', message: 'Something private of Bob.' },
      { 'sec-fetch-site': 'same-origin' },
    );
    const response = await callerOf(test.app, eve)('GET /api/account/data');
    expect(response.json().messages).toEqual([]);
  });
});

describe("deleting one's account", () => {
  const deleteAccount = (comments = 'keep') => call('DELETE /api/account', { comments });

  it('ends all sessions, frees the email address and anonymises the row', async () => {
    await save(full);
    const { headers } = await call('DELETE /api/account', { comments: 'keep' });
    expect(String(headers['set-cookie'])).toMatch(/Max-Age=0|Expires=Thu, 01 Jan 1970/i);
    expect((await call('GET /api/user/info')).statusCode).toBe(401);
    expect((await call(`GET /api/user/${ann.user.publicId}`)).statusCode).toBe(404);
    const row = test.context.database.raw
      .prepare('SELECT * FROM users WHERE id = ?')
      .get(ann.user.id);
    expect(JSON.stringify(row)).not.toMatch(/Ann|ann@|Bern|maps/);
    expect(row).toMatchObject({ name: 'Deleted member', status: 'deleted' });
    const join = { name: 'Ann Again', email: 'ann@example.org', password: 'a sound passphrase' };
    const again = await callerOf(test.app)('POST /api/user/register', join, {
      'sec-fetch-site': 'same-origin',
    });
    expect(again.statusCode).toBe(201);
  });

  it.each<['keep' | 'remove', string[]]>([
    ['keep', ['Deleted member']],
    ['remove', []],
  ])('lets comments %s', async (comments, names) => {
    const authorId = (await signedInAs(test, { role: 'admin' })).user.id;
    const { publicId } = insertTestArticle(test.context.database, { authorId });
    await commentAs(call, test.clock, publicId, { comment: 'I was here.' });
    test.context.database.raw.prepare(`UPDATE comments SET state = 'published'`).run();
    expect((await deleteAccount(comments)).statusCode).toBe(200);
    const left = await commentsOf(callerOf(test.app), publicId);
    expect(left.comments.map(({ name }: { name: string }) => name)).toEqual(names);
  });

  it('requires a recent sign-in', async () => {
    test.clock.advance(REAUTHENTICATION_MS);
    expect((await deleteAccount()).json().code).toBe('REAUTHENTICATION_REQUIRED');
    expect((await call('GET /api/account/data')).json().code).toBe('REAUTHENTICATION_REQUIRED');
  });

  it('is rejected for the last admin, also if two leave at the same time', async () => {
    const admins = [
      callerOf(test.app, await signedInAs(test, { role: 'admin' })),
      callerOf(test.app, await signedInAs(test, { role: 'admin' })),
    ];
    const results = await Promise.all(
      admins.map((admin) => admin('DELETE /api/account', { comments: 'keep' })),
    );
    expect(results.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });
});

describe('comma-separated lists', () => {
  const text = fc
    .array(fc.string({ maxLength: 12 }), { maxLength: 12 })
    .map((parts) => parts.join());

  it('are trimmed and unique, and stay unchanged when parsed again', () => {
    fc.assert(
      fc.property(text, (written) => {
        const entries = toEntries(written);
        for (const entry of entries) {
          expect(entry).toBe(entry.trim());
          expect(entry).not.toBe('');
          expect(entry).not.toContain(',');
        }
        expect(new Set(entries.map((entry) => entry.toLowerCase())).size).toBe(entries.length);
        expect(toEntries(entries.join(', '))).toEqual(entries);
      }),
    );
  });

  it('and project links contain no URL that enables an attack', async () => {
    const shapes = ['', 'https://', 'http:', 'https://example.org/', 'javascript:', '//', ' '];
    const written = readPayloads().flatMap((payload) => shapes.map((shape) => shape + payload));
    const accepted = written.filter((one) => {
      const field = { websites: [one], projects: [{ title: 'x', link: one }] };
      return profileRequest.safeParse(field).success;
    });
    expect(accepted.length).toBeGreaterThan(20);
    for (let start = 0; start < accepted.length; start += 30) {
      test.clock.advance(3001);
      const websites = accepted.slice(start, start + 30);
      const projects = websites.slice(0, 10).map((link) => ({ title: 'x', link }));
      const response = await save({ websites, socialMedia: websites, projects });
      expect([websites, response.statusCode]).toEqual([websites, 200]);
      const { users } = response.json();
      const kept = [...users.websites, ...users.projects.map(({ link }: { link: string }) => link)];
      for (const address of kept.filter((one) => one !== '')) {
        const { protocol, username, hostname } = new URL(address);
        expect(['http:', 'https:']).toContain(protocol);
        expect([
          username,
          hostname.includes('.'),
          /["'<>\s]/.test(address.split('/')[2] ?? ''),
        ]).toEqual(['', true, false]);
      }
    }
  });

  it('contain only web URLs for any input', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.string(), fc.domain()), (written) => {
        const address = toWebUrl(written);
        if (address === null) return;
        const { protocol, username, hostname } = new URL(address);
        expect(['http:', 'https:']).toContain(protocol);
        expect([username, hostname.includes('.')]).toEqual(['', true]);
        expect(toWebUrl(address)).toBe(address);
      }),
    );
  });
});
