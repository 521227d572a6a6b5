import type { AccountResponse, AccountSession } from '#contracts/account.ts';
import { ROLE_ADMIN } from '#contracts/user.ts';
import { iso } from '../../context.ts';
import type { Queryable } from '../../db/database.ts';
import {
  listOpenSessionsOfUser,
  revokeSessionOfUser,
  revokeSessionsOfUser,
} from '../../db/repositories/sessions.ts';
import {
  countRecoveryCodes,
  distrustDevices,
  findOAuthAccountOf,
  listPasskeys,
} from '../../db/repositories/sign-in-methods.ts';
import { findActiveUser } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { NO_PASSWORD } from '../passwords/passwords.ts';
import { unconfirmedEmail } from '../registration/email-address.ts';
import { adminsNeedSecondFactor, secondFactorsOf } from '../second-factors/second-factors.ts';
import type { AccountContext } from './sessions.ts';

/** Browsers and systems in the order of detection: most user agents also name others. */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/^(?=.*\bVersion\/).*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

interface Who {
  userId: number;
  /** Session of the caller. */
  sessionId: string;
}

type Context = Pick<AccountContext, 'database' | 'clock'>;

/** Returns the sign-in methods and sessions of a user. @throws DomainError NOT_SIGNED_IN */
export function readAccount(
  { database, clock, oauthProvider }: Pick<AccountContext, 'database' | 'clock' | 'oauthProvider'>,
  who: { userId: number; sessionId: string },
): AccountResponse['account'] {
  const { query } = database;
  const now = clock();
  const user = findActiveUser(query, who.userId);
  if (!user) throw new DomainError('NOT_SIGNED_IN');
  const waiting = unconfirmedEmail(query, user, now);
  return {
    email: user.email,
    emailConfirmed: user.emailConfirmedAt !== null,
    pendingEmail: waiting === user.email ? null : waiting,
    sessions: listSessions(query, who, now),
    secondFactors: secondFactorsOf(query, user.id),
    passkeys: listPasskeys(query, user.id).map((passkey) => ({
      _id: passkey.publicId,
      name: passkey.name,
      createdAt: iso(passkey.createdAt),
      lastUsedAt: iso(passkey.lastUsedAt),
    })),
    password: user.passwordHash !== NO_PASSWORD,
    oauth: oauthProvider && {
      name: oauthProvider.name,
      login: findOAuthAccountOf(query, user.id, oauthProvider.host)?.login ?? null,
    },
    recoveryCodesLeft: countRecoveryCodes(query, user.id),
    adminsNeedSecondFactor: user.role === ROLE_ADMIN ? adminsNeedSecondFactor(query) : null,
  };
}

/** Lists the open sessions of a user: the current one first, then by last use. */
function listSessions(query: Queryable, who: Who, now: number): AccountSession[] {
  return listOpenSessionsOfUser(query, who.userId, now)
    .toSorted((one, other) => other.lastUsedAt - one.lastUsedAt)
    .map((session) => ({
      _id: session.id,
      device: deviceNameOf(session.userAgent),
      current: session.id === who.sessionId,
      remembered: session.remember,
      createdAt: iso(session.createdAt),
      lastUsedAt: iso(session.lastUsedAt),
    }))
    .toSorted((one, other) => Number(other.current) - Number(one.current));
}

/** Ends a session of a user. @throws DomainError NOT_FOUND */
export async function endSessionOf(
  { database, clock }: Context,
  userId: number,
  sessionId: string,
): Promise<void> {
  await database.write((transaction) => {
    const ended = revokeSessionOfUser(transaction, { id: sessionId, userId, now: clock() });
    if (!ended) throw new DomainError('NOT_FOUND');
    // The device may be lost, so all devices need a second factor at their next sign-in.
    distrustDevices(transaction, userId);
  });
}

/** Ends all sessions of a user except the current one. */
export async function endOtherSessions({ database, clock }: Context, who: Who): Promise<void> {
  await database.write((transaction) => {
    const { userId, sessionId } = who;
    revokeSessionsOfUser(transaction, userId, 'signed out elsewhere', clock(), sessionId);
    distrustDevices(transaction, userId);
  });
}

/** Returns a readable name of a user agent, such as `Firefox on Linux`. */
export function deviceNameOf(userAgent: string): string {
  const named = (list: [RegExp, string][]) => list.find(([sign]) => sign.test(userAgent))?.[1];
  const [browser, system] = [named(browsers), named(systems)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}
