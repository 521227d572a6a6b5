import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, callerOf, type SignedIn, signedInAs } from '../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertTestArticle, TEST_PASSWORD } from '../testing/factories.ts';
import { ACCESS_TOKEN_MS } from './session.ts';

/** Whole seconds count. */
const EXPIRED_MS = ACCESS_TOKEN_MS + 1000;

let test: TestApp;
let client: Caller;
let member: SignedIn;
beforeEach(async () => {
  test = await buildTestApp();
  client = callerOf(test.app);
  member = await signedInAs(test, { email: 'ann@example.org' });
});
afterEach(() => test.close());

const authorize = (authorization: string) => ({ authorization });
const comments = () =>
  test.context.database.raw.prepare('SELECT count(*) FROM comments').pluck().get();

describe('a token that is invalid or has expired', () => {
  it('is rejected instead of treating the client as a guest', async () => {
    const article = insertTestArticle(test.context.database, { authorId: member.user.id });
    test.clock.advance(EXPIRED_MS);
    const comment = { content: 'Written by a member.' };
    for (const token of [member.accessToken, 'invented', 'undefined', '']) {
      const headers = authorize(`Bearer ${token}`);
      for (const what of [
        `POST /api/articles/${article.publicId}/comments`,
        'GET /api/articles',
        'GET /api/products',
        'GET /api/user/info',
      ]) {
        const response = await client(what, what.startsWith('POST') ? comment : undefined, headers);
        expect([what, response.statusCode, response.json().code]).toEqual([
          what,
          401,
          'NOT_SIGNED_IN',
        ]);
      }
    }
    expect(comments()).toBe(0);
  });

  it('is rejected despite valid cookies', async () => {
    const headers = { ...member.headers, ...authorize('Bearer invented') };
    expect((await client('GET /api/articles', undefined, headers)).statusCode).toBe(401);
  });

  it('is ignored at sign-in and refresh', async () => {
    test.clock.advance(EXPIRED_MS);
    const headers = authorize(`Bearer ${member.accessToken}`);
    const login = { email: 'ann@example.org', password: TEST_PASSWORD };
    expect((await client('POST /api/user/login', login, headers)).statusCode).toBe(200);
    const person = { name: 'Bob Example', email: 'bob@example.org', password: TEST_PASSWORD };
    expect((await client('POST /api/user/register', person, headers)).statusCode).toBe(201);
    const again = await signedInAs(test, { email: 'carl@example.org' });
    const refresh = await client('GET /api/user/refresh_token', undefined, {
      ...again.headers,
      ...headers,
    });
    expect(refresh.statusCode).toBe(200);
  });

  it.each(['POST /api/user/logout', 'GET /api/user/logout', 'GET /user/logout'])(
    'ends its session by %s once it has expired',
    async (what) => {
      test.clock.advance(EXPIRED_MS);
      const headers = authorize(`Bearer ${member.accessToken}`);
      expect((await client(what, undefined, headers)).json().msg).toBe('You are signed out.');
      const { headers: cookies } = member;
      const refresh = await client('GET /api/user/refresh_token', undefined, cookies);
      expect(refresh.json().code).toBe('SESSION_ENDED');
    },
  );
});

describe('the Authorization header', () => {
  it.each([(token: string) => token, (token: string) => `bearer  ${token} `])(
    'holds the token with or without a scheme',
    async (write) => {
      const headers = authorize(write(member.accessToken));
      const info = await client('GET /api/user/info', undefined, headers);
      expect(info.json().users.email).toBe('ann@example.org');
      const changed = await client(
        'PATCH /api/user/addcart',
        { cart: [] },
        { ...headers, 'sec-fetch-site': 'cross-site' },
      );
      expect(changed.statusCode).toBe(200);
    },
  );

  it.each(['Basic eDp5', 'Basic', 'Digest username="x"', ''])('is ignored as %j', async (value) => {
    expect((await client('GET /api/articles', undefined, authorize(value))).statusCode).toBe(200);
    expect((await client('GET /api/user/info', undefined, authorize(value))).statusCode).toBe(401);
  });
});
