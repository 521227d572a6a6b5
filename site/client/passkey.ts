import type { PasskeyAnswer, PasskeyQuestion } from '#contracts/second-factor.ts';
import { ReadableError } from './api-client.ts';

/** Whether this browser can hold or reach passkeys at all. */
export const passkeysWork = (): boolean =>
  typeof PublicKeyCredential === 'function' && navigator.credentials !== undefined;

/** Why no passkey came: nobody's fault, or a sentence. */
export class PasskeyFailed extends ReadableError {
  override name = 'PasskeyFailed';
}

type Json = Record<string, unknown>;

/** Lets the browser make a passkey. @throws PasskeyFailed with a sentence */
export async function makePasskey({ options }: PasskeyQuestion): Promise<PasskeyAnswer> {
  const {
    challenge,
    user,
    excludeCredentials = [],
    ...rest
  } = options as Json & {
    user: Json;
    excludeCredentials?: Json[];
  };
  const publicKey = {
    ...rest,
    challenge: toBytes(challenge),
    user: { ...user, id: toBytes(user.id) },
    excludeCredentials: excludeCredentials.map(withBytes),
  } as unknown as PublicKeyCredentialCreationOptions;
  return ask(() => navigator.credentials.create({ publicKey }));
}

/** Lets the browser show a passkey. @throws PasskeyFailed with a sentence */
export async function showPasskey({ options }: PasskeyQuestion): Promise<PasskeyAnswer> {
  const {
    challenge,
    allowCredentials = [],
    ...rest
  } = options as Json & {
    allowCredentials?: Json[];
  };
  const publicKey = {
    ...rest,
    challenge: toBytes(challenge),
    allowCredentials: allowCredentials.map(withBytes),
  } as unknown as PublicKeyCredentialRequestOptions;
  return ask(() => navigator.credentials.get({ publicKey }));
}

async function ask(show: () => Promise<Credential | null>): Promise<PasskeyAnswer> {
  let credential: Credential | null;
  try {
    credential = await show();
  } catch (cause) {
    throw new PasskeyFailed(sentenceOf(cause), { cause });
  }
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyFailed(sentenceOf(null));
  return toJson(credential);
}

function sentenceOf(cause: unknown): string {
  const name = cause instanceof DOMException ? cause.name : '';
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.';
  if (name === 'SecurityError') return 'Passkeys do not work at this URL of the site.';
  return 'No passkey received: the request was cancelled or timed out. Please try again.';
}

/** As PublicKeyCredential.toJSON, which browsers of a few years ago do not have. */
function toJson(credential: PublicKeyCredential): PasskeyAnswer {
  const { response } = credential;
  const parts: Json = { clientDataJSON: toText(response.clientDataJSON) };
  if (response instanceof AuthenticatorAttestationResponse) {
    parts.attestationObject = toText(response.attestationObject);
    parts.transports = response.getTransports?.() ?? [];
  } else if (response instanceof AuthenticatorAssertionResponse) {
    parts.authenticatorData = toText(response.authenticatorData);
    parts.signature = toText(response.signature);
    if (response.userHandle) parts.userHandle = toText(response.userHandle);
  }
  return {
    id: credential.id,
    rawId: toText(credential.rawId),
    type: 'public-key',
    response: parts as PasskeyAnswer['response'],
    clientExtensionResults: credential.getClientExtensionResults(),
    authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
  };
}

const withBytes = (descriptor: Json) => ({ ...descriptor, id: toBytes(descriptor.id) });

/** base64url, as WebAuthn writes bytes in JSON. */
function toBytes(text: unknown): Uint8Array<ArrayBuffer> {
  const binary = atob(String(text).replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

function toText(bytes: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(binary)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '');
}
