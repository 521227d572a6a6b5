import type { CodeHostQuestion } from '#contracts/code-host.ts';
import { readStored, writeStored } from '../client/storage.ts';
import { showFormError } from './account-form.ts';
import { ApiError, callApi } from './api-client.ts';
import { readSessionFlag } from './session-flag.ts';
import type { SessionAnswer } from './sign-in-forms.ts';

/** Where to go after signing in, kept while the browser is at the service. */
const NEXT = 'code-host-next';

interface Offer {
  /** Where the page leads once somebody is signed in. */
  next: string;
  remember(): boolean;
}

interface Options extends Offer {
  done(answer: SessionAnswer, next: string): void;
  /** Answers that are not an error to be shown. @returns whether it was one */
  handle(error: ApiError, next: string): boolean;
}

interface CameBack {
  state: string;
  code: string | null;
}

/** Offers the button where a service is configured, and goes on with who comes back from it. */
export function startCodeHost(form: HTMLFormElement, options: Options): void {
  const cameBack = takeAnswer();
  if (cameBack) void finish(form, cameBack, options);
  offerCodeHost(form, options);
}

/** Shows the button that leads to the service, where one is configured. */
export function offerCodeHost(form: HTMLFormElement, options: Offer): void {
  void offer(form, options);
}

/** What the service put into the address. It leaves the address bar before anything else is done. */
function takeAnswer(): CameBack | null {
  const search = new URLSearchParams(location.search);
  const state = search.get('state');
  const code = search.get('code');
  if (state === null || (code === null && !search.has('error'))) return null;
  history.replaceState(history.state, '', location.pathname);
  return { state, code };
}

async function offer(form: HTMLFormElement, options: Offer): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>('[data-code-host]');
  if (!button) return;
  const { name } = await callApi<{ name: string | null }>('GET', '/api/user/code-host', {
    retry: false,
  }).catch((error) => {
    // Without it the password does.
    if (error instanceof ApiError) return { name: null };
    throw error;
  });
  if (name === null) return;
  button.textContent = `Continue with ${name}`;
  button.hidden = false;
  button.addEventListener('click', () => void leave(form, button, options));
}

async function leave(
  form: HTMLFormElement,
  button: HTMLButtonElement,
  { next, remember }: Offer,
): Promise<void> {
  if (button.getAttribute('aria-disabled') === 'true') return;
  button.setAttribute('aria-disabled', 'true');
  showFormError(form, '');
  try {
    const body = { rememberMe: remember() };
    const { url } = await callApi<CodeHostQuestion>('POST', '/api/user/code-host', {
      body,
      retry: false,
    });
    keep(next);
    location.assign(url);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    showFormError(form, error.message);
  } finally {
    button.removeAttribute('aria-disabled');
  }
}

async function finish(
  form: HTMLFormElement,
  { state, code }: CameBack,
  { done, handle }: Options,
): Promise<void> {
  const next = takeKept();
  if (code === null) {
    showFormError(form, 'You did not allow it over there, so nothing has changed here.');
    return;
  }
  form.setAttribute('aria-busy', 'true');
  try {
    // Over there the access token may have run out, and only who began can connect an account.
    if (readSessionFlag()) await (await import('../stores/session.ts')).confirmSession();
    const body = { code, state };
    const answer = await callApi<SessionAnswer | { linked: true }>(
      'POST',
      '/api/user/code-host/finish',
      { body, retry: false },
    );
    if ('linked' in answer) location.assign('/account');
    else done(answer, next);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!handle(error, next)) showFormError(form, error.message);
  } finally {
    form.removeAttribute('aria-busy');
  }
}

const keep = (next: string) => writeStored(NEXT, next, 'session');

function takeKept(): string {
  // Without storage the way leads home.
  const next = readStored(NEXT, 'session') ?? '/';
  writeStored(NEXT, null, 'session');
  return next;
}
