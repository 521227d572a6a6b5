import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import type { PasskeyProof, PasskeyQuestion } from '#contracts/second-factor.ts';
import type { Config } from '../../config.ts';
import {
  findPasskey,
  insertPasskey,
  listPasskeys,
  notePasskeyUse,
} from '../../db/repositories/passkeys.ts';
import { DomainError } from '../../errors.ts';
import { siteInfo } from '../../site-info.ts';
import { createPublicId } from '../articles/public-id.ts';
import type { AccountContext } from './context.ts';
import { issueToken, type TokenKind, takeToken } from './one-time-tokens.ts';
import { factorAdded, ownerForFactor } from './second-factors.ts';

/** Fetched with the first passkey: it takes 26 MB and a sixth of a second. */
const webauthn = () => import('@simplewebauthn/server');

/** Passkeys that one account may have. */
const PASSKEYS_MAX = 20;
/** Ed25519, ES256 and RS256: what passkeys sign with today (COSE numbers). */
const ALGORITHMS = [-8, -7, -257];
const challengeData = z.object({ challenge: z.string() });
const party = ({ siteUrl }: Pick<Config, 'siteUrl'>) => ({
  rpID: new URL(siteUrl).hostname,
  origin: siteUrl,
});
const credentials = (keys: { id: string; transports: string[] }[]) =>
  keys.map(({ id, transports }) => ({ id, transports }));

/**
 * What a browser needs to make a passkey. It has to check who is there (a finger, a face, a PIN), so
 * that it is two factors by itself, and to be found without a name.
 * @throws DomainError STATE_CONFLICT when the e-mail is not confirmed, or there are too many
 */
export async function offerPasskey(
  { database, config, clock }: AccountContext,
  userId: number,
): Promise<PasskeyQuestion> {
  const user = ownerForFactor(database.query, userId);
  const known = listPasskeys(database.query, userId);
  if (known.length >= PASSKEYS_MAX) {
    throw new DomainError('STATE_CONFLICT', { msg: 'Please remove a passkey first.' });
  }
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: siteInfo.name,
    rpID: party(config).rpID,
    userID: new TextEncoder().encode(user.publicId),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: credentials(known),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const data = { challenge: options.challenge };
  const { token } = await database.write((transaction) =>
    issueToken(transaction, { kind: 'passkey registration', userId, data, now: clock() }),
  );
  return { ticket: token, options: { ...options } };
}

/**
 * Keeps the passkey that the browser made.
 * @returns recovery codes, shown this once, when there were none
 * @throws DomainError PASSKEY_REFUSED, SIGN_IN_EXPIRED
 */
export async function addPasskey(
  context: AccountContext,
  userId: number,
  { ticket, response, name }: PasskeyProof & { name: string },
): Promise<string[] | null> {
  const { database, config, clock } = context;
  const expectedChallenge = await takeChallenge(context, 'passkey registration', ticket, userId);
  const { rpID, origin } = party(config);
  const { verifyRegistrationResponse } = await webauthn();
  const made = await verifyRegistrationResponse({
    response: response as object as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refuse);
  if (!made.verified) throw new DomainError('PASSKEY_REFUSED');
  const { credential } = made.registrationInfo;
  return database.write((transaction) => {
    const user = ownerForFactor(transaction, userId);
    if (findPasskey(transaction, credential.id)) throw new DomainError('PASSKEY_REFUSED');
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
    return factorAdded(context, transaction, user, 'A passkey was added');
  });
}

/**
 * What a browser needs to ask for a passkey, whichever its user chooses, or one of `offeredTo`. A
 * question for nobody in particular tells nothing about who has an account.
 * @param userId who has to answer, when that is known
 */
export async function askForPasskey(
  { database, config, clock }: AccountContext,
  userId: number | null,
  offeredTo = userId,
): Promise<PasskeyQuestion> {
  const known = offeredTo === null ? [] : listPasskeys(database.query, offeredTo);
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: party(config).rpID,
    allowCredentials: credentials(known),
    userVerification: 'required',
  });
  const data = { challenge: options.challenge };
  const { token } = await database.write((transaction) =>
    issueToken(transaction, { kind: 'passkey proof', userId, data, now: clock() }),
  );
  return { ticket: token, options: { ...options } };
}

/**
 * Whose passkey answered the question, which works once.
 * @throws DomainError PASSKEY_REFUSED, SIGN_IN_EXPIRED
 */
export async function ownerOfProof(
  context: AccountContext,
  { ticket, response }: PasskeyProof,
  userId: number | null,
): Promise<number> {
  const { database, config, clock } = context;
  const expectedChallenge = await takeChallenge(context, 'passkey proof', ticket, userId);
  const passkey = findPasskey(database.query, response.id);
  if (!passkey || (userId !== null && passkey.userId !== userId)) {
    throw new DomainError('PASSKEY_REFUSED');
  }
  const { rpID, origin } = party(config);
  const { verifyAuthenticationResponse } = await webauthn();
  const proof = await verifyAuthenticationResponse({
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
  }).catch(refuse);
  if (!proof.verified) throw new DomainError('PASSKEY_REFUSED');
  const { newCounter } = proof.authenticationInfo;
  await database.write((transaction) =>
    notePasskeyUse(transaction, passkey.id, newCounter, clock()),
  );
  return passkey.userId;
}

/** A challenge is used up before its answer is looked at: no answer is tried twice. */
async function takeChallenge(
  { database, clock }: AccountContext,
  kind: TokenKind,
  ticket: string,
  userId: number | null,
): Promise<string> {
  const taken = await database.write((transaction) =>
    takeToken(transaction, kind, ticket, clock()),
  );
  if (!taken || taken.userId !== userId) throw new DomainError('SIGN_IN_EXPIRED');
  return challengeData.parse(taken.data).challenge;
}

/** The library throws on whatever is wrong with an answer; which it was is nobody's business. */
function refuse(cause: unknown): never {
  throw new DomainError('PASSKEY_REFUSED', { cause });
}
