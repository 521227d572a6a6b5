import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { create, extract } from 'tar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import type { AppContext } from '../../context.ts';
import { settingOf } from '../../db/hot/site.ts';
import {
  insertComment,
  insertCommentLike,
  insertCommentReport,
} from '../../db/repositories/comments.ts';
import { insertLike, insertSave } from '../../db/repositories/reactions.ts';
import { callerOf, createByApi, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { emailTo } from '../../testing/emails.ts';
import { insertTestUser, TEST_PASSWORD } from '../../testing/factories.ts';
import { fakeDiskSpace } from '../../testing/full-disk.ts';
import { openTemporarySite } from '../../testing/test-database.ts';
import { startTestRelease } from '../../testing/test-release.ts';
import { startTestSite } from '../../testing/test-site.ts';
import { until } from '../../testing/until.ts';
import { enqueueCommentRendering } from '../comments/on-comment-changed.ts';
import { createPublicId } from '../identifiers.ts';
import { storeImage } from '../media/store-image.ts';
import { seedDemo } from '../seed/seed.ts';
import { describeFile } from '../tar-archive.ts';
import { importSite } from './import-site.ts';
import { SiteImportError } from './read-export.ts';
import { writeSiteExport } from './write-export.ts';

const OWNER = 'owner@example.org';
const LINK_HASH = 'the hash of a link in an email';
const away = { wake: () => undefined };

type Site = Pick<TestApp, 'app' | 'context'>;

let folder: string;
let original: TestApp;
let archive: string;

/** A site with the demo articles, and members who took part. */
async function populate(site: Site): Promise<void> {
  const { context, app } = site;
  const { database } = context;
  const owner = await signedInAs(site, { role: 'admin', email: OWNER, name: 'The Owner' });
  const member = insertTestUser(database, {
    email: 'mia@example.org',
    name: 'Mia',
    bio: 'Reads.',
    websites: ['https://mia.example.org'],
    projects: [{ title: 'Birds', link: 'https://birds.example.org', role: 'all', year: 2020 }],
  });
  const call = callerOf(app, owner);
  const image = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const media = await storeImage(context, image);
  const article = await createByApi(call, {
    markdown: `Text with an image.\n\n![Teal](/media/${media.fileName} "A colour")\n`,
    title: 'Under its first name',
    tags: ['sqlite'],
    category: ['Notes'],
    series: 'Archives',
  });
  const moved = { slug: 'under-its-second-name' };
  expect((await call(`PUT /api/articles/${article._id}`, moved)).statusCode).toBe(200);
  await createByApi(call, { title: 'A draft', draft: true });
  const { id } = database.raw
    .prepare<[string], { id: number }>('SELECT id FROM articles WHERE public_id = ?')
    .get(article._id) ?? { id: 0 };
  const rendered = await context.markdown.render('I **agree**.', { rules: 'comment' });
  await database.write((query) => {
    const addComment = (
      userId: number | null,
      parentId: number | null,
      state: 'published' | 'held',
    ) =>
      insertComment(query, {
        publicId: createPublicId(),
        articleId: id,
        userId,
        parentId,
        state,
        spamFactors: [],
        guest: userId === null ? 'planted' : null,
        createdAt: context.clock() - HOUR_MS,
        text: 'I **agree**.',
        html: rendered.html,
      });
    const first = addComment(member.id, null, 'published');
    addComment(null, first, 'published');
    addComment(null, null, 'held');
    insertCommentLike(query, { commentId: first, userId: owner.user.id, createdAt: 1 });
    insertCommentReport(query, {
      commentId: first,
      userId: owner.user.id,
      reason: 'spam',
      note: '',
      createdAt: 1,
    });
    insertLike(query, { articleId: id, userId: member.id }, context.clock());
    insertSave(query, { articleId: id, userId: member.id }, context.clock());
    // The page may have been rendered before.
    enqueueCommentRendering(context, id);
  });
  context.publisher.wake();
  database.raw.exec(`
    INSERT INTO subscribers (public_id, email, source, requested_at, link_until, confirmed_at, link_hash)
      VALUES ('s1', 'reader@example.org', 'blog', 1, 2, 3, '${LINK_HASH}');
    INSERT INTO contact_messages (public_id, name, email, message, received_at)
      VALUES ('c1', 'Kim', 'kim@example.org', 'Hello there', 1);
    INSERT INTO settings (key, value, updated_at) VALUES ('email-about-messages', 'false', 1)`);
}

const withDemo = { config: { seed: 'demo' as const } };
const seed = (context: Omit<AppContext, 'publisher'>) => seedDemo({ ...context, publisher: away });

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'test-archive-'));
  original = await buildTestApp(withDemo);
  await seed(original.context);
  await populate(original);
  archive = path.join(folder, 'site.tar.gz');
  await writeSiteExport(original.context, archive);
});
afterAll(async () => {
  await original?.close();
  rmSync(folder, { recursive: true, force: true });
});

