import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { PasskeyOptions } from '#contracts/session.ts';
import { cartMessages } from '#contracts/shop-messages.ts';
import { callApi } from '../../client/api-client.ts';
import { authenticateWithPasskey, supportsPasskeys } from '../../client/passkey.ts';
import { readPendingPurchase } from '../../client/pending-purchase.ts';
import { hasSessionEnded, SESSION_ENDED } from '../../client/session-notices.ts';
import { $sessionFlag, confirmSession } from '../../stores/session.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import { Field } from '../ui/Field.tsx';
import { SecretField } from '../ui/SecretField.tsx';
import { errorMessage } from '../ui/use-fetch.ts';
import { useForm } from '../ui/use-form.ts';
import {
  finishSignIn,
  type PendingSignIn,
  requestSession,
  returnPath,
  type SessionResponse,
} from './enter.ts';
import { Greeting, OAuthButton, readOAuthResponse } from './SignInParts.tsx';

interface PasskeyButtonProps {
  label: string;
  /** Token of a sign-in that needs a second factor. */
  signInToken?: string;
  isRemembered(): boolean;
  onDone(session: SessionResponse): Promise<void>;
  /** Called with an error message, which is empty when the button is pressed. */
  onError(reason: string): void;
}

interface SecondStepProps extends PendingSignIn {
  isRemembered: boolean;
  onDone(response: SessionResponse): Promise<void>;
}

/** A sign-in that needs a second factor. */
interface Step extends PendingSignIn {
  next: string;
  isRemembered: boolean;
}

/** The page /login: signs in by password, passkey or OAuth, then asks for a second factor if there is one. */
export function SignIn() {
  const [next, setNext] = useState('/');
  const [banners, setBanners] = useState<string[]>([]);
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
      if ('signInToken' in result) setStep({ ...result, next: path, isRemembered });
      else await finishSignIn(result, path);
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
    // A form that was submitted early is sent before `next` is known.
    onDone: (result): Promise<void> => continueSignIn(result, returnPath(), isRemembered()),
  });
  const isRemembered = (): boolean =>
    form.ref.current !== null && new FormData(form.ref.current).has('rememberMe');

  useEffect(() => {
    setNext(returnPath());
    setBanners([
      ...(hasSessionEnded() ? [SESSION_ENDED] : []),
      // The product that a guest wants to buy is stored until they are signed in.
      ...(readPendingPurchase() ? [cartMessages.guest] : []),
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

  if (step)
    return <SecondStep {...step} onDone={(response) => finishSignIn(response, step.next)} />;
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
        {banners.map((banner) => (
          <p className="banner" role="status" key={banner}>
            {banner}
          </p>
        ))}
        <p className="form__error" role="alert">
          {otherError || errors.form}
        </p>
        <Field
          required
          spellCheck={false}
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
          onDone={(response) => finishSignIn(response, next)}
          onError={setOtherError}
        />
        <OAuthButton next={next} isRemembered={isRemembered} onError={setOtherError} />
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
  return requestSession<SessionResponse | { linked: true }>('/api/user/oauth/finish', {
    code,
    state,
  });
}

/** Asks for a code or a passkey after the password. */
function SecondStep({ signInToken, methods, isRemembered, onDone }: SecondStepProps) {
  const [passkeyError, setPasskeyError] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  const { form, button, errors } = useForm({
    check: (data): Record<string, string> =>
      String(data.get('code')).trim() === '' ? { code: 'Code is required' } : {},
    send(data) {
      setPasskeyError('');
      const body = { signInToken, code: data.get('code') };
      return callApi<SessionResponse>('POST', '/api/user/login/code', { body, retry: false });
    },
    onDone,
  });
  return (
    <form className="form" method="post" action="/api/user/login/code" noValidate {...form}>
      <h2 tabIndex={-1} ref={heading}>
        One more step
      </h2>
      <p className="form__error" role="alert">
        {passkeyError || errors.form}
      </p>
      {methods.includes('passkey') && (
        <PasskeyButton
          label="Use your passkey"
          signInToken={signInToken}
          isRemembered={() => isRemembered}
          onDone={onDone}
          onError={setPasskeyError}
        />
      )}
      {methods.some((method) => method !== 'passkey') && (
        <div className="form">
          {methods.includes('totp') && <p>Enter the six-digit code from your authenticator app.</p>}
          <Field
            required
            spellCheck={false}
            name="code"
            label="Code"
            autoComplete="one-time-code"
            hint="You can also use a recovery code."
            maxLength={40}
            error={errors.fields.code}
          />
          <button className="button button--main" {...button}>
            Continue
          </button>
        </div>
      )}
      <p>
        You will not be asked again on this device. <a href="/login">Start over</a>
      </p>
    </form>
  );
}

/** Signs in with a passkey. It is hidden if the browser does not support passkeys. */
function PasskeyButton({ label, signInToken, isRemembered, onDone, onError }: PasskeyButtonProps) {
  const [isOffered, setIsOffered] = useState(false);
  useEffect(() => setIsOffered(supportsPasskeys()), []);

  async function signIn() {
    onError('');
    try {
      const path = '/api/user/login/passkey';
      const passkeyOptions = await callApi<PasskeyOptions>('POST', `${path}/options`, {
        body: signInToken ? { signInToken } : {},
        retry: false,
      });
      const response = await authenticateWithPasskey(passkeyOptions);
      const body = {
        challengeToken: passkeyOptions.challengeToken,
        response,
        rememberMe: isRemembered(),
      };
      await onDone(await callApi<SessionResponse>('POST', path, { body, retry: false }));
    } catch (error) {
      onError(errorMessage(error));
    }
  }

  return (
    <BusyButton className="button" hidden={!isOffered} onPress={signIn}>
      {label}
    </BusyButton>
  );
}
