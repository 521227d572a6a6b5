import type { AccountResponse, ConfirmRequest } from '#contracts/account.ts';
import type { PasskeyProof, PasskeyQuestion, TotpOffer } from '#contracts/second-factor.ts';
import { callApi } from './api-client.ts';

interface Said {
  msg: string;
}

export type Account = AccountResponse['account'];
export type Session = Account['sessions'][number];
export type Passkey = Account['passkeys'][number];

export const readAccount = async (signal?: AbortSignal): Promise<Account> => {
  const options = signal ? { signal } : {};
  return (await callApi<AccountResponse>('GET', '/api/account', options)).account;
};

export const confirmWhoIsThere = (proof: ConfirmRequest): Promise<Said> =>
  callApi('POST', '/api/account/confirm', { body: proof });

export const askForPasskey = (): Promise<PasskeyQuestion> =>
  callApi('POST', '/api/account/confirm/passkey');

export const changePassword = (currentPassword: string, password: string): Promise<Said> =>
  callApi('PUT', '/api/account/password', { body: { currentPassword, password } });

export const changeEmail = (email: string): Promise<Said> =>
  callApi('PUT', '/api/account/email', { body: { email } });

export const cancelEmailChange = (): Promise<Said> =>
  callApi('DELETE', '/api/account/email/change');

export const resendConfirmation = (): Promise<Said> => callApi('POST', '/api/account/email/resend');

export const endSession = (id: string): Promise<Said> =>
  callApi('DELETE', `/api/account/sessions/${encodeURIComponent(id)}`);

export const endOtherSessions = (): Promise<Said> => callApi('DELETE', '/api/account/sessions');

/** Where recovery codes may have been made. */
interface WithCodes extends Said {
  recoveryCodes: string[] | null;
}

export const offerTotp = (): Promise<TotpOffer> => callApi('POST', '/api/account/totp');

export const acceptTotp = (code: string): Promise<WithCodes> =>
  callApi('PUT', '/api/account/totp', { body: { code } });

export const removeTotp = (): Promise<Said> => callApi('DELETE', '/api/account/totp');

export const renewRecoveryCodes = (): Promise<WithCodes> =>
  callApi('POST', '/api/account/recovery-codes');

export const offerPasskey = (): Promise<PasskeyQuestion> =>
  callApi('POST', '/api/account/passkeys/options');

export const addPasskey = (proof: PasskeyProof, name: string): Promise<WithCodes> =>
  callApi('POST', '/api/account/passkeys', { body: { ...proof, name } });

const passkeyAddress = (id: string) => `/api/account/passkeys/${encodeURIComponent(id)}`;

export const renamePasskey = (id: string, name: string): Promise<Said> =>
  callApi('PUT', passkeyAddress(id), { body: { name } });

export const removePasskey = (id: string): Promise<Said> => callApi('DELETE', passkeyAddress(id));

export const ruleSecondFactor = (required: boolean): Promise<Said> =>
  callApi('PUT', '/api/admin/second-factor', { body: { required } });

export const connectCodeHost = (): Promise<{ url: string }> =>
  callApi('POST', '/api/account/code-host');

export const disconnectCodeHost = (): Promise<Said> => callApi('DELETE', '/api/account/code-host');

export const askForPassword = (email: string): Promise<Said> =>
  callApi('POST', '/api/user/forgot', { body: { email } });

/** Everything the site holds about who asks. */
export const readOwnData = (): Promise<Record<string, unknown>> =>
  callApi('GET', '/api/account/data');

export const deleteAccount = (comments: 'keep' | 'remove'): Promise<Said> =>
  callApi('DELETE', '/api/account', { body: { comments } });
