import { useCallback, useEffect, useState } from 'react';
import { cartMessages } from '#contracts/shop-words.ts';
import { hasPendingPurchase } from '../../client/pending-purchase.ts';
import { returnPath } from '../../client/return-path.ts';
import { hasSessionEnded, SESSION_ENDED } from '../../client/session-ended.ts';
import { $sessionFlag, confirmSession } from '../../stores/session.ts';
import { SecretField } from '../ui/SecretField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useForm } from '../ui/use-form.ts';
import { errorMessage } from '../ui/use-loaded.ts';
import { CodeHostButton, readOAuthResponse } from './CodeHostButton.tsx';
import { openSession, type PendingSignIn, requestSession, type SessionResponse } from './enter.ts';
import { Greeting } from './Greeting.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { SecondStep } from './SecondStep.tsx';

/** A sign-in that needs a second factor. */
interface Step extends PendingSignIn {
  next: string;
  isRemembered: boolean;
}

/** The page /login: signs in by password, passkey or OAuth, then asks for a second factor if there is one. */
export function SignIn() {
  const [next, setNext] = useState('/');
  const [notices, setNotices] = useState<string[]>([]);
  // Members who return from an OAuth provider or have to sign in again get the form, too.
  const [isForced, setIsForced] = useState(false);
  const [otherError, setOtherError] = useState('');
  const [isFinishing, setIsFinishing] = useState(false);
  const [step, setStep] = useState<Step | null>(null);

  const continueSignIn = useCallback(
    async (
      result: SessionResponse | PendingSignIn,
      path: string,
      isRemembered: boolean,
    ): Promise<void> => {
      if ('ticket' in result) setStep({ ...result, next: path, isRemembered });
      else await openSession(result, path);
    },
    [],
  );
  const { form, button, errors } = useForm({
    check: (data): Record<string, string> => ({
      ...(String(data.get('email')).trim() === '' && { email: 'Email is required' }),
      ...(String(data.get('password')).trim() === '' && { password: 'Password is required' }),
    }),
    send(data) {
      setOtherError('');
      return requestSession('/api/user/login', {
        email: data.get('email'),
        password: data.get('password'),
        rememberMe: data.has('rememberMe'),
      });
    },
    onDone: (result): Promise<void> => continueSignIn(result, next, isRemembered()),
  });
  const isRemembered = (): boolean =>
    form.ref.current !== null && new FormData(form.ref.current).has('rememberMe');

  useEffect(() => {
    setNext(returnPath());
    setNotices([
      ...(hasSessionEnded() ? [SESSION_ENDED] : []),
      // The product that a guest wants to buy is stored until they are signed in.
      ...(hasPendingPurchase() ? [cartMessages.guest] : []),
    ]);
    const query = new URLSearchParams(location.search);
    setIsForced(query.has('state') || query.has('again'));
    const oauthResponse = readOAuthResponse();
    if (!oauthResponse) return;
    const { state, code } = oauthResponse;
    if (code === null) return setOtherError('You denied access there. Nothing was changed.');
    setIsFinishing(true);
    void finishOAuthSignIn(state, code)
      .then((done) => {
        if ('linked' in done) location.assign('/account');
        else return continueSignIn(done, oauthResponse.next, false);
      })
      .catch((error) => setOtherError(errorMessage(error)))
      .finally(() => setIsFinishing(false));
  }, [continueSignIn]);

  if (step) return <SecondStep {...step} onDone={(response) => openSession(response, step.next)} />;
  return (
    <>
      {!isForced && <Greeting />}
      <form
        className={isForced ? 'form needs-script' : 'form needs-script for-guest'}
        data-early=""
        method="post"
        action="/api/user/login"
        noValidate
        aria-busy={isFinishing || undefined}
        {...form}
      >
        {notices.map((notice) => (
          <p className="notice" role="status" key={notice}>
            {notice}
          </p>
        ))}
        <p className="form__error" role="alert">
          {otherError || errors.form}
        </p>
        <TextField
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          maxLength={254}
          error={errors.fields.email}
        />
        <SecretField
          name="password"
          label="Password"
          autoComplete="current-password"
          error={errors.fields.password}
        />
        <label className="check">
          <input type="checkbox" name="rememberMe" value="true" /> Remember Me!
        </label>
        <button className="button button--main" {...button}>
          Submit
        </button>
        <PasskeyButton
          label="Sign in with a passkey"
          isRemembered={isRemembered}
          onDone={(response) => openSession(response, next)}
          onError={setOtherError}
        />
        <CodeHostButton next={next} isRemembered={isRemembered} onError={setOtherError} />
        <p>
          <a href="/forgot-password">Forgot your password?</a>
        </p>
        <p>
          No account yet?{' '}
          <a href={next === '/' ? '/register' : `/register?next=${encodeURIComponent(next)}`}>
            Register
          </a>
        </p>
      </form>
    </>
  );
}

async function finishOAuthSignIn(state: string, code: string) {
  // The access token may have expired, and a member may be linking an account.
  if ($sessionFlag.get()) await confirmSession();
  return requestSession<SessionResponse | { linked: true }>('/api/user/code-host/finish', {
    code,
    state,
  });
}
