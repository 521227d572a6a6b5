import type { z } from 'zod';
import type { sessionResponse } from '#contracts/session.ts';
import { ApiError, callApi } from './api-client.ts';
import { showFieldErrors } from './field-errors.ts';
import { localPath } from './local-path.ts';
import { writeSessionFlag } from './session-flag.ts';

type SessionAnswer = z.infer<typeof sessionResponse>;

/** Makes the form of /login or /register work without leaving the page on an error. */
export function startAccountForm(form: HTMLFormElement): void {
  const kind = form.dataset.account === 'register' ? 'register' : 'login';
  const next = new URLSearchParams(location.search).get('next');
  if (kind === 'register') takeSetupToken(form);
  keepNext(form, next);
  startReveal(form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit(form, kind, next);
  });
}

/** The one-time link carries its token after `#`, where no server log sees it. */
function takeSetupToken(form: HTMLFormElement): void {
  const token = new URLSearchParams(location.hash.slice(1)).get('setup');
  const secret = form.elements.namedItem('secret');
  if (!token || !(secret instanceof HTMLInputElement)) return;
  secret.value = token;
  history.replaceState(history.state, '', location.pathname + location.search);
  form.querySelector('[data-owner]')?.removeAttribute('hidden');
}

function keepNext(form: HTMLFormElement, next: string | null): void {
  if (localPath(next) === '/') return;
  for (const link of form.querySelectorAll<HTMLAnchorElement>('[data-keep-next]')) {
    link.search = `?next=${encodeURIComponent(localPath(next))}`;
  }
}

function startReveal(form: HTMLFormElement): void {
  for (const button of form.querySelectorAll<HTMLButtonElement>('[data-reveal]')) {
    const input = form.elements.namedItem(button.dataset.reveal ?? '');
    button.addEventListener('click', () => {
      if (!(input instanceof HTMLInputElement)) return;
      const reveal = input.type === 'password';
      input.type = reveal ? 'text' : 'password';
      button.setAttribute('aria-pressed', String(reveal));
    });
  }
}

async function submit(form: HTMLFormElement, kind: 'login' | 'register', next: string | null) {
  const button = form.querySelector<HTMLButtonElement>('[type=submit]');
  if (!button || button.getAttribute('aria-disabled') === 'true') return;
  showError(form, '');
  const missing = missingFields(form);
  showFieldErrors(form, missing);
  if (Object.keys(missing).length > 0) return;

  // Not `disabled`: the focus stays where it is.
  button.setAttribute('aria-disabled', 'true');
  button.setAttribute('aria-busy', 'true');
  try {
    const answer = await callApi<SessionAnswer>('POST', `/api/user/${kind}`, {
      body: formBody(form, kind),
      retry: false,
    });
    remember(answer, kind);
    location.assign(kind === 'register' ? '/' : localPath(next));
  } catch (error) {
    button.removeAttribute('aria-disabled');
    button.removeAttribute('aria-busy');
    if (!(error instanceof ApiError)) throw error;
    // A sentence at its field is not said twice.
    if (!showFieldErrors(form, error.fields)) showError(form, error.message);
  }
}

function missingFields(form: HTMLFormElement): Record<string, string> {
  const missing: Record<string, string> = {};
  for (const input of form.querySelectorAll<HTMLInputElement>('input[required]')) {
    const label = form.querySelector(`label[for="${input.id}"]`)?.textContent ?? input.name;
    if (input.value.trim() === '') missing[input.name] = `${label} is required`;
  }
  return missing;
}

function formBody(form: HTMLFormElement, kind: 'login' | 'register'): Record<string, unknown> {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '');
  const body = { email: text('email'), password: text('password') };
  if (kind === 'login') return { ...body, rememberMe: data.has('rememberMe') };
  const secret = text('secret');
  return { ...body, name: text('name'), ...(secret ? { secret } : {}) };
}

function remember(answer: SessionAnswer, kind: 'login' | 'register'): void {
  writeSessionFlag(answer.user.role === 1 ? 'admin' : 'member');
  if (kind !== 'register') return;
  try {
    localStorage.setItem('firstLogin', 'true');
  } catch {
    // Only a greeting depends on it.
  }
}

function showError(form: HTMLFormElement, sentence: string): void {
  const place = form.querySelector('[data-form-error]');
  if (place) place.textContent = sentence;
}
