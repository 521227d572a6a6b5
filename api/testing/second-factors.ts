import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { PasskeyOptions, PasskeyResponse } from '#contracts/session.ts';
import { stepAt, totpCodeOf } from '../services/second-factors/totp.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Changes that make the response of an authenticator invalid. */
export interface Forgery {
  origin?: string;
  challenge?: string;
  rpId?: string;
  /** False if the authenticator has not verified the user, for example with a PIN. */
  userVerified?: boolean;
  counter?: number;
  /** Changes the signature's last byte. */
  brokenSignature?: boolean;
  credentialId?: string;
}

const PRESENT = 1;
const VERIFIED = 4;
const ATTESTED = 64;
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const toText = (bytes: Buffer) => bytes.toString('base64url');

/** Creates a software authenticator that follows WebAuthn Level 3, with ES256 and attestation `none`. */
export function createSoftwarePasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let uses = 0;

  function clientData(type: string, passkeyOptions: PasskeyOptions, forged: Forgery): Buffer {
    const challenge = forged.challenge ?? passkeyOptions.options.challenge;
    return Buffer.from(JSON.stringify({ type, challenge, origin: forged.origin ?? origin }));
  }

  function authenticatorData(forged: Forgery, attested = Buffer.alloc(0)): Buffer {
    const verified = forged.userVerified === false ? 0 : VERIFIED;
    const flags = PRESENT | verified | (attested.length > 0 ? ATTESTED : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(forged.counter ?? uses);
    const rpIdHash = sha256(forged.rpId ?? new URL(origin).hostname);
    return Buffer.concat([rpIdHash, Buffer.from([flags]), counter, attested]);
  }

  const createCredential = (credentialId: string, response: Record<string, string>) =>
    ({
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      response,
      clientExtensionResults: {},
    }) as object as PasskeyResponse;

  return {
    id: toText(id),
    /** Creates a passkey: responds to the options of a registration. */
    make(passkeyOptions: PasskeyOptions, forged: Forgery = {}): PasskeyResponse {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      // COSE_Key: kty EC2, alg ES256, crv P-256, then both coordinates of 32 bytes.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const data = authenticatorData(forged, attested);
      // CBOR: { fmt: 'none', attStmt: {}, authData: bytes }.
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
        Buffer.from([data.length >> 8, data.length & 255]),
        data,
      ]);
      return createCredential(toText(id), {
        clientDataJSON: toText(clientData('webauthn.create', passkeyOptions, forged)),
        attestationObject: toText(attestationObject),
      });
    },
    /** Signs in with the passkey: responds to the options of an authentication. */
    show(passkeyOptions: PasskeyOptions, forged: Forgery = {}): PasskeyResponse {
      uses += 1;
      const client = clientData('webauthn.get', passkeyOptions, forged);
      const data = authenticatorData(forged);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      const last = signature.length - 1;
      if (forged.brokenSignature) signature.writeUInt8(signature.readUInt8(last) ^ 1, last);
      return createCredential(forged.credentialId ?? toText(id), {
        clientDataJSON: toText(client),
        authenticatorData: toText(data),
        signature: toText(signature),
      });
    },
  };
}

/** Returns the code that an authenticator app shows at an instant for a typed secret. */
export function authenticatorCode(secret: string, now: number): string {
  return totpCodeOf(fromBase32(secret), stepAt(now));
}

/** Reads base32, spaces included. */
export function fromBase32(text: string): Buffer {
  const bits = [...text.replaceAll(' ', '')]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
