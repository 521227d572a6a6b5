import { existsSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { upsertSetting } from '../db/repositories/site.ts';
import { type Caller, callerOf, createByApi, signedInAs } from '../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { commentAs, commentsOf, guestHeader } from '../testing/comments.ts';
import {
  changedFiles,
  listSiteFiles,
  readSiteFile,
  startTestRelease,
  type TestRelease,
} from '../testing/test-release.ts';
import { startTestSite, type TestSite } from '../testing/test-site.ts';
import { until } from '../testing/until.ts';
import { pixelPng, uploadForm } from '../testing/upload-form.ts';

let test: TestApp;
let admin: Caller;
let release: TestRelease;
let article: { _id: string; slug: string };

beforeEach(async () => {
  test = await buildTestApp();
  admin = callerOf(test.app, await signedInAs(test, { role: 'admin', name: 'Olive Owner' }));
  article = await createByApi(admin);
  release = await startTestRelease(test);
  return () => test.close();
});

const page = () => readSiteFile(release.siteFolder, `/blog/${article.slug}`) ?? '';
const write = (comment: string, parent?: string) =>
  commentAs(admin, test.clock, article._id, { comment, ...(parent && { parent }) });

/** Stores an approved comment of a new member. */
async function publishAs(name: string, text: string) {
  const member = await signedInAs(test, { name });
  const call = callerOf(test.app, member);
  const { comment } = await commentAs(call, test.clock, article._id, { comment: text });
  await admin('POST /api/admin/comments/decide', { ids: [comment._id], decision: 'approve' });
  return { member, call, comment };
}

/** Renders all new comments. @returns the number of rendered pages */
async function renderComments(): Promise<number> {
  test.clock.advance(300);
  return release.renderComments();
}
/** Matches the heading with a number of comments, regardless of its elements. */
const headingOf = (comments: number) =>
  new RegExp(`Responses \\((<[^>]+>)?${comments}(</[^>]+>)?\\)`);
const count = (text: string, part: string) => text.split(part).length - 1;

describe('the static page of an article', () => {
  it('shows No Comments for an article without comments', () => {
    expect(page()).toMatch(headingOf(0));
    expect(page()).toContain('No Comments');
    expect(page()).toContain('"commentCount":0');
  });

  it('contains a form without JavaScript while guests may comment', async () => {
    const form = `<form class="field" method="post" action="/api/articles/${article._id}/comments">`;
    expect(count(page(), form)).toBe(1);
    const { database, clock } = test.context;
    upsertSetting(database.query, 'guest-comments', false, clock());
    await write('A word');
    await renderComments();
    expect(page()).not.toContain(form);
    upsertSetting(database.query, 'guest-comments', true, clock());
    await admin(`PUT /api/articles/${article._id}`, { archived: true });
    await release.publish();
    expect(page()).toContain('This article is archived');
    expect(page()).not.toContain(form);
  });

  it('contains public comments with their replies, which no other page shows', async () => {
    const before = listSiteFiles(release.siteFolder);
    const top = await write('A **bold** word');
    await write('And a reply', top.comment._id);
    expect(await renderComments()).toBe(1);
    expect(page()).toMatch(headingOf(2));
    expect(page()).toContain('<p>A <strong>bold</strong> word</p>');
    expect(page().indexOf('And a reply')).toBeGreaterThan(page().indexOf('bold'));
    expect(page()).toContain('Olive Owner');
    expect(page()).toContain(`id="comment-${top.comment._id}"`);
    expect(page()).not.toContain('No Comments');
    expect(changedFiles(before, listSiteFiles(release.siteFolder))).toEqual([
      `blog/${article.slug}/index.html`,
    ]);
  });

  it('contains structured data of the comments after the text', async () => {
    await write('For </script> robots <!-- too');
    await renderComments();
    const blocks = [...page().matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
    const posts = blocks
      .map(([, json]) => JSON.parse(json ?? ''))
      .filter((block) => block['@type'] === 'BlogPosting');
    expect(posts.map((post) => post['@id'])).toEqual([posts[0]['@id'], posts[0]['@id']]);
    expect(posts.filter((post) => 'commentCount' in post)).toMatchObject([{ commentCount: 1 }]);
    const comments = posts.flatMap((post) => post.comment ?? []);
    expect(comments).toMatchObject([
      {
        '@type': 'Comment',
        text: 'For </script> robots <!-- too',
        author: { name: 'Olive Owner' },
      },
    ]);
    expect(page().indexOf('"comment":')).toBeGreaterThan(page().indexOf('A test is a sentence'));
  });

  it('is rendered once for 100 comments, and stays small', async () => {
    for (let number = 1; number <= 100; number += 1) await write(`Comment number ${number} of all`);
    expect(await renderComments()).toBe(1);
    expect(page()).toMatch(headingOf(100));
    expect(count(page(), 'comments__item')).toBeLessThanOrEqual(20);
    expect(page()).toContain('Comment number 100 of all');
    expect(page()).toContain('the most relevant and most recent');
    expect(await renderComments()).toBe(0);
  }, 240_000);

  it('has a limited size with long comments', async () => {
    for (let number = 1; number <= 15; number += 1) {
      await write(`${'**a** '.repeat(830)} ${number}`);
    }
    await renderComments();
    expect(page().length).toBeLessThan(150_000);
    expect(page()).toMatch(headingOf(15));
  });

  it('shows liked comments before new ones', async () => {
    const liked = await write('Liked');
    await write('Newest');
    const member = callerOf(test.app, await signedInAs(test));
    await member(`PUT /api/comments/${liked.comment._id}/likes`);
    await renderComments();
    expect(page().indexOf('<p>Liked')).toBeLessThan(page().indexOf('<p>Newest'));
  });

  it('omits deleted, rejected and held comments', async () => {
    const [gone, rejected] = [await write('To be deleted'), await write('To be rejected')];
    const guest = callerOf(test.app);
    const sameOrigin = { 'sec-fetch-site': 'same-origin' };
    const held = await commentAs(guest, test.clock, article._id, { comment: 'From a guest' });
    await renderComments();
    expect(page()).not.toContain('From a guest');
    const decide = (decision: string, id: string) =>
      admin('POST /api/admin/comments/decide', { ids: [id], decision });
    await decide('approve', held.comment._id);
    await renderComments();
    expect(page()).toContain('From a guest');
    expect(page()).toContain('Anonymous');
    expect(page()).toMatch(headingOf(3));

    await admin(`DELETE /api/comments/${gone.comment._id}`);
    await decide('reject', rejected.comment._id);
    const changed = await guest(
      `PUT /api/comments/${held.comment._id}`,
      { comment: 'Something else' },
      { ...sameOrigin, ...guestHeader(held.guestToken) },
    );
    expect(changed.statusCode).toBe(200);
    expect(await renderComments()).toBe(1);
    expect(page()).toContain('No Comments');
    expect(page()).not.toMatch(/To be|From a guest|Something else/);
  });

  it('shows a placeholder for a deleted comment with replies', async () => {
    const top = await write('Gone soon');
    await write('Left alone', top.comment._id);
    await admin(`DELETE /api/comments/${top.comment._id}`);
    await renderComments();
    expect(page()).toContain('This comment has been deleted.');
    expect(page()).toContain('Left alone');
    expect(page()).not.toContain('Gone soon');
    expect(page()).toMatch(headingOf(1));
  });

  it('links names to public profiles only', async () => {
    const { member, call } = await publishAs('Ann Able', 'I was here');
    await renderComments();
    const link = `<a href="/member/${member.user.publicId}">Ann Able</a>`;
    expect([page().includes('Ann Able'), page().includes(link)]).toEqual([true, false]);
    await call('PUT /api/user/profile', { privacy: { profile: 'public' } });
    expect(await renderComments()).toBe(1);
    expect(page()).toContain(link);
    await admin(`PUT /api/admin/users/${member.user.publicId}`, { suspended: true });
    expect(await renderComments()).toBe(1);
    expect([page().includes('Ann Able'), page().includes('/member/')]).toEqual([true, false]);
  });

  it('shows a changed avatar at a new URL', async () => {
    const { member, call } = await publishAs('Ann Able', 'Look at me');
    const avatarUrls: (string | undefined)[] = [];
    for (const name of ['first', 'second']) {
      test.context.database.raw
        .prepare('INSERT INTO avatars (public_id, user_id, name, created_at) VALUES (?, ?, ?, 0)')
        .run(name, member.user.id, name);
      const saved = await call('PUT /api/user/profile', { avatar: name });
      expect(saved.statusCode).toBe(200);
      const [listed] = (await commentsOf(callerOf(test.app), article._id)).comments;
      await renderComments();
      const renderedUrl = /class="avatar".*?<img src="([^"]+)"/s.exec(page())?.[1];
      expect(listed?.avatar).toBe(renderedUrl);
      avatarUrls.push(renderedUrl);
    }
    expect(avatarUrls).toEqual(
      ['first', 'second'].map((name) => `/media/avatars/${name}-192.webp`),
    );
  });

  it('adds the avatar of a member to the release, and removes it again', async () => {
    const { call } = await publishAs('Ann Able', 'Look at me');
    const { body, headers } = uploadForm([{ bytes: pixelPng }]);
    const { result } = (await call('POST /api/upload?folder=avatars', body, headers)).json();
    const saved = await call('PUT /api/user/profile', { avatar: result.public_id });
    await renderComments();
    const file = path.join(release.siteFolder, saved.json().users.avatar);
    expect(page()).toContain(`src="${saved.json().users.avatar}"`);
    expect(existsSync(file)).toBe(true);
    await call('PUT /api/user/profile', { avatar: null });
    expect(existsSync(file)).toBe(false);
  });

  it('shows to whom a reply responds', async () => {
    const top = await write('The beginning');
    const reply = await write('An answer', top.comment._id);
    await write('And back', reply.comment._id);
    await renderComments();
    expect(page()).toMatch(/Olive Owner<\/strong>\s*<span>to Olive Owner<\/span>/);
  });

  it('omits the names of deleted members', async () => {
    const { call } = await publishAs('Ann Able', 'I was here');
    await renderComments();
    expect(page()).toContain('Ann Able');
    const deletion = await call('DELETE /api/account', { comments: 'keep' });
    expect(deletion.statusCode).toBe(200);
    await renderComments();
    expect(page()).toContain('I was here');
    expect(page()).toContain('Deleted member');
    expect(page()).not.toContain('Ann Able');
  });

  it('omits the comments of members who delete them with their account', async () => {
    const { call, comment } = await publishAs('Bob Best', 'I was here');
    await write('A reply', comment._id);
    await call('DELETE /api/account', { comments: 'remove' });
    await renderComments();
    expect(page()).not.toMatch(/I was here|Bob Best|Deleted member/);
    expect(page()).toContain('A reply');
    const texts = test.context.database.raw.prepare('SELECT text FROM comments').pluck().all();
    expect(texts).toEqual(['', 'A reply']);
  });
});

