import type { SecondFactorMethod } from '#contracts/second-factor.ts';
import { startAccountForm } from './account-form.ts';
import type { ApiError } from './api-client.ts';
import { startPasskeyButton } from './passkey-sign-in.ts';
import type { SessionAnswer } from './sign-in-forms.ts';

interface Ticket {
  ticket: string;
  methods: SecondFactorMethod[];
}

/** What the API answers a right password with, where a second factor is wanted. */
export function ticketOf(error: ApiError): Ticket | null {
  if (error.code !== 'SECOND_FACTOR_NEEDED') return null;
  return error.details as Ticket;
}

/** Takes the first form away and asks for a code or a passkey, whichever the account has. */
export function startSecondStep(
  first: HTMLFormElement,
  { ticket, methods }: Ticket,
  done: (answer: SessionAnswer) => void,
): void {
  const form = document.querySelector<HTMLFormElement>('form[data-second-step]');
  if (!form) return;
  const withCode = methods.includes('totp') || methods.includes('recovery code');
  for (const [name, shown] of [
    ['code', withCode],
    ['totp', methods.includes('totp')],
    ['passkey', methods.includes('passkey')],
  ] as const) {
    for (const part of form.querySelectorAll<HTMLElement>(`[data-step="${name}"]`)) {
      part.hidden = !shown;
    }
  }
  first.hidden = true;
  form.hidden = false;
  form.querySelector<HTMLElement>('h2')?.focus();
  startAccountForm<SessionAnswer>(form, {
    path: '/api/user/login/code',
    body: (text) => ({ ticket, code: text('code') }),
    done,
  });
  const remember = () => new FormData(first).has('rememberMe');
  startPasskeyButton(form, { ticket, remember, done });
}
