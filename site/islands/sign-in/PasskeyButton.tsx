import { useEffect, useState } from 'react';
import type { PasskeyQuestion } from '#contracts/session.ts';
import { callApi } from '../../client/api-client.ts';
import { authenticateWithPasskey, supportsPasskeys } from '../../client/passkey.ts';
import { errorMessage } from '../ui/use-loaded.ts';
import type { SessionResponse } from './enter.ts';

interface Props {
  label: string;
  /** Token of a sign-in that needs a second factor. */
  ticket?: string;
  isRemembered(): boolean;
  onDone(session: SessionResponse): Promise<void>;
  /** Called with an error message, which is empty when the button is pressed. */
  onError(reason: string): void;
}

/** Signs in with a passkey. It is hidden if the browser does not support passkeys. */
export function PasskeyButton({ label, ticket, isRemembered, onDone, onError }: Props) {
  const [isOffered, setIsOffered] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => setIsOffered(supportsPasskeys()), []);

  async function signIn() {
    if (isBusy) return;
    setIsBusy(true);
    onError('');
    try {
      const path = '/api/user/login/passkey';
      const question = await callApi<PasskeyQuestion>('POST', `${path}/options`, {
        body: ticket ? { ticket } : {},
        retry: false,
      });
      const response = await authenticateWithPasskey(question);
      const body = { ticket: question.ticket, response, rememberMe: isRemembered() };
      await onDone(await callApi<SessionResponse>('POST', path, { body, retry: false }));
    } catch (error) {
      onError(errorMessage(error));
    }
    setIsBusy(false);
  }

  return (
    <button
      className="button"
      type="button"
      hidden={!isOffered}
      aria-disabled={isBusy || undefined}
      onClick={() => void signIn()}
    >
      {label}
    </button>
  );
}
