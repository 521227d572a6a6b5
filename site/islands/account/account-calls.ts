import type { AccountResponse } from '#contracts/account.ts';
import { callApi } from '../../lib/api-client.ts';

interface Said {
  msg: string;
}

export type Account = AccountResponse['account'];
export type Session = Account['sessions'][number];

export const readAccount = async (signal?: AbortSignal): Promise<Account> => {
  const options = signal ? { signal } : {};
  return (await callApi<AccountResponse>('GET', '/api/account', options)).account;
};

export const confirmByPassword = (password: string): Promise<Said> =>
  callApi('POST', '/api/account/confirm', { body: { password } });

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
