import { useEffect, useRef, useState } from 'react';
import { callApi } from '../../client/api-client.ts';
import { INCOMPLETE_LINK, takeFromHash } from '../../client/take-from-hash.ts';
import { useForm } from '../ui/use-form.ts';
import { errorMessage } from '../ui/use-loaded.ts';

interface Options {
  path: string;
  check?(data: FormData): Record<string, string>;
}

/** A form behind the link of an email, with a token in the hash. `done` is the API's response. */
export function useLinkForm<Answer = { msg: string }>({ path, check }: Options) {
  const token = useRef('');
  const [isIncomplete, setIsIncomplete] = useState(false);
  const [done, setDone] = useState<Answer | null>(null);
  useEffect(() => {
    token.current = takeFromHash('token');
    setIsIncomplete(token.current === '');
  }, []);
  const { form, button, errors } = useForm({
    ...(check && { check }),
    send: (data) =>
      callApi<Answer>('POST', path, {
        body: { ...Object.fromEntries(data), token: token.current },
        retry: false,
      }),
    onDone: setDone,
    explain: (error) => (token.current ? errorMessage(error) : INCOMPLETE_LINK),
  });
  return {
    form: { ...form, 'data-early': '', method: 'post', action: path, noValidate: true } as const,
    button,
    fields: errors.fields,
    reason: errors.form || (isIncomplete ? INCOMPLETE_LINK : ''),
    done,
  };
}
