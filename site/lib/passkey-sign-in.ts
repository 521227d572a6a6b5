import type { PasskeyQuestion } from '#contracts/second-factor.ts';
import { showFormError } from './account-form.ts';
import { ApiError, callApi } from './api-client.ts';
import { PasskeyFailed, passkeysWork, showPasskey } from './passkey.ts';
import type { SessionAnswer } from './sign-in-forms.ts';

interface Options {
  /** Of a login that wants a second factor. */
  ticket?: string;
  remember(): boolean;
  done(answer: SessionAnswer): void;
}

/** Makes the passkey button of a form sign in; it is not shown where the browser knows no passkeys. */
export function startPasskeyButton(form: HTMLFormElement, options: Options): void {
  const button = form.querySelector<HTMLButtonElement>('[data-passkey]');
  if (!button) return;
  button.hidden = !passkeysWork();
  button.addEventListener('click', async () => {
    if (button.getAttribute('aria-disabled') === 'true') return;
    button.setAttribute('aria-disabled', 'true');
    showFormError(form, '');
    try {
      options.done(await signIn(options));
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof PasskeyFailed)) throw error;
      showFormError(form, error.message);
    } finally {
      button.removeAttribute('aria-disabled');
    }
  });
}

async function signIn({ ticket, remember }: Options): Promise<SessionAnswer> {
  const path = '/api/user/login/passkey';
  const asked = { body: ticket ? { ticket } : {}, retry: false };
  const question = await callApi<PasskeyQuestion>('POST', `${path}/options`, asked);
  const response = await showPasskey(question);
  const body = { ticket: question.ticket, response, rememberMe: remember() };
  return callApi<SessionAnswer>('POST', path, { body, retry: false });
}