const insertOwner = ({ database }: Pick<AppContext, 'database'>) =>
  insertTestUser(database, { email: OWNER, name: 'Somebody new', role: 1 });

function filesBelow(root: string): Map<string, string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return [path.relative(root, file), readFileSync(file).toString('latin1')];
    }),
  );
}

function compareFolders(folders: string[]): void {
  const [before = new Map(), after = new Map()] = folders.map(filesBelow);
  expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
  const different = [...before].filter(([name, bytes]) => after.get(name) !== bytes);
  expect(different.map(([name]) => name)).toEqual([]);
  expect(before.size).toBeGreaterThan(60);
}

const fetchResponses = async (site: Site) => {
  const paths = ['articles?limit=100', 'taxonomy', 'search?q=sqlite', 'categories'];
  const responses = await Promise.all(
    paths.map((name) => site.app.inject({ url: `/api/${name}` }).then((response) => response.body)),
  );
  return Object.fromEntries(paths.map((name, at) => [name, responses[at]]));
};

describe('a site export', () => {
  it('restores the same site in an empty instance, byte for byte', async () => {
    await using other = await buildTestApp();
    insertOwner(other.context);
    const received: number[] = [];
    await importSite(other.context, archive, { onProgress: (done) => void received.push(done) });
    expect(received.length).toBeGreaterThan(0);
    const releases = [await startTestRelease(original), await startTestRelease(other)];
    compareFolders(releases.map(({ siteFolder }) => siteFolder));
    expect(await fetchResponses(other)).toEqual(await fetchResponses(original));
    await findPeople(other, original);
  });

  // An updated site has the same pages as one that is rendered at once.
  it('restores the same site in a running instance, byte for byte', {
    tags: ['verify'],
  }, async () => {
    await using grown = await startTestSite({ ...withDemo, prepare: seed });
    await using other = await startTestSite({ prepare: insertOwner });
    await populate(grown);
    await Promise.all([grown.settled(), other.settled()]);
    const file = path.join(folder, 'grown.tar.gz');
    await writeSiteExport(grown.context, file);
    await importSite(other.context, file);
    await other.settled();
    compareFolders([grown.siteFolder(), other.siteFolder()]);
    expect(await fetchResponses(other)).toEqual(await fetchResponses(grown));
    await findPeople(other, grown);
  });

  it('contains no secrets and lists its contents', async () => {
    const unpacked = path.join(folder, 'unpacked');
    mkdirSync(unpacked);
    await extract({ file: archive, cwd: unpacked });
    const all = [...filesBelow(unpacked).values()].join('\n');
    const hashes = original.context.database.raw
      .prepare("SELECT DISTINCT password_hash FROM users WHERE password_hash <> '!'")
      .pluck()
      .all() as string[];
    const received = [...hashes, LINK_HASH, '"passwordHash"'].filter((secret) =>
      all.includes(secret),
    );
    expect(received).toEqual([]);
    expect(hashes.length > 0 && all.includes('mia@example.org')).toBe(true);
    const manifest = JSON.parse(readFileSync(path.join(unpacked, 'manifest.json'), 'utf8'));
    const rows = Object.fromEntries(
      manifest.resources.map(({ name, rows }: { name: string; rows: number }) => [name, rows]),
    );
    const count = (table: string) =>
      original.context.database.raw.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
    const { users, articles, comments, media } = rows;
    expect({ users, articles, comments, media }).toEqual(
      Object.fromEntries(
        ['users', 'articles', 'comments', 'media'].map((table) => [table, count(table)]),
      ),
    );
    expect(rows['former-slugs']).toBe(1);
  });

  it('of a version with fewer columns gives the new columns their defaults', async () => {
    const file = await forge((root) => {
      edit('products', /"suggestedPrice":\w+,/g, '')(root);
      edit('products', /"description":"(?:[^"\\]|\\.)*",/g, '')(root);
    });
    using site = openTemporarySite(original.context.markdown);
    await importSite(site.context, file);
    const products = site.context.database.raw.prepare(
      'SELECT DISTINCT suggested_price, description FROM products',
    );
    expect(products.all()).toEqual([{ suggested_price: null, description: '' }]);
  });

  it('is refused where there is something already, and nothing changes', async () => {
    await expect(importSite(original.context, archive)).rejects.toThrow(
      /only be imported into an empty site; this one has \d+ articles, .+ accounts\./,
    );
  });
});

