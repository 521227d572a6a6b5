import { beforeEach, describe, expect, it } from 'vitest';
import { articleLikes, savedArticles } from '../../db/schema/articles.ts';
import { type Caller, callerOf, type SignedIn, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import {
  insertTestArticle,
  insertTestProduct,
  insertTestUser,
  TEST_PASSWORD,
} from '../../testing/factories.ts';

let test: TestApp;
let person: SignedIn;
let member: Caller;
let authorId: number;
beforeEach(async () => {
  test = await buildTestApp();
  person = await signedInAs(test);
  member = callerOf(test.app, person);
  authorId = insertTestUser(test.context.database, { publicId: 'author' }).id;
  return () => test.close();
});

const article = (fields: Partial<Parameters<typeof insertTestArticle>[1]> = {}) =>
  insertTestArticle(test.context.database, { authorId, ...fields });

describe('the lists of a user', () => {
  it('hold liked and saved articles and the cart in every response to the owner', async () => {
    const [first, second] = [article(), article()];
    const product = insertTestProduct(test.context.database, { title: 'Book', price: 1999 });
    for (const { publicId } of [first, second]) {
      await member(`PUT /api/articles/${publicId}/likes`);
      test.clock.advance(1);
    }
    await member(`PUT /api/articles/${first.publicId}/saves`);
    await member('PATCH /api/user/addcart', { cart: [{ _id: product.publicId, quantity: 1 }] });
    const lists = {
      articles: [],
      likedArticles: [second.publicId, first.publicId],
      savedArticles: [first.publicId],
      cart: [{ _id: product.publicId, title: 'Book', price: 19.99, quantity: 1, subtotal: 19.99 }],
    };

    expect((await member('GET /api/user/info')).json().users).toMatchObject(lists);
    const own = await member(`GET /api/user/${person.user.publicId}`);
    expect(own.json().users[0]).toMatchObject(lists);
    const saved = await member('PUT /api/user/profile', { title: 'Reader' });
    expect(saved.json().users).toMatchObject(lists);
    const login = await callerOf(test.app)(
      'POST /api/user/login',
      { email: person.user.email, password: TEST_PASSWORD },
      { 'sec-fetch-site': 'same-origin' },
    );
    expect(login.json().user).toMatchObject(lists);
  });

  it('are private: other users see published articles only', async () => {
    const live = article();
    article({ draft: true, publishedAt: null });
    const liked = article({ authorId: person.user.id });
    await member(`PUT /api/articles/${liked.publicId}/likes`);
    for (const call of [callerOf(test.app), callerOf(test.app, await signedInAs(test))]) {
      const author = (await call('GET /api/user/author')).json().users[0];
      expect(author.articles).toEqual([live.publicId]);
      const other = (await call(`GET /api/user/${person.user.publicId}`)).json().users[0];
      expect(Object.keys(other)).not.toContain('likedArticles');
      expect(Object.keys(other)).not.toContain('savedArticles');
      expect(Object.keys(other)).not.toContain('cart');
    }
  });

  it('omit articles for members only and private articles', async () => {
    article();
    await test.context.database.write(() =>
      test.context.database.raw.exec(
        `UPDATE users SET privacy = '{"articles":"me"}' WHERE public_id = 'author'`,
      ),
    );
    const [author] = (await member('GET /api/user/author')).json().users;
    expect(Object.keys(author)).not.toContain('articles');
  });

  it('include drafts and archived articles for their author, but not the bin', async () => {
    const admin = await signedInAs(test, { role: 'admin' });
    const own = (fields: Partial<Parameters<typeof insertTestArticle>[1]>) =>
      article({ authorId: admin.user.id, ...fields }).publicId;
    const ids = [
      own({ publishedAt: 30 }),
      own({ publishedAt: 20, archived: true }),
      own({ publishedAt: null, createdAt: 10, draft: true }),
    ];
    own({ deletedAt: 1 });
    const call = callerOf(test.app, admin);
    expect((await call('GET /api/user/info')).json().users.articles).toEqual(ids);
  });

  it('hold the newest hundred readable articles', async () => {
    const { database } = test.context;
    const userId = person.user.id;
    const rows = Array.from({ length: 103 }, () => article());
    for (const [createdAt, { id: articleId }] of rows.entries()) {
      database.query.insert(articleLikes).values({ articleId, userId, createdAt }).run();
      database.query.insert(savedArticles).values({ articleId, userId, createdAt }).run();
    }
    const [gone, ...readable] = rows.map(({ publicId }) => publicId).reverse();
    database.raw.exec(`UPDATE articles SET draft = 1 WHERE public_id = '${gone}'`);
    const { likedArticles, savedArticles: saved } = (await member('GET /api/user/info')).json()
      .users;
    expect(likedArticles).toEqual(readable.slice(0, 100));
    expect(saved).toEqual(likedArticles);
    const changed = await member(`PUT /api/user/${person.user.publicId}`, { notifications: false });
    expect(changed.json().likedArticles).toEqual(likedArticles);
    expect(changed.json().savedArticles).toEqual(saved);
  });
});
