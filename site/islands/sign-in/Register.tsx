import { useEffect, useRef, useState } from 'react';
import { messages, NAME_MIN, PASSWORD_MIN } from '#contracts/session-messages.ts';
import { callApi } from '../../client/api-client.ts';
import { storeFirstLogin } from '../../client/session-notices.ts';
import { signInPath } from '../../format/links.ts';
import { Field } from '../ui/Field.tsx';
import { SecretField } from '../ui/SecretField.tsx';
import { useForm } from '../ui/use-form.ts';
import {
  consumeFromHash,
  finishSignIn,
  requestedReturnPath,
  returnPath,
  type SessionResponse,
} from './enter.ts';
import { Greeting, OAuthButton } from './SignInParts.tsx';

/** The page /register. A one-time link with `#setup=` creates the owner's account. */
export function Register() {
  const [next, setNext] = useState('/');
  // A form that was submitted early is sent before the next rendering.
  const secret = useRef('');
  const [isOwner, setIsOwner] = useState(false);
  const [oauthError, setOAuthError] = useState('');
  useEffect(() => {
    setNext(returnPath());
    // The link may also be opened in a tab that shows this page.
    const readSecret = () => {
      secret.current = consumeFromHash('setup') || secret.current;
      setIsOwner(secret.current !== '');
    };
    readSecret();
    addEventListener('hashchange', readSecret);
    return () => removeEventListener('hashchange', readSecret);
  }, []);
  const { form, button, errors } = useForm({
    check: findFirstError,
    send(data) {
      setOAuthError('');
      const { name, email, password } = Object.fromEntries(data);
      const body = {
        name,
        email,
        password,
        ...(secret.current && { secret: secret.current }),
      };
      return callApi<SessionResponse>('POST', '/api/user/register', { body, retry: false });
    },
    onDone(response) {
      storeFirstLogin();
      return finishSignIn(response, requestedReturnPath());
    },
  });
  return (
    <>
      <Greeting />
      <form
        className="form needs-script for-guest"
        data-early=""
        method="post"
        action="/api/user/register"
        noValidate
        {...form}
      >
        {isOwner && (
          <p className="banner">This link creates the account of the site owner. It works once.</p>
        )}
        <p className="form__error" role="alert">
          {oauthError || errors.form}
        </p>
        <Field
          required
          spellCheck={false}
          name="name"
          label="Name"
          autoComplete="name"
          hint="At least 3 characters."
          maxLength={80}
          error={errors.fields.name}
        />
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
          autoComplete="new-password"
          hint="At least 6 characters."
          error={errors.fields.password}
        />
        <button className="button button--main" {...button}>
          Submit
        </button>
        <OAuthButton next={next} onError={setOAuthError} />
        <p>
          Already registered? <a href={signInPath(next)}>Sign in</a>
        </p>
      </form>
    </>
  );
}

/** Reports one field at a time, in the documented order. */
function findFirstError(_data: FormData, form: HTMLFormElement): Record<string, string> {
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
  if (field('name').value.trim().length < NAME_MIN) return { name: messages.name };
  if (field('password').value.length < PASSWORD_MIN) return { password: messages.password };
  const email = field('email');
  if (email.value.trim() === '' || !email.validity.valid) return { email: messages.email };
  return {};
}
