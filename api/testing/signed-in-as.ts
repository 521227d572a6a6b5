import { ROLE_ADMIN, ROLE_BASIC } from '#contracts/user.ts';
import type { users } from '../db/schema/accounts.ts';
import { openKeyring } from '../services/secrets.ts';
import { startSession } from '../services/sessions/sessions.ts';
import type { TestApp } from './build-test-app.ts';
import { insertTestUser } from './factories.ts';

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
