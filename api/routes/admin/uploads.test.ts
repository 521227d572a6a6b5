import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import type { StoredImage, StoredList, Uploaded } from '#contracts/upload.ts';
import {
  type Caller,
  callerOf,
  createByApi,
  type SignedIn,
  signedInAs,
} from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertTestArticle } from '../../testing/factories.ts';
import { uploadForm } from '../../testing/upload-form.ts';

let test: TestApp;
let owner: SignedIn;
let admin: Caller;
let sides: number;
beforeEach(async () => {
  test = await buildTestApp();
  owner = await signedInAs(test, { role: 'admin' });
  admin = callerOf(test.app, owner);
  sides = 8;
});
afterEach(() => test.close());

/** Uploads an image of a size of its own, a minute after the one before it. */
async function upload(name: string, query = '', who = admin): Promise<Uploaded> {
  sides += 1;
  test.clock.advance(60_000);
  const create = { width: sides, height: sides, channels: 3 as const, background: '#205080' };
  const bytes = await sharp({ create }).png().toBuffer();
  const { body, headers } = uploadForm([{ bytes, name }]);
  const response = await who(`POST /api/upload${query}`, body, headers);
  expect(response.statusCode).toBe(201);
  return response.json().result;
}

const list = async (search = ''): Promise<StoredList> =>
  (await admin(`GET /api/admin/uploads${search}`)).json();
const names = async (search = '') => (await list(search)).uploads.map(({ name }) => name);
const find = async (id: string): Promise<StoredImage | undefined> =>
  (await list('?limit=100')).uploads.find(({ public_id }) => public_id === id);
const files = () => {
  const folder = path.join(test.context.config.dataFolder, 'uploads');
  return existsSync(folder) ? readdirSync(folder) : [];
};

describe('the media library', () => {
  it('lists images with uploader and uses', async () => {
    const image = await upload('C:\\holiday\\me\u0007.png', '?folder=articles');
    const images = { public_id: image.public_id };
    const markdown = `Text\n\n![An image](${image.url} "Title")\n`;
    await createByApi(admin, { title: 'As its image', images });
    await createByApi(admin, { title: 'In a draft', markdown, draft: true });
    const both = await createByApi(admin, { title: 'Both', images, markdown, draft: true });
    expect(await find(image.public_id)).toMatchObject({
      name: 'me.png',
      folder: 'articles',
      width: 9,
      height: 9,
      alt: '',
      used: 3,
      url: image.url,
      by: owner.user.name,
      uses: [
        { kind: 'article', as: 'image and text', name: 'Both', state: 'draft' },
        { kind: 'article', as: 'text', name: 'In a draft', state: 'draft' },
        { kind: 'article', as: 'image', name: 'As its image', state: 'live' },
      ],
    });

    // An edited text no longer uses it, but a deleted article still does.
    await admin(`PUT /api/articles/${both._id}`, { markdown: 'None.\n', images: null });
    expect((await find(image.public_id))?.uses.map(({ name }) => name)).toEqual([
      'In a draft',
      'As its image',
    ]);
    await admin(`DELETE /api/articles/${both._id}`);
    expect((await find(image.public_id))?.used).toBe(2);
  });

  it('counts unsaved drafts as a use until they are saved or discarded', async () => {
    const [first, second] = [await upload('first.png'), await upload('second.png')];
    const live = { title: 'Live', authorId: owner.user.id };
    const { publicId: _id } = insertTestArticle(test.context.database, live);
    for (const [name, fields] of [
      ['a', { markdown: `![](${first.url})\n` }],
      ['b', { images: { public_id: second.public_id } }],
    ] as const) {
      const headers = { 'x-edit-session': `session-${name}`, 'if-match': '"1"' };
      const kept = await admin(`PUT /api/admin/articles/${_id}/autosave`, fields, headers);
      expect(kept.statusCode, kept.body).toBe(200);
    }
    expect(await names('?show=unused')).toEqual([]);
    const use = { as: 'unsaved work', name: 'Live' };
    expect(await find(second.public_id)).toMatchObject({ used: 1, uses: [use] });
    await admin(`DELETE /api/admin/articles/${_id}/copies/session-a`);
    expect(await names('?show=unused')).toEqual(['first.png']);
    // Purging an article deletes its drafts.
    test.context.database.raw.prepare('DELETE FROM articles').run();
    expect(await names('?show=unused')).toEqual(['second.png', 'first.png']);
  });

  it('is searched, filtered, sorted and paged', async () => {
    const boat = await upload('boat.png');
    await upload('Anchor.png');
    const used = await upload('zebra.png');
    await createByApi(admin, { markdown: `![](${used.url})\n`, draft: true });
    await admin(`PUT /api/admin/uploads/${boat.public_id}`, { alt: 'Ein blaues Segelboot' });

    expect(await names()).toEqual(['zebra.png', 'Anchor.png', 'boat.png']);
    expect(await names('?sort=oldest')).toEqual(['boat.png', 'Anchor.png', 'zebra.png']);
    expect(await names('?sort=name')).toEqual(['Anchor.png', 'boat.png', 'zebra.png']);
    expect((await names('?sort=largest')).length).toBe(3);
    expect(await names('?search=SEGEL')).toEqual(['boat.png']);
    expect(await names('?search=bo')).toEqual(['boat.png']);
    expect(await names('?search="%25')).toEqual([]);
    expect(await names('?show=unused')).toEqual(['Anchor.png', 'boat.png']);
    expect(await names('?limit=2&page=2')).toEqual(['boat.png']);
    expect(await list('?limit=2&page=2')).toMatchObject({ result: 3, pages: 2, unused: 2 });
  });

  it('lists avatars separately', async () => {
    const ann = callerOf(test.app, await signedInAs(test, { name: 'Ann' }));
    const avatar = await upload('me.png', '', ann);
    const shown = async () => (await list('?show=avatars&search=ann')).uploads;
    expect(await shown()).toMatchObject([{ by: 'Ann', used: 0, folder: 'avatars', bytes: null }]);
    await ann('PUT /api/user/profile', { avatar: avatar.public_id });
    expect((await shown())[0]?.uses).toMatchObject([{ kind: 'member', as: 'avatar', name: 'Ann' }]);
    expect(await names('?show=avatars&search=bob')).toEqual([]);
    expect(await names()).toEqual([]);
  });

  it('stores alt texts, and keeps existing ones on request', async () => {
    const { public_id: id } = await upload('boat.png');
    const setAltText = async (body: object) =>
      (await admin(`PUT /api/admin/uploads/${id}`, body)).json();
    expect(await setAltText({ alt: ' A boat ' })).toEqual({ msg: 'Saved', alt: 'A boat' });
    expect((await setAltText({ alt: 'A ship', onlyEmpty: true })).alt).toBe('A boat');
    expect((await setAltText({ alt: 'x'.repeat(501) })).fields.alt).toBe(
      '500 characters are the most.',
    );
    expect((await find(id))?.alt).toBe('A boat');
    expect((await admin('PUT /api/admin/uploads/no-such', { alt: '' })).statusCode).toBe(404);
  });

  it('is only available to admins', async () => {
    const ann = callerOf(test.app, await signedInAs(test));
    for (const call of ['GET /api/admin/uploads', 'DELETE /api/admin/uploads/unused']) {
      expect((await ann(call)).json().msg).toBe("You're not an admin");
    }
  });
});

