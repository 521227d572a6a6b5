import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import type { PasskeyCredential, PasskeyOptions } from '#contracts/session.ts';
import type { Config } from '../../config.ts';
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  recordPasskeyUse,
  renamePasskey,
} from '../../db/repositories/sign-in-methods.ts';
import { findUserById } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { getSiteName } from '../../site-content.ts';
import { createPublicId } from '../identifiers.ts';
import { consumeToken, issueToken, type TokenKind } from '../one-time-tokens.ts';
import { type AccountContext, type SessionGrant, startSession } from '../sessions/sessions.ts';
import { ownerOfSignInToken } from '../sessions/sign-in.ts';
import { handleFactorAdded, handleFactorRemoved, ownerForFactor } from './second-factors.ts';

/** Imported with the first passkey, since it takes 26 MB of memory and 0.17 s. */
const webauthn = () => import('@simplewebauthn/server');

/** Maximum number of passkeys per account. */
const PASSKEYS_MAX = 20;
/** COSE numbers of Ed25519, ES256 and RS256, the algorithms of current passkeys. */
const ALGORITHMS = [-8, -7, -257];
const challengeData = z.object({ challenge: z.string() });
const party = ({ siteUrl }: Pick<Config, 'siteUrl'>) => ({
  rpID: new URL(siteUrl).hostname,
  origin: siteUrl,
});
const credentials = (keys: { id: string; transports: string[] }[]) =>
  keys.map(({ id, transports }) => ({ id, transports }));

/**
 * Creates the WebAuthn options for a new passkey. It must be discoverable and verify its user, so that
 * it counts as two factors.
 * @throws DomainError STATE_CONFLICT if the email address is not confirmed, or there are too many
 */
export async function createPasskeyRegistration(
  { database, config, clock }: AccountContext,
  userId: number,
): Promise<PasskeyOptions> {
  const user = ownerForFactor(database.query, userId);
  const existing = listPasskeys(database.query, userId);
  if (existing.length >= PASSKEYS_MAX) {
    throw new DomainError('STATE_CONFLICT', { msg: 'Please remove a passkey first.' });
  }
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: getSiteName(database),
    rpID: party(config).rpID,
    userID: new TextEncoder().encode(user.publicId),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: credentials(existing),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const data = { challenge: options.challenge };
  const { token } = await database.write((transaction) =>
    issueToken(transaction, { kind: 'passkey registration', userId, data, now: clock() }),
  );
  return { challengeToken: token, options: { ...options } };
}

/**
 * Verifies and stores a new passkey.
 * @returns recovery codes, shown only once, or null if the user has some
 * @throws DomainError PASSKEY_REJECTED, SIGN_IN_EXPIRED
 */
export async function addPasskey(
  context: AccountContext,
  userId: number,
  { challengeToken, response, name }: PasskeyCredential & { name: string },
): Promise<string[] | null> {
  const { database, config, clock } = context;
  const expectedChallenge = await consumeChallenge(
    context,
    'passkey registration',
    challengeToken,
    userId,
  );
  const { rpID, origin } = party(config);
  const { verifyRegistrationResponse } = await webauthn();
  const made = await verifyRegistrationResponse({
    response: response as object as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(rejectPasskey);
  if (!made.verified) throw new DomainError('PASSKEY_REJECTED');
  const { credential } = made.registrationInfo;
  return database.write((transaction) => {
    const user = ownerForFactor(transaction, userId);
    if (findPasskey(transaction, credential.id)) throw new DomainError('PASSKEY_REJECTED');
    insertPasskey(transaction, {
      id: credential.id,
      userId,
      publicId: createPublicId(),
      name,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      createdAt: clock(),
    });
    return handleFactorAdded(context, transaction, user, 'A passkey was added');
  });
}

/**
 * Creates the WebAuthn options to authenticate with any passkey, or with one of the user `allowedUserId`.
 * @param userId user who has to authenticate, if known
 */
export async function createPasskeyAuthentication(
  { database, config, clock }: AccountContext,
  userId: number | null,
  allowedUserId = userId,
): Promise<PasskeyOptions> {
  const existing = allowedUserId === null ? [] : listPasskeys(database.query, allowedUserId);
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: party(config).rpID,
    allowCredentials: credentials(existing),
    userVerification: 'required',
  });
  const data = { challenge: options.challenge };
  const { token } = await database.write((transaction) =>
    issueToken(transaction, { kind: 'passkey authentication', userId, data, now: clock() }),
  );
  return { challengeToken: token, options: { ...options } };
}