it('creates no page for comments on unreadable articles', async () => {
  await write('A word');
  await admin(`DELETE /api/articles/${article._id}`);
  await release.publish();
  expect(await renderComments()).toBe(1);
  expect(existsSync(path.join(release.siteFolder, 'blog', article.slug))).toBe(false);
  const states = test.context.database.raw
    .prepare("SELECT DISTINCT state FROM jobs WHERE kind = 'comments'")
    .pluck()
    .all();
  expect(states).toEqual(['done']);
});

it('counts comments in the list of all posts', async () => {
  const top = await write('One');
  await write('Two', top.comment._id);
  const { articles } = (await admin('GET /api/articles')).json();
  expect(articles[0].commentCount).toBe(2);
});

describe('the publisher thread', () => {
  let site: TestSite;
  beforeEach(async () => {
    site = await startTestSite();
    return () => site.close();
  });
  const rendered = () =>
    Number(
      site.context.database.raw
        .prepare("SELECT count(*) FROM jobs WHERE kind = 'comments'")
        .pluck()
        .get(),
    );

  it('publishes and removes many comments with few renderings', { tags: ['verify'] }, async () => {
    const owner = callerOf(site.app, await signedInAs(site, { role: 'admin' }));
    const { _id, slug } = await createByApi(owner);
    const file = () => readSiteFile(site.siteFolder(), `/blog/${slug}`) ?? '';
    await until('the article is there', () => file().includes('No Comments'));
    const started = performance.now();
    const created = await Promise.all(
      Array.from({ length: 60 }, (_, number) =>
        owner(`POST /api/articles/${_id}/comments`, { comment: `Number ${number}` }),
      ),
    );
    await until('all are in the page', () => headingOf(60).test(file()));
    // At most one rendering per quarter of a second, regardless of the speed of the machine.
    expect(rendered()).toBeLessThanOrEqual(2 + (performance.now() - started) / 250);
    const ids = created.map((response) => response.json().comment._id);
    await owner('POST /api/admin/comments/decide', { ids, decision: 'reject' });
    await until('none is in the page', () => file().includes('No Comments'));
    expect(file()).not.toMatch(/Number \d/);
    await site.settled();
  });
});
