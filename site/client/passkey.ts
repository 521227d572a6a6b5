import type { PasskeyOptions, PasskeyResponse } from '#contracts/session.ts';
import { ReadableError } from './api-client.ts';

/** True if the browser supports passkeys. */
export const supportsPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && navigator.credentials !== undefined;

/** A passkey could not be created or used. */
export class PasskeyFailedError extends ReadableError {
  override name = 'PasskeyFailedError';
}

type Json = Record<string, unknown>;

/** Creates a passkey. @throws PasskeyFailedError with a message for the user */
export async function createPasskey({ options }: PasskeyOptions): Promise<PasskeyResponse> {
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
  return requestCredential(() => navigator.credentials.create({ publicKey }));
}

/** Authenticates with a passkey. @throws PasskeyFailedError with a message for the user */
export async function authenticateWithPasskey({
  options,
}: PasskeyOptions): Promise<PasskeyResponse> {
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
  return requestCredential(() => navigator.credentials.get({ publicKey }));
}

async function requestCredential(
  request: () => Promise<Credential | null>,
): Promise<PasskeyResponse> {
  let credential: Credential | null;
  try {
    credential = await request();
  } catch (cause) {
    throw new PasskeyFailedError(passkeyErrorMessageOf(cause), { cause });
  }
  if (!(credential instanceof PublicKeyCredential))
    throw new PasskeyFailedError(passkeyErrorMessageOf(null));
  return toJson(credential);
}

function passkeyErrorMessageOf(cause: unknown): string {
  const name = cause instanceof DOMException ? cause.name : '';
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.';
  if (name === 'SecurityError') return 'Passkeys do not work at this URL of the site.';
  return 'No passkey received: the request was cancelled or timed out. Please try again.';
}

/** Replaces PublicKeyCredential.toJSON, which older browsers do not support. */
function toJson(credential: PublicKeyCredential): PasskeyResponse {
  const { response } = credential;
  const parts: Json = { clientDataJSON: toBase64Url(response.clientDataJSON) };
  if (response instanceof AuthenticatorAttestationResponse) {
    parts.attestationObject = toBase64Url(response.attestationObject);
    parts.transports = response.getTransports?.() ?? [];
  } else if (response instanceof AuthenticatorAssertionResponse) {
    parts.authenticatorData = toBase64Url(response.authenticatorData);
    parts.signature = toBase64Url(response.signature);
    if (response.userHandle) parts.userHandle = toBase64Url(response.userHandle);
  }
  return {
    id: credential.id,
    rawId: toBase64Url(credential.rawId),
    type: 'public-key',
    response: parts as PasskeyResponse['response'],
    clientExtensionResults: credential.getClientExtensionResults(),
    authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
  };
}

const withBytes = (descriptor: Json) => ({ ...descriptor, id: toBytes(descriptor.id) });

/** Decodes base64url, the encoding of bytes in the JSON of WebAuthn. */
function toBytes(text: unknown): Uint8Array<ArrayBuffer> {
  const binary = atob(String(text).replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

function toBase64Url(bytes: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(binary)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '');
}