/** Checks that members keep their accounts and content, and sign in only after setting a new password. */
async function findPeople(site: Site, origin: Site): Promise<void> {
  const { app, context } = site;
  const signIn = (email: string, password: string) =>
    app.inject({
      method: 'POST',
      url: '/api/user/login',
      headers: { 'sec-fetch-site': 'same-origin' },
      payload: { email, password, rememberMe: false },
    });
  expect((await signIn('mia@example.org', TEST_PASSWORD)).statusCode).toBe(401);
  expect((await signIn(OWNER, TEST_PASSWORD)).statusCode).toBe(200);
  await app.inject({
    method: 'POST',
    url: '/api/user/forgot',
    headers: { 'sec-fetch-site': 'same-origin' },
    payload: { email: 'mia@example.org' },
  });
  const written = context.database.raw.prepare('SELECT 1 FROM emails WHERE recipient = ?');
  await until('the email is written', () => written.get('mia@example.org') !== undefined);
  const { token } = await emailTo(context, 'mia@example.org', /password/i);
  const reset = await app.inject({
    method: 'POST',
    url: '/api/user/reset',
    headers: { 'sec-fetch-site': 'same-origin' },
    payload: { token, password: 'another sound passphrase' },
  });
  expect(reset.statusCode).toBe(200);
  expect((await signIn('mia@example.org', 'another sound passphrase')).statusCode).toBe(200);
  const namesOf = (one: Site) =>
    one.context.database.raw.prepare('SELECT name FROM users ORDER BY id').pluck().all();
  expect(namesOf(site)).toEqual(namesOf(origin));
}