/**
 * Verifies the response to a challenge, which works once.
 * @returns the row id of the user
 * @throws DomainError PASSKEY_REJECTED, SIGN_IN_EXPIRED
 */
export async function verifyPasskey(
  context: AccountContext,
  { challengeToken, response }: PasskeyCredential,
  userId: number | null,
): Promise<number> {
  const { database, config, clock } = context;
  const expectedChallenge = await consumeChallenge(
    context,
    'passkey authentication',
    challengeToken,
    userId,
  );
  const passkey = findPasskey(database.query, response.id);
  if (!passkey || (userId !== null && passkey.userId !== userId)) {
    throw new DomainError('PASSKEY_REJECTED');
  }
  const { rpID, origin } = party(config);
  const { verifyAuthenticationResponse } = await webauthn();
  const verification = await verifyAuthenticationResponse({
    response: response as object as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
      transports: passkey.transports,
    },
  }).catch(rejectPasskey);
  if (!verification.verified) throw new DomainError('PASSKEY_REJECTED');
  const { newCounter } = verification.authenticationInfo;
  await database.write((transaction) =>
    recordPasskeyUse(transaction, passkey.id, newCounter, clock()),
  );
  return passkey.userId;
}

/** Consumes a challenge before its response is verified, so that no response is tried twice. */
async function consumeChallenge(
  { database, clock }: AccountContext,
  kind: TokenKind,
  challengeToken: string,
  userId: number | null,
): Promise<string> {
  const taken = await database.write((transaction) =>
    consumeToken(transaction, kind, challengeToken, clock()),
  );
  if (!taken || taken.userId !== userId) throw new DomainError('SIGN_IN_EXPIRED');
  return challengeData.parse(taken.data).challenge;
}

/** Replaces the errors of the library, so that the response reveals no details. */
function rejectPasskey(cause: unknown): never {
  throw new DomainError('PASSKEY_REJECTED', { cause });
}

/** Renames a passkey of a user. @throws DomainError NOT_FOUND */
export async function renameOwnPasskey(
  { database }: AccountContext,
  which: { userId: number; publicId: string },
  name: string,
): Promise<void> {
  const found = await database.write((transaction) => renamePasskey(transaction, which, name));
  if (!found) throw new DomainError('NOT_FOUND');
}

/** Removes a passkey of a user. @throws DomainError NOT_FOUND */
export async function removePasskey(
  context: AccountContext,
  which: { userId: number; publicId: string },
): Promise<void> {
  await context.database.write((transaction) => {
    const user = ownerForFactor(transaction, which.userId);
    const gone = deletePasskey(transaction, which);
    if (!gone) throw new DomainError('NOT_FOUND');
    handleFactorRemoved(context, transaction, user, `The passkey “${gone.name}” was removed`);
  });
}

/**
 * Creates the WebAuthn options of a sign-in: for any passkey, or as second factor for those of one user.
 * @throws DomainError SIGN_IN_EXPIRED
 */
export async function createPasskeySignIn(
  context: AccountContext,
  signInToken: string | undefined,
): Promise<PasskeyOptions> {
  if (signInToken === undefined) return createPasskeyAuthentication(context, null);
  const { user } = ownerOfSignInToken(context.database.query, signInToken, context.clock());
  return createPasskeyAuthentication(context, null, user.id);
}

/**
 * Signs in with a passkey, without password or second factor, because the authenticator verifies its
 * user. Only a caller with a valid passkey learns that an account is suspended.
 * @throws DomainError PASSKEY_REJECTED, SIGN_IN_EXPIRED, ACCOUNT_SUSPENDED
 */
export async function signInByPasskey(
  context: AccountContext,
  {
    remember,
    userAgent,
    ...credential
  }: PasskeyCredential & { remember: boolean; userAgent: string },
): Promise<SessionGrant> {
  const { database, clock, refreshKey } = context;
  const userId = await verifyPasskey(context, credential, null);
  return database.write((transaction) => {
    const user = findUserById(transaction, userId);
    if (user?.status === 'suspended') throw new DomainError('ACCOUNT_SUSPENDED');
    if (user?.status !== 'active') throw new DomainError('PASSKEY_REJECTED');
    return startSession(transaction, refreshKey, { user, remember, userAgent, now: clock() });
  });
}
