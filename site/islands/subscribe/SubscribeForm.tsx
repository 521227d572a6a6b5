import { useLayoutEffect, useRef, useState } from 'react';
import { subscribeMessages } from '#contracts/form-messages.ts';
import type { SubscriberSource } from '#contracts/subscriber.ts';
import { ApiError, callApi } from '../../client/api-client.ts';
import { errorMessage } from '../ui/use-fetch.ts';
import { useForm } from '../ui/use-form.ts';

interface Props {
  /** One of the documented forms; determines the names of its fields. */
  from: SubscriberSource;
  /** Prefix of the ids of its fields, for pages with more than one form. */
  id?: string;
}

const PATH = '/api/subscribers';
const TOO_MANY =
  'Too many sign-ups in the last hour. Please try again later; your address is still in the form.';

/**
 * Subscribes an email address, which has to be confirmed by a link in an email. Without JavaScript the
 * browser submits the form and ends on /subscribe.
 */
export function SubscribeForm({ from, id = 'subscribe' }: Props) {
  const name = from === 'Newsletter' ? 'email_address' : 'email';
  const { form, button, errors, result } = useSubscription({
    path: PATH,
    tooMany: TOO_MANY,
    check(data, { elements }): Record<string, string> {
      const field = elements.namedItem(name) as HTMLInputElement;
      const isAddress = String(data.get(name)).trim() !== '' && field.validity.valid;
      return isAddress ? {} : { [name]: subscribeMessages.email };
    },
  });

  return (
    <form
      className="subscribe"
      id={id}
      method="post"
      action={PATH}
      data-early=""
      data-done={result ? '' : undefined}
      {...form}
    >
      <div className="field">
        <label htmlFor={`${id}-email`}>Your email</label>
        <div className="subscribe__row">
          <input
            id={`${id}-email`}
            name={name}
            type="email"
            autoComplete="email"
            inputMode="email"
            required
            maxLength={254}
            spellCheck={false}
            placeholder="ann@example.org"
            aria-invalid={errors.fields[name] ? true : undefined}
            aria-describedby={`${id}-email-hint ${id}-email-error`}
          />
          <button className="button button--main" {...button}>
            Subscribe
          </button>
        </div>
        <p className="field__error" id={`${id}-email-error`} role="alert">
          {errors.fields[name] ?? errors.form}
        </p>
        <p className="field__hint" id={`${id}-email-hint`}>
          We will ask you to confirm by email. Every email has an unsubscribe link.
        </p>
      </div>
      {from === 'Newsletter' && <input type="hidden" name="from" value={from} />}
      <div className="subscribe__trap" aria-hidden="true">
        <label htmlFor={`${id}-website`}>Leave this empty</label>
        <input id={`${id}-website`} name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <SubscribeResult msg={result} />
    </form>
  );
}

interface Options {
  path: string;
  /** Message when the rate limit of the API is reached. */
  tooMany: string;
  check(data: FormData, form: HTMLFormElement): Record<string, string>;
}

/** A form about the newsletter. `result` is the API's message after success. */
export function useSubscription({ path, tooMany, check }: Options) {
  const [result, setResult] = useState('');
  const form = useForm({
    check,
    send: (data) =>
      callApi<{ msg: string }>('POST', path, { body: Object.fromEntries(data), retry: false }),
    onDone: ({ msg }) => setResult(msg),
    explain: (error) =>
      error instanceof ApiError && error.code === 'TOO_MANY_REQUESTS'
        ? tooMany
        : errorMessage(error),
  });
  return { ...form, result };
}

/** The message that replaces the form; it gets the focus. */
export function SubscribeResult({ msg }: { msg: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (msg) line.current?.focus();
  }, [msg]);
  return (
    <p className="subscribe__result" role="status" tabIndex={-1} ref={line}>
      {msg}
    </p>
  );
}
