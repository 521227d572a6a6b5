import { afterAll, beforeAll, expect, it } from 'vitest';
import { type NewNotification, notify } from '../services/notifications/notify.ts';
import { type Caller, callerOf, signedInAs } from '../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { commentAs } from '../testing/comments.ts';
import { insertTestArticle, insertTestProduct } from '../testing/factories.ts';

const MISSING = 'nothinghere23456';
const LIVE = 'livearticle23456';

/** All calls outside the admin scope that accept an ID, with the places of the ID. */
const calls: [what: string, body?: (id: string) => object][] = [
  ['GET /api/user/:id'],
  ['GET /api/user/:id/timeline'],
  ['PUT /api/user/:id', () => ({ notifications: true })],
  ['GET /api/articles/:id'],
  ['PUT /api/articles/:id', () => ({ views: 1 })],
  ['PUT /api/articles/:id/likes', () => ({ likes: 9 })],
  ['DELETE /api/articles/:id/likes'],
  ['PUT /api/articles/:id/saves'],
  ['DELETE /api/articles/:id/saves'],
  ['GET /api/articles/:id/reactions'],
  ['GET /api/articles/:id/comments'],
  ['POST /api/articles/:id/comments', () => ({ comment: 'Hello' })],
  ['GET /api/articles/:id/comments/:comment'],
  [`GET /api/articles/${LIVE}/comments/:comment`],
  [`GET /api/articles/${LIVE}/comments?parent=:comment`],
  [`POST /api/articles/${LIVE}/comments`, (parent) => ({ comment: 'Hello', parent })],
  ['GET /api/products/:id'],
  ['PUT /api/comments/:id', () => ({ comment: 'Changed' })],
  ['DELETE /api/comments/:id'],
  ['PUT /api/comments/:id/likes'],
  ['DELETE /api/comments/:id/likes'],
  ['POST /api/comments/:id/reports', () => ({ reason: 'spam' })],
  ['PUT /api/notifications/:id', () => ({ read: true })],
  ['DELETE /api/notifications/:id'],
  ['DELETE /api/account/sessions/:id'],
  ['PUT /api/account/passkeys/:id', () => ({ name: 'Mine' })],
  ['DELETE /api/account/passkeys/:id'],
  ['PUT /api/user/profile', (avatar) => ({ avatar })],
  ['GET /api/products/:id'],
  ['GET /api/user/history/:id'],
  ['POST /api/payment', (paymentID) => ({ paymentID })],
  ['POST /api/library/links', (version) => ({ version })],
  ['GET /api/downloads/:token'],
  ['GET /api/demo-payments/:id'],
  ['POST /api/demo-payments/:id', () => ({ choice: 'approve' })],
  ['POST /api/payment-events/:id', () => ({})],
  ['POST /api/cart', (product) => ({ product })],
  ['PUT /api/cart/:id', () => ({ quantity: 2 })],
  ['DELETE /api/cart/:id'],
  ['GET /api/games/scores/:id'],
  ['POST /api/games/29/scores', (token) => ({ token, rules: 1, inputs: [40, 1] })],
  ['POST /api/destroy', (public_id) => ({ public_id })],
  ['POST /api/destory', (public_id) => ({ public_id })],
];

let test: TestApp;
const call = {} as Record<'guest' | 'bob', Caller>;
/** Ids of things that belong to Ann or to no one yet, by description. */
let ids: Record<string, string>;

