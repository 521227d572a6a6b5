import { useLayoutEffect, useRef, useState } from 'react';
import { ApiError, callApi } from '../../client/api-client.ts';
import { useForm } from '../ui/use-form.ts';
import { errorMessage } from '../ui/use-loaded.ts';

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