function readRows(root: string, resource: string): Record<string, unknown>[] {
  const lines = readFileSync(path.join(root, 'data', `${resource}.jsonl`), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

/** Unpacks, changes, and packs again with hashes and counts that are right. */
async function forge(change: (root: string) => void): Promise<string> {
  const root = mkdtempSync(path.join(folder, 'forged-'));
  await extract({ file: archive, cwd: root });
  change(root);
  const file = path.join(root, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  for (const [at, { name }] of manifest.files.entries()) {
    manifest.files[at] = await describeFile(root, name);
  }
  writeFileSync(file, JSON.stringify(manifest));
  const names = ['manifest.json', ...manifest.files.map(({ name }: { name: string }) => name)];
  const packed = `${root}.tar.gz`;
  await create({ cwd: root, file: packed, gzip: true, portable: true }, names);
  return packed;
}
const edit = (resource: string, from: RegExp | string, to: string) => (root: string) => {
  const file = path.join(root, 'data', `${resource}.jsonl`);
  const before = readFileSync(file, 'utf8');
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  writeFileSync(file, after);
};

describe('a site export of format 1', () => {
  // Written by the code before the names changed.
  const file = fileURLToPath(
    new URL('../../testing/archives/site-export-format-1.tar.gz', import.meta.url),
  );
  const renamed: Record<string, string> = {
    'notification-choices': 'notification-preferences',
    'product-pictures': 'product-images',
    'product-news': 'update-notifications',
  };
  const changedValues: Record<string, Record<string, string>> = {
    disputes: { answer: 'seller' },
    notifications: { 'news:6': 'update:6' },
  };

  it('keeps all rows and files, under their present names', async () => {
    using site = openTemporarySite(original.context.markdown);
    const unpack = async (archiveFile: string, name: string) => {
      const root = path.join(folder, name);
      mkdirSync(root);
      await extract({ file: archiveFile, cwd: root });
      const manifest = JSON.parse(readFileSync(path.join(root, 'manifest.json'), 'utf8'));
      return { root, manifest };
    };
    const imported = await importSite(site.context, file);
    const rewritten = path.join(folder, 'format-2.tar.gz');
    await writeSiteExport(site.context, rewritten);
    const before = await unpack(file, 'format-1');
    const after = await unpack(rewritten, 'format-2');
    expect([before.manifest.format, after.manifest.format]).toEqual([1, 2]);
    expect(imported.resources).toEqual(after.manifest.resources);
    // Columns keep their order, so that their values can be compared without their names.
    for (const { name, rows } of before.manifest.resources) {
      const current = renamed[name] ?? name;
      const expected = readRows(before.root, name).map((row) =>
        Object.values(row).map((value) => changedValues[name]?.[String(value)] ?? value),
      );
      const found = readRows(after.root, current);
      expect(found.map(Object.values), current).toEqual(expected);
      expect(found.length, current).toBe(rows);
    }
    const [oldContact, newContact] = [before, after].map(({ root }) =>
      readFileSync(path.join(root, 'content/profile/contact.json'), 'utf8'),
    );
    expect(oldContact).toContain('"answerTime"');
    expect(newContact).toBe(oldContact?.replace('"answerTime"', '"responseTime"'));
    const media = readdirSync(path.join(before.root, 'media'));
    expect(readdirSync(path.join(after.root, 'media'))).toEqual(media);
  });

  it('contains rows of every resource with other names', async () => {
    const root = mkdtempSync(path.join(folder, 'earlier-'));
    await extract({ file, cwd: root });
    const columns = {
      'notification-choices': 'byMail',
      'product-pictures': 'mediaId',
      products: 'sells',
      'product-news': 'reached',
      notifications: 'about',
      comments: 'answersId',
      'game-reviews': 'signals',
      'order-lines': 'picture',
      refunds: 'looks',
      disputes: 'toldAt',
      library: 'keysOwed',
      'licence-keys': 'givenAt',
      'article-alerts': 'reached',
      newsletters: 'wishedAt',
      subscribers: 'askedAt',
    };
    for (const [resource, column] of Object.entries(columns)) {
      expect(Object.keys(readRows(root, resource)[0] ?? {}), resource).toContain(column);
    }
  });

  it('is converted with its contact messages, reports and settings', async () => {
    using site = openTemporarySite(original.context.markdown);
    const earlier = await forge((root) => {
      edit('contact-messages', '"emailedAt"', '"mailedAt"')(root);
      edit('comment-reports', '"resolvedAt":null', '"settledAt":5')(root);
      edit('settings', '"email-about-messages"', '"mail-about-messages"')(root);
      const manifest = path.join(root, 'manifest.json');
      writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"format": 2', '"format": 1'));
    });
    await importSite(site.context, earlier);
    expect(settingOf(site.context.database, 'email-about-messages')).toBe(false);
    const messages = site.context.database.raw.prepare('SELECT name FROM contact_messages');
    expect(messages.pluck().all()).toEqual(['Kim']);
    const reports = site.context.database.raw.prepare('SELECT resolved_at FROM comment_reports');
    expect(reports.pluck().all()).toContain(5);
  });
});

describe('an invalid site export', { tags: ['topic'] }, () => {
  const cut = (share: number) => async () => {
    const file = path.join(folder, `cut-${share}.tar.gz`);
    writeFileSync(file, readFileSync(archive));
    truncateSync(file, Math.floor(readFileSync(archive).length * share));
    return file;
  };

  it.each<[string, () => Promise<string>, RegExp]>([
    ['is cut short', cut(0.6), /file is incomplete/],
    ['has nothing in it', cut(0), /manifest|file is incomplete/],
    [
      'has other bytes than were packed',
      async () => {
        const root = mkdtempSync(path.join(folder, 'altered-'));
        await extract({ file: archive, cwd: root });
        edit('users', 'Mia', 'Mio')(root);
        const { files } = JSON.parse(readFileSync(path.join(root, 'manifest.json'), 'utf8'));
        const names = files.map(({ name }: { name: string }) => name);
        const file = `${root}.tar.gz`;
        await create({ cwd: root, file, gzip: true, portable: true }, ['manifest.json', ...names]);
        return file;
      },
      /users\.jsonl in it is damaged/,
    ],
    [
      'has a path for an address',
      () => forge(edit('articles', /"slug":"[^"]+"/, '"slug":"../../x"')),
      /articles, line \d+: slug/,
    ],
    [
      'has a link that runs',
      () => forge(edit('users', 'https://mia.example.org', 'javascript:alert(1)')),
      /users, line \d+: websites/,
    ],
    [
      'has a page for an image',
      () =>
        forge((root) => {
          const [name = ''] = readdirSync(path.join(root, 'media'));
          writeFileSync(path.join(root, 'media', name), '<script>alert(1)</script>');
        }),
      /is not an image/,
    ],
    [
      'has a row more than it says',
      () => forge(edit('categories', /^/, '{"id":99,"kind":"article","name":"More"}\n')),
      /rows instead of/,
    ],
    [
      'refers to an unknown user',
      () => forge(edit('articles', /"authorId":\d+/, '"authorId":4711')),
      /do not match/,
    ],
    [
      'is of a format to come',
      () =>
        forge((root) => {
          const file = path.join(root, 'manifest.json');
          writeFileSync(file, readFileSync(file, 'utf8').replace('"format": 2', '"format": 3'));
        }),
      /import it with a newer version/,
    ],
  ])('is rejected without changes if it %s', async (_, make, errorMessage) => {
    using site = openTemporarySite(original.context.markdown);
    const file = await make();
    const error: unknown = await importSite(site.context, file).catch((caught) => caught);
    expect(error).toBeInstanceOf(SiteImportError);
    expect(String(error)).toMatch(errorMessage);
    for (const table of ['users', 'articles', 'media', 'jobs']) {
      const count = site.context.database.raw.prepare(`SELECT count(*) FROM ${table}`);
      expect(count.pluck().get(), table).toBe(0);
    }
  });

  it('is not unpacked onto a disk with too little space, whatever its compression', async () => {
    const zeros = await forge((root) => {
      const [name = ''] = readdirSync(path.join(root, 'media'));
      writeFileSync(path.join(root, 'media', name), Buffer.alloc(8 * 1_048_576));
    });
    expect(statSync(zeros).size).toBeLessThan(7_000_000);
    using site = openTemporarySite(original.context.markdown);
    using _disk = fakeDiskSpace({ free: 7, total: 100 });
    await expect(importSite(site.context, zeros)).rejects.toThrow(
      /nothing was changed\. Its files need [\d.]+ MB of disk space, and 7\.0 MB are free/,
    );
  });

  it('is rendered from its Markdown, ignoring its HTML', async () => {
    using site = openTemporarySite(original.context.markdown);
    const text = 'Text with an image.';
    const file = await forge(edit('articles', text, '<script>alert(1)</script>Words.'));
    await importSite(site.context, file);
    const html = site.context.database.raw
      .prepare("SELECT html FROM articles WHERE slug = 'under-its-second-name'")
      .pluck()
      .get();
    expect(html).toContain('Words.');
    expect(html).not.toContain('<script');
  });
});
