import type { AccountResponse, ConfirmRequest } from '#contracts/account.ts';
import type { PasskeyCredential, PasskeyOptions, TotpEnrolment } from '#contracts/session.ts';
import { callApi } from './api-client.ts';

interface MessageResponse {
  msg: string;
}

export type Account = AccountResponse['account'];
export type Session = Account['sessions'][number];
export type Passkey = Account['passkeys'][number];

export const readAccount = async (signal?: AbortSignal): Promise<Account> => {
  const options = signal ? { signal } : {};
  return (await callApi<AccountResponse>('GET', '/api/account', options)).account;
};

export const reauthenticate = (body: ConfirmRequest): Promise<MessageResponse> =>
  callApi('POST', '/api/account/confirm', { body });

export const requestPasskeyChallenge = (): Promise<PasskeyOptions> =>
  callApi('POST', '/api/account/confirm/passkey');

export const changePassword = (
  currentPassword: string,
  password: string,
): Promise<MessageResponse> =>
  callApi('PUT', '/api/account/password', { body: { currentPassword, password } });

export const changeEmail = (email: string): Promise<MessageResponse> =>
  callApi('PUT', '/api/account/email', { body: { email } });

export const cancelEmailChange = (): Promise<MessageResponse> =>
  callApi('DELETE', '/api/account/email/change');

export const resendConfirmation = (): Promise<MessageResponse> =>
  callApi('POST', '/api/account/email/resend');

export const endSession = (id: string): Promise<MessageResponse> =>
  callApi('DELETE', `/api/account/sessions/${encodeURIComponent(id)}`);

export const endOtherSessions = (): Promise<MessageResponse> =>
  callApi('DELETE', '/api/account/sessions');

/** `recoveryCodes` is null if the account already has codes. */
interface RecoveryCodesResponse extends MessageResponse {
  recoveryCodes: string[] | null;
}

export const enrolTotp = (): Promise<TotpEnrolment> => callApi('POST', '/api/account/totp');

export const confirmTotp = (code: string): Promise<RecoveryCodesResponse> =>
  callApi('PUT', '/api/account/totp', { body: { code } });

export const removeTotp = (): Promise<MessageResponse> => callApi('DELETE', '/api/account/totp');

export const renewRecoveryCodes = (): Promise<RecoveryCodesResponse> =>
  callApi('POST', '/api/account/recovery-codes');

export const requestPasskeyRegistration = (): Promise<PasskeyOptions> =>
  callApi('POST', '/api/account/passkeys/options');

export const addPasskey = (
  credential: PasskeyCredential,
  name: string,
): Promise<RecoveryCodesResponse> =>
  callApi('POST', '/api/account/passkeys', { body: { ...credential, name } });

const passkeyPath = (id: string) => `/api/account/passkeys/${encodeURIComponent(id)}`;

export const renamePasskey = (id: string, name: string): Promise<MessageResponse> =>
  callApi('PUT', passkeyPath(id), { body: { name } });

export const removePasskey = (id: string): Promise<MessageResponse> =>
  callApi('DELETE', passkeyPath(id));

export const setSecondFactorPolicy = (required: boolean): Promise<MessageResponse> =>
  callApi('PUT', '/api/admin/second-factor', { body: { required } });

export const connectOAuthAccount = (): Promise<{ url: string }> =>
  callApi('POST', '/api/account/oauth');

export const disconnectOAuthAccount = (): Promise<MessageResponse> =>
  callApi('DELETE', '/api/account/oauth');

export const requestPasswordReset = (email: string): Promise<MessageResponse> =>
  callApi('POST', '/api/user/forgot', { body: { email } });

/** Loads all data that the site stores about the signed-in user. */
export const readOwnData = (): Promise<Record<string, unknown>> =>
  callApi('GET', '/api/account/data');

export const deleteAccount = (comments: 'keep' | 'remove'): Promise<MessageResponse> =>
  callApi('DELETE', '/api/account', { body: { comments } });
