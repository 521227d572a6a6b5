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
  /** For `inject({ cookies })`: what the browser would send to /api/user. */
  cookies: Record<string, string>;
  /** For `inject({ headers })`: the cookies, sent by a page of our own. */
  headers: { cookie: string; 'sec-fetch-site': 'same-origin' };
}

type SignInOptions = Partial<Omit<typeof users.$inferInsert, 'role'>> & {
  role?: 'admin' | 'basic';
};

/** Stores a user with a session of their own, without the cost of a real sign-in. */
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

/** A further session of a user, as after a day on which the one before has ended. */
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