describe('deleting', () => {
  it('names the uses of a used image, and removes it from them on request', async () => {
    const image = await upload('cover.png');
    const { public_id } = image;
    const cover = await createByApi(admin, { title: 'A cover', images: { public_id } });
    const binned = await createByApi(admin, { title: 'In the bin', images: { public_id } });
    await admin(`DELETE /api/articles/${binned._id}`);
    const markdown = `![Words](${image.url})\n`;
    const text = await createByApi(admin, { title: 'A text', markdown, draft: true });
    // A published copy for static file servers.
    const release = path.join(test.context.config.dataFolder, 'releases/1/site/media');
    mkdirSync(release, { recursive: true });
    writeFileSync(path.join(release, path.basename(image.url)), 'x');

    const refused = await admin('POST /api/destroy', { public_id });
    expect([refused.statusCode, refused.json().msg]).toEqual([
      409,
      'This image is used by “A text”, “In the bin”, “A cover”.',
    ]);
    expect(files()).toHaveLength(1);

    const done = await admin('POST /api/destroy', { public_id, used: true });
    expect(done.statusCode).toBe(200);
    expect([files(), readdirSync(release)]).toEqual([[], []]);
    const read = async (id: string) => (await admin(`GET /api/articles/${id}`)).json();
    expect(await read(cover._id)).toMatchObject({ images: null, version: cover.version + 1 });
    expect((await read(text._id)).markdown).toBe(markdown);
    const restored = await admin(`POST /api/articles/${binned._id}/restore`);
    expect(restored.json().article.images).toBeNull();
    // Pages that show it are rendered again.
    const jobs = test.context.database.raw
      .prepare("SELECT payload FROM jobs WHERE kind = 'refresh'")
      .pluck()
      .all();
    expect(jobs.join()).toContain('media:');

    // Restoring the article shows the image again.
    sides -= 1;
    const again = await upload('cover.png');
    expect([again.url, (await find(again.public_id))?.used]).toEqual([image.url, 1]);
  });

  it('all unused images spares used ones and those of the last day', async () => {
    await upload('old.png');
    const used = await upload('used.png');
    await createByApi(admin, { images: { public_id: used.public_id } });
    test.clock.advance(DAY_MS - 60_000);
    // The session has expired.
    admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
    await upload('fresh.png');
    expect(await list()).toMatchObject({ unused: 2, deletable: 1 });
    const deleted = await admin('DELETE /api/admin/uploads/unused');
    expect(deleted.json()).toEqual({ msg: '1 image deleted.', removed: 1 });
    expect(await names()).toEqual(['fresh.png', 'used.png']);
    expect(files()).toHaveLength(2);
  });
});
