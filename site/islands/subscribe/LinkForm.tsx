import { useEffect, useState } from 'react';
import { SubscribeResult, useSubscription } from './SubscribeForm.tsx';

interface Props {
  /** Path of the API that accepts the token. */
  action: string;
  button: string;
}

const MISSING = 'Please paste the full link from the email.';
const TOO_MANY = 'Too many attempts in the last hour. Please try again later.';

/**
 * The form behind the link of an email. It reads the token from the hash, which is not logged. Without
 * JavaScript the link is pasted.
 */
export function LinkForm({ action, button: label }: Props) {
  const [isLinked, setIsLinked] = useState(false);
  const { form, button, errors, result } = useSubscription({
    path: action,
    tooMany: TOO_MANY,
    check: (data): Record<string, string> =>
      String(data.get('token')).trim() === '' ? { token: MISSING } : {},
  });
  useEffect(() => {
    const readToken = () => {
      const token = new URLSearchParams(location.hash.slice(1)).get('token');
      const field = form.ref.current?.elements.namedItem('token');
      if (!token || !(field instanceof HTMLInputElement)) return;
      field.value = token;
      setIsLinked(true);
    };
    readToken();
    // The link of a second email may open in the same tab.
    addEventListener('hashchange', readToken);
    return () => removeEventListener('hashchange', readToken);
  }, [form.ref]);

  return (
    <form
      className="form link-form"
      method="post"
      action={action}
      data-early=""
      data-linked={isLinked ? '' : undefined}
      data-done={result ? '' : undefined}
      {...form}
    >
      <p className="form__error" role="alert">
        {errors.form || (isLinked && errors.fields.token)}
      </p>
      <div className="field link-form__paste">
        <label htmlFor="token">The link from the email</label>
        <input
          id="token"
          name="token"
          type="text"
          required
          maxLength={500}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={errors.fields.token ? true : undefined}
          aria-describedby="token-hint token-error"
        />
        <p className="field__hint" id="token-hint">
          Open the link in the email, or paste it here.
        </p>
        <p className="field__error" id="token-error" role="alert">
          {errors.fields.token}
        </p>
      </div>
      <button className="button button--main" {...button}>
        {label}
      </button>
      <SubscribeResult msg={result} />
    </form>
  );
}