beforeAll(async () => {
  test = await buildTestApp();
  const { context, app, clock } = test;
  const { raw } = context.database;
  const owner = await signedInAs(test, { role: 'admin' });
  const ann = await signedInAs(test, { name: 'Ann Able' });
  call.bob = callerOf(app, await signedInAs(test, { name: 'Bob Best' }));
  call.guest = callerOf(app, { headers: { cookie: '', 'sec-fetch-site': 'same-origin' } });
  const article = (columns: object) =>
    insertTestArticle(context.database, { authorId: owner.user.id, ...columns });
  article({ publicId: LIVE, slug: 'live' });
  const draft = article({ draft: true });
  const unpublishedProduct = insertTestProduct(context.database, { state: 'draft', liveAt: null });
  const held = await commentAs(callerOf(app, ann), clock, LIVE, { comment: 'Awaiting moderation' });
  const notification: NewNotification = {
    userId: ann.user.id,
    kind: 'reply',
    title: 'Secret of Ann',
  };
  await context.database.write((transaction) => notify(transaction, context, notification));
  raw
    .prepare(
      `INSERT INTO passkeys (id, user_id, public_id, name, public_key, counter, created_at)
      VALUES ('credential', ?, 'passkeyofann2345', 'Ann', x'00', 0, 1)`,
    )
    .run(ann.user.id);
  raw
    .prepare(
      `INSERT INTO avatars (public_id, user_id, name, created_at) VALUES ('avatarofann23456', ?, 'a', 1)`,
    )
    .run(ann.user.id);
  raw
    .prepare(
      `INSERT INTO contact_messages (public_id, name, email, message, received_at)
      VALUES ('messagetoowner23', 'Ann', 'ann@example.org', 'Private', 1)`,
    )
    .run();
  const one = (sql: string) => String(raw.prepare(sql).pluck().get());
  const account = (await callerOf(app, ann)('GET /api/account')).json().account;
  const annBuys = callerOf(app, ann);
  const product = insertTestProduct(context.database, { state: 'live' });
  await annBuys('POST /api/cart', { product: product.publicId });
  const input = { terms: true, immediate: true };
  const paid = (await annBuys('POST /api/checkout', input)).json().paymentID;
  await annBuys(`POST /api/demo-payments/${paid}`, { choice: 'approve' });
  const { order } = (await annBuys('POST /api/payment', { paymentID: paid })).json();
  const draftProduct = insertTestProduct(context.database, { state: 'draft' });
  const seats = insertTestProduct(context.database, { licenceType: 'seats' });
  await annBuys('POST /api/cart', { product: seats.publicId });
  const open = (await annBuys('POST /api/checkout', input)).json().paymentID;
  const begun = (await annBuys('POST /api/games/29/seeds', { mode: 'easy' })).json().token;
  raw
    .prepare(
      `INSERT INTO game_scores (public_id, user_id, game, mode, day, challenge, score, outcome,
        rules, seed, steps, inputs, created_at)
      VALUES ('scoreofann234567', ?, 29, 'easy', 1, 0, 9, 'won', 1, 1, 1, 'izYx0DGMBQA=', 1)`,
    )
    .run(ann.user.id);
  raw.prepare(`UPDATE users SET privacy = '{"scores":"me"}' WHERE id = ?`).run(ann.user.id);
  ids = {
    'a game that Ann has begun': begun,
    'a score that Ann keeps to herself': 'scoreofann234567',
    'the order of Ann': order._id,
    'the number of the order of Ann': String(order.number),
    'the payment of Ann': paid,
    'the open payment of Ann': open,
    'a product nobody may see': draftProduct.publicId,
    'the session of Ann': account.sessions[0]._id,
    'the session of Ann in the database': ann.sessionId,
    'the passkey of Ann': account.passkeys[0]._id,
    'the notification of Ann': one('SELECT public_id FROM notifications'),
    'the held comment of Ann': held.comment._id,
    'the profile picture of Ann': 'avatarofann23456',
    'an email to Ann': one('SELECT public_id FROM emails'),
    'a message to the owner': 'messagetoowner23',
    'a draft': draft.publicId,
    'the slug of a draft': draft.slug,
    'a draft of a product': unpublishedProduct.publicId,
    'its number': unpublishedProduct.productId,
    'its slug': unpublishedProduct.slug,
    'a scheduled article': article({ scheduledAt: clock.now() + 1e9 }).publicId,
    'an article in the bin': article({ deletedAt: 1 }).publicId,
    'the row of Ann': String(ann.user.id),
    'Ann herself': ann.user.publicId,
  };
});
afterAll(() => test.close());

/** True for the public profile of a member, which is no secret. */
const isKnown = (what: string, whose: string) =>
  whose === 'Ann herself' && what.startsWith('GET /api/user/');

/** Everything but what reading itself leaves behind. */
const everything = () =>
  JSON.stringify(
    ['users', 'sessions', 'passkeys', 'notifications', 'comments', 'avatars', 'emails', 'articles']
      .concat(['orders', 'checkouts', 'cart_lines', 'demo_payments', 'refunds'])
      .concat(['game_likes', 'game_seeds', 'game_scores', 'game_reviews'])
      .concat(['comment_likes', 'comment_reports', 'article_likes', 'saved_articles'])
      .map((table) => test.context.database.raw.prepare(`SELECT * FROM ${table}`).all()),
  );

it('an identifier of another user reveals and changes nothing, on every route', async () => {
  const differences: string[] = [];
  let tried = 0;
  const before = everything();
  for (const [what, body] of calls) {
    for (const who of ['guest', 'bob'] as const) {
      const callWithId = async (id: string) => {
        const response = await call[who](what.replaceAll(/:id|:comment/g, id), body?.(id));
        return `${response.statusCode} ${response.body.replaceAll(id, 'ID')}`;
      };
      const missing = await callWithId(MISSING);
      if (!/^4\d\d /.test(missing)) differences.push(`${who}: ${what}: ${missing}`);
      for (const [whose, id] of Object.entries(ids)) {
        if (isKnown(what, whose)) continue;
        tried += 1;
        const response = await callWithId(id);
        if (response !== missing) differences.push(`${who}: ${what}: ${whose}: ${response}`);
      }
    }
  }
  expect(differences).toEqual([]);
  expect(everything()).toBe(before);
  expect(tried).toBeGreaterThan(300);
});

it('the table names every route outside the admin scope that takes an identifier', () => {
  const named = new Set(calls.map(([what]) => what.replaceAll(/:\w+/g, ':')));
  const routes = test.routes
    .filter(({ url, config }) => /^\/api\/.*:/.test(url) && config?.requiredRole !== 'admin')
    .flatMap(({ method, url }) => [method].flat().map((one) => `${one} ${url}`))
    .filter((route) => !/^(HEAD|OPTIONS) /.test(route))
    // Games are identified by the public number of their page.
    .filter((route) => !/\/api\/games\/:id\//.test(route))
    // Names of GitHub users, who are not users of this site.
    .filter((route) => !route.includes('/api/panels/github/'));
  const missing = routes.filter((route) => !named.has(route.replaceAll(/:\w+/g, ':')));
  expect(missing).toEqual([]);
});
