import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { OAuthRedirect } from '#contracts/session.ts';
import { ApiError, callApi } from '../../client/api-client.ts';
import { readStored, writeStored } from '../../client/storage.ts';
import { $session, $sessionFlag, confirmSession } from '../../stores/session.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import { errorMessage } from '../ui/use-fetch.ts';
import { requestedReturnPath } from './enter.ts';

/** Replaces the forms of /login and /register for members who are signed in. */
export function Greeting() {
  const session = useStore($session, { ssr: 'initial' });
  const [next, setNext] = useState('/');
  useEffect(() => {
    setNext(requestedReturnPath());
    if ($sessionFlag.get()) void confirmSession();
  }, []);
  return (
    <div className="account__done for-signed-in needs-script">
      <h2>
        You are signed in
        {session.state === 'signed-in' && ` as ${session.user.name} (${session.user.email})`}.
      </h2>
      <a className="button button--main" href={next}>
        {next === '/' ? 'Home' : 'Continue'}
      </a>
      <a className="button" href="/profile">
        Your profile
      </a>
      {/* The script of the page signs out, so the button works before this island does. */}
      <button className="button" type="button" data-sign-out="">
        Logout
      </button>
      <p>To use another account, sign out first.</p>
    </div>
  );
}

/** Key of the path to open after signing in, stored while the browser is at the OAuth provider. */
const NEXT = 'oauth-next';

interface Props {
  /** Path to open after signing in. */
  next: string;
  isRemembered?(): boolean;
  /** Called with an error message, which is empty when the button is pressed. */
  onError(reason: string): void;
}

/** Starts the OAuth sign-in. Hidden if no provider is configured. */
export function OAuthButton({ next, isRemembered = () => false, onError }: Props) {
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    callApi<{ name: string | null }>('GET', '/api/user/oauth', { retry: false })
      .then((host) => setName(host.name))
      .catch((error) => {
        // Signing in with a password remains possible.
        if (!(error instanceof ApiError)) throw error;
      });
  }, []);

  async function openProvider() {
    onError('');
    try {
      const { url } = await callApi<OAuthRedirect>('POST', '/api/user/oauth', {
        body: { rememberMe: isRemembered() },
        retry: false,
      });
      writeStored(NEXT, next, 'sessionStorage');
      location.assign(url);
    } catch (error) {
      onError(errorMessage(error));
    }
  }

  return (
    <BusyButton className="button" hidden={name === null} onPress={openProvider}>
      Continue{name && ` with ${name}`}
    </BusyButton>
  );
}

/** Returns the OAuth provider's response from the URL, and removes it from there. */
export function readOAuthResponse(): { state: string; code: string | null; next: string } | null {
  const search = new URLSearchParams(location.search);
  const state = search.get('state');
  const code = search.get('code');
  if (state === null || (code === null && !search.has('error'))) return null;
  history.replaceState(history.state, '', location.pathname);
  const next = readStored(NEXT, 'sessionStorage') ?? '/';
  writeStored(NEXT, null, 'sessionStorage');
  return { state, code, next };
}
