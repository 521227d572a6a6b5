import type { z } from 'zod';
import type { sessionResponse } from '#contracts/session.ts';
import { messages, NAME_MIN, PASSWORD_MIN } from '#contracts/session-messages.ts';
import type { Session } from '../stores/session.ts';
import { startAccountForm } from './account-form.ts';
import { noteRefreshed } from './api-client.ts';
import { offerCodeHost, startCodeHost } from './code-host-sign-in.ts';
import { rememberFirstLogin } from './first-login.ts';
import { startPasskeyButton } from './passkey-sign-in.ts';
import { pathAsked, pathBefore } from './path-before.ts';
import { startSecondStep, ticketOf } from './second-step.ts';
import { readSessionFlag, writeSessionFlag } from './session-flag.ts';
import { takeFromHash } from './take-from-hash.ts';

export type SessionAnswer = z.infer<typeof sessionResponse>;

/** The form of /login, and the step that follows where the account has a second factor. */
export function startSignIn(form: HTMLFormElement): void {
  const next = pathBefore();
  keepNext(form, next);
  const doneTo = (answer: SessionAnswer, path: string) => {
    rememberSession(answer);
    location.assign(path);
  };
  const done = (answer: SessionAnswer) => doneTo(answer, next);
  const remember = () => new FormData(form).has('rememberMe');
  startAccountForm<SessionAnswer>(form, {
    path: '/api/user/login',
    body: (text, data) => ({
      email: text('email'),
      password: text('password'),
      rememberMe: data.has('rememberMe'),
    }),
    done,
    handle: (error) => {
      const ticket = ticketOf(error);
      if (ticket) startSecondStep(form, ticket, done);
      return ticket !== null;
    },
  });
  startPasskeyButton(form, { remember, done });
  startCodeHost(form, {
    next,
    remember,
    done: doneTo,
    handle: (error, path) => {
      const ticket = ticketOf(error);
      if (ticket) startSecondStep(form, ticket, (answer) => doneTo(answer, path));
      return ticket !== null;
    },
  });
}

/** The form of /register. */
export function startRegister(form: HTMLFormElement): void {
  const next = pathBefore();
  keepNext(form, next);
  takeSetupToken(form);
  offerCodeHost(form, { next, remember: () => false });
  startAccountForm<SessionAnswer>(form, {
    path: '/api/user/register',
    wrong: firstWrongField,
    body: (text) => ({
      name: text('name'),
      email: text('email'),
      password: text('password'),
      ...(text('secret') && { secret: text('secret') }),
    }),
    done: (answer) => {
      rememberSession(answer);
      rememberFirstLogin();
      location.assign(pathAsked());
    },
  });
}

/** Who was here before; asked for only where somebody may have been. */
let wasHere = (): Session => ({ state: 'unknown' });
if (readSessionFlag()) {
  void import('../stores/session.ts').then(({ $session }) => {
    wasHere = () => $session.get();
  });
}

/** Remembers who is here, for what pages draw. */
export function rememberSession({ user }: Pick<SessionAnswer, 'user'>): void {
  const before = wasHere();
  // Other tabs hear of a flag that changes: whoever was here is gone.
  if (before.state === 'signed-in' && before.user._id !== user._id) writeSessionFlag(null);
  noteRefreshed();
  writeSessionFlag(user.role === 1 ? 'admin' : 'member');
}

/** As documented, one field is reported: name, password, e-mail. */
function firstWrongField(form: HTMLFormElement): Record<string, string> {
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
  if (field('name').value.trim().length < NAME_MIN) return { name: messages.name };
  if (field('password').value.length < PASSWORD_MIN) return { password: messages.password };
  const email = field('email');
  if (email.value.trim() === '' || !email.validity.valid) return { email: messages.email };
  return {};
}

/** The one-time link that makes the owner's account. */
function takeSetupToken(form: HTMLFormElement): void {
  const secret = form.elements.namedItem('secret');
  const token = takeFromHash('setup');
  if (!token || !(secret instanceof HTMLInputElement)) return;
  secret.value = token;
  form.querySelector('[data-owner]')?.removeAttribute('hidden');
}

function keepNext(form: HTMLFormElement, next: string): void {
  if (next === '/') return;
  for (const link of form.querySelectorAll<HTMLAnchorElement>('[data-keep-next]')) {
    link.search = `?next=${encodeURIComponent(next)}`;
  }
}
