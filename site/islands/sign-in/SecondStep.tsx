import { useEffect, useRef, useState } from 'react';
import { callApi } from '../../client/api-client.ts';
import { TextField } from '../ui/TextField.tsx';
import { useForm } from '../ui/use-form.ts';
import type { PendingSignIn, SessionResponse } from './enter.ts';
import { PasskeyButton } from './PasskeyButton.tsx';

interface Props extends PendingSignIn {
  isRemembered: boolean;
  onDone(response: SessionResponse): Promise<void>;
}

/** Asks for a code or a passkey after the password. */
export function SecondStep({ ticket, methods, isRemembered, onDone }: Props) {
  const [passkeyError, setPasskeyError] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { form, button, errors } = useForm({
    check: (data): Record<string, string> =>
      String(data.get('code')).trim() === '' ? { code: 'Code is required' } : {},
    send(data) {
      setPasskeyError('');
      const body = { ticket, code: data.get('code') };
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
          ticket={ticket}
          isRemembered={() => isRemembered}
          onDone={onDone}
          onError={setPasskeyError}
        />
      )}
      {methods.some((method) => method !== 'passkey') && (
        <div className="form">
          {methods.includes('totp') && <p>Enter the six-digit code from your authenticator app.</p>}
          <TextField
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
