import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { ArticleResponse } from '#contracts/article.ts';
import { ROLE_ADMIN, ROLE_BASIC } from '#contracts/user.ts';
import type { users } from '../db/schema/accounts.ts';
import { openKeyring } from '../services/keyring.ts';
import { startSession } from '../services/sessions/sessions.ts';
import type { TestApp } from './build-test-app.ts';
import { insertTestUser } from './factories.ts';
import { pixelPng, uploadForm } from './upload-form.ts';

export interface SignedIn {
  user: typeof users.$inferSelect;
  sessionId: string;
  accessToken: string;
  refreshToken: string;
  /** Cookies that the browser sends to /api/user, for `inject({ cookies })`. */
  cookies: Record<string, string>;
  /** Headers of a same-origin request with the cookies, for `inject({ headers })`. */
  headers: { cookie: string; 'sec-fetch-site': 'same-origin' };
}

type SignInOptions = Partial<Omit<typeof users.$inferInsert, 'role'>> & {
  role?: 'admin' | 'basic';
};

/** Calls the API as one user: `call('PUT /api/articles/x', { draft: true })`. */
export type Caller = (
  methodAndUrl: string,
  payload?: InjectOptions['payload'],
  headers?: Record<string, string>,
) => Promise<LightMyRequestResponse>;

/** Creates a function that calls the API with the cookies of `person`, or as a guest without one. */
export function callerOf(app: FastifyInstance, person?: Pick<SignedIn, 'headers'>): Caller {
  return (methodAndUrl, payload, headers = {}) => {
    const [method = 'GET', url = '/'] = methodAndUrl.split(' ', 2);
    return app.inject({
      method: method as 'GET',
      url,
      headers: { ...person?.headers, ...headers },
      ...(payload !== undefined && { payload }),
    });
  };
}

const coverCache = new WeakMap<Caller, { public_id: string }>();

/** Uploads an image for articles, once for each caller. @returns the `images` of an article */
export async function coverByApi(call: Caller): Promise<{ public_id: string }> {
  const cached = coverCache.get(call);
  if (cached) return cached;
  const { body, headers } = uploadForm([{ bytes: pixelPng, name: 'cover.png' }]);
  const response = await call('POST /api/upload?folder=articles', body, headers);
  if (response.statusCode !== 201) throw new Error(`not uploaded: ${response.body}`);
  const images = { public_id: response.json().result.public_id };
  coverCache.set(call, images);
  return images;
}

/** Fields that a published article requires, except the image, which `coverByApi` uploads. */
export const publishable = {
  title: 'A note on tests',
  subtitle: 'Sentences about behaviour',
  description: 'Why tests read like sentences.',
  markdown: 'A test is a sentence.\n',
  draft: false,
};

/** Creates an article by POST /api/articles: published and with an image, unless `fields` overrides it. */
export async function createByApi(
  call: Caller,
  fields: Record<string, unknown> = {},
): Promise<ArticleResponse> {
  const images = fields.draft || fields.images ? undefined : await coverByApi(call);
  const response = await call('POST /api/articles', { images, ...publishable, ...fields });
  if (response.statusCode !== 201) throw new Error(`not created: ${response.body}`);
  return response.json().article;
}

/** Stores a user with a session, without the cost of a real sign-in. */
export async function signedInAs(
  test: Pick<TestApp, 'app' | 'context'>,
  options: SignInOptions = {},
): Promise<SignedIn> {
  const { role = 'basic', ...columns } = options;
  const user = insertTestUser(test.context.database, {
    ...columns,
    role: role === 'admin' ? ROLE_ADMIN : ROLE_BASIC,
  });
  return signedInAgain(test, user);
}

/** Starts another session of a user. */
export async function signedInAgain(
  { context, app }: Pick<TestApp, 'app' | 'context'>,
  user: SignedIn['user'],
): Promise<SignedIn> {
  const key = openKeyring(context.config.dataFolder)('refresh-token');
  const grant = await context.database.write((transaction) =>
    startSession(transaction, key, { user, remember: false, userAgent: '', now: context.clock() }),
  );
  const accessToken = app.accessTokens.sign({
    sessionId: grant.sessionId,
    publicId: user.publicId,
  });
  const refreshToken = grant.refreshToken ?? '';
  const cookies = {
    [app.sessionCookies.names.access]: accessToken,
    [app.sessionCookies.names.refresh]: refreshToken,
  };
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  return {
    user,
    sessionId: grant.sessionId,
    accessToken,
    refreshToken,
    cookies,
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  };
}
