import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { LINK_IN_NAME, NAME_MIN } from '#contracts/session-messages.ts';
import { ROLE_BASIC } from '#contracts/user.ts';
import type { Queryable } from '../../db/client.ts';
import {
  findCodeHostAccount,
  insertCodeHostAccount,
} from '../../db/repositories/code-host-accounts.ts';
import { settingOf } from '../../db/repositories/setting-of.ts';
import {
  findActiveUser,
  findUserByEmail,
  findUserById,
  insertUser,
  type UserRecord,
} from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import {
  type CodeHost,
  CodeHostAway,
  type CodeHostIdentity,
  CodeHostRefused,
} from '../../integrations/code-host.ts';
import { createPublicId } from '../articles/public-id.ts';
import { linkCodeHost } from './code-host-link.ts';
import type { AccountContext } from './context.ts';
import { issueToken, takeToken } from './one-time-tokens.ts';
import { NO_PASSWORD } from './passwords.ts';
import { askSecondFactor } from './second-step.ts';
import { type SessionGrant, startSession } from './sessions.ts';

const KIND = 'code host';
const stateData = z.object({
  verifier: z.string(),
  browser: z.string(),
  remember: z.boolean(),
});

/** Milliseconds somebody may take over there. */
export const CODE_HOST_MS = 10 * 60_000;

/** The service that is configured. @throws DomainError NOT_FOUND */
export function codeHostOf({ codeHost }: Pick<AccountContext, 'codeHost'>): CodeHost {
  if (!codeHost) throw new DomainError('NOT_FOUND');
  return codeHost;
}

const redirectUri = ({ config }: Pick<AccountContext, 'config'>) => `${config.siteUrl}/login`;
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/**
 * Sends somebody to the service. What comes back is only heard from the same browser, which keeps
 * `browser` in a cookie.
 * @param userId who connects an account to theirs; null for signing in
 */
export async function askCodeHost(
  context: AccountContext,
  { userId, remember }: { userId: number | null; remember: boolean },
): Promise<{ url: string; browser: string }> {
  const codeHost = codeHostOf(context);
  const verifier = randomBytes(32).toString('base64url');
  const browser = randomBytes(32).toString('base64url');
  const data = { verifier, browser: hashOf(browser), remember };
  const { token } = await context.database.write((transaction) =>
    issueToken(transaction, { kind: KIND, userId, data, now: context.clock() }),
  );
  const question = { state: token, challenge: hashOf(verifier), redirectUri: redirectUri(context) };
  return { url: codeHost.authorizeUrl(question), browser };
}

interface CameBack {
  code: string;
  state: string;
  /** From the cookie of this browser. */
  browser: string | undefined;
  /** Who is signed in here, if anybody is. */
  viewerId: number | null;
  /** Proof of a known device for the account with this e-mail. */
  deviceOf(email: string): string | null;
  userAgent: string;
}

/**
 * Hears who came back from the service: signs them in, makes an account for them, or connects theirs.
 * @returns null where an account was connected
 * @throws DomainError SIGN_IN_EXPIRED, CODE_HOST_AWAY, EMAIL_TAKEN, STATE_CONFLICT,
 *   REGISTRATION_CLOSED, ACCOUNT_SUSPENDED, SECOND_FACTOR_NEEDED
 */
export async function hearCodeHost(
  context: AccountContext,
  cameBack: CameBack,
): Promise<SessionGrant | null> {
  const codeHost = codeHostOf(context);
  const { database, clock, refreshKey } = context;
  const asked = await database.write((transaction) =>
    takeToken(transaction, KIND, cameBack.state, clock()),
  );
  const { verifier, browser, remember } = stateData.parse(asked?.data ?? nothingAsked);
  if (!asked || !isSame(hashOf(cameBack.browser ?? ''), browser)) {
    throw new DomainError('SIGN_IN_EXPIRED');
  }
  // Who connects an account must still be the one who began.
  if (asked.userId !== null && asked.userId !== cameBack.viewerId) {
    throw new DomainError('SIGN_IN_EXPIRED');
  }
  const identity = await identify(context, codeHost, { code: cameBack.code, verifier });
  if (asked.userId !== null) {
    await linkCodeHost(context, asked.userId, identity);
    return null;
  }
  const known = await database.write((transaction) => ownerOf(context, transaction, identity));
  await askSecondFactor(context, known, { device: cameBack.deviceOf(known.email), remember });
  return database.write((transaction) => {
    const user = findActiveUser(transaction, known.id);
    if (!user) throw new DomainError('SIGN_IN_EXPIRED');
    const { userAgent } = cameBack;
    return startSession(transaction, refreshKey, { user, remember, userAgent, now: clock() });
  });
}

const nothingAsked = { verifier: '', browser: '', remember: false };

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

async function identify(
  context: AccountContext,
  codeHost: CodeHost,
  { code, verifier }: { code: string; verifier: string },
): Promise<CodeHostIdentity> {
  try {
    return await codeHost.identify({ code, verifier, redirectUri: redirectUri(context) });
  } catch (cause) {
    if (cause instanceof CodeHostRefused) throw new DomainError('SIGN_IN_EXPIRED', { cause });
    if (!(cause instanceof CodeHostAway)) throw cause;
    const msg = `${codeHost.name} does not answer as it should.`;
    throw new DomainError('CODE_HOST_AWAY', { msg, cause });
  }
}

/** Whose account that is here; a new one where nobody has the address yet. */
function ownerOf(
  context: AccountContext,
  transaction: Queryable,
  identity: CodeHostIdentity,
): UserRecord {
  const { name, host } = codeHostOf(context);
  const linked = findCodeHostAccount(transaction, { host, subject: identity.subject });
  const owner = linked && findUserById(transaction, linked.userId);
  if (owner?.status === 'suspended') throw new DomainError('ACCOUNT_SUSPENDED');
  if (owner?.status === 'active') return owner;
  if (identity.email === null) {
    const msg = `Your ${name} account has no confirmed e-mail address. Please confirm one there first.`;
    throw new DomainError('STATE_CONFLICT', { msg });
  }
  if (findUserByEmail(transaction, identity.email)) {
    // Whoever signs in here first shows that both are theirs.
    const msg = `There is an account with ${identity.email} already. Please sign in with its password, then connect ${name} on your account page.`;
    throw new DomainError('EMAIL_TAKEN', { msg });
  }
  if (!settingOf(context.database, 'open-registration')) {
    throw new DomainError('REGISTRATION_CLOSED');
  }
  const now = context.clock();
  const user = insertUser(transaction, {
    ...{ publicId: createPublicId(), email: identity.email, name: nameOf(identity) },
    ...{ passwordHash: NO_PASSWORD, role: ROLE_BASIC, createdAt: now, emailConfirmedAt: now },
  });
  const { subject, login } = identity;
  insertCodeHostAccount(transaction, { host, subject, userId: user.id, login, linkedAt: now });
  return user;
}

/** As somebody would have typed it into the form. */
function nameOf({ name, login }: CodeHostIdentity): string {
  const clean = (text: string) =>
    text
      .replace(/[\p{Cc}<>]/gu, '')
      .split(LINK_IN_NAME)
      .join(' ')
      .trim()
      .slice(0, 80);
  const given = clean(name);
  if (given.length >= NAME_MIN) return given;
  return clean(login).padEnd(NAME_MIN, '-');
}
