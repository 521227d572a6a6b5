import {
  type SubmitEvent,
  startTransition,
  useActionState,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { ApiError, ReadableError } from '../../client/api-client.ts';
import type { Outcome, RunAction } from './use-action.tsx';
import { errorMessage } from './use-fetch.ts';

/** Name of a field → message shown next to it. */
export type FieldErrors = Record<string, string | undefined>;

export interface FormErrors {
  fields: FieldErrors;
  /** Message about the whole form. */
  form: string;
}

interface Options<Result> {
  /** Makes the browser validate the fields; these messages replace those of the browser. */
  messages?: Record<string, string>;
  /** Finds further errors before anything is sent. */
  check?(data: FormData, form: HTMLFormElement): FieldErrors;
  /** Sends the form. @throws ApiError whose `fields` are shown next to the fields */
  send(data: FormData): Promise<Result>;
  /** Sends with re-authentication, and shows the result as a toast instead of `errors.form`. */
  runAction?: RunAction;
  /** The form is busy until the promise is fulfilled. */
  onDone?(result: Result, form: HTMLFormElement): void | Promise<void>;
  /** Names of lists with an error in each row, such as `files` if the row of `files.2` shows its error. */
  rows?: readonly string[];
  /** Returns the message for an error that is not about a field. */
  explain?(error: unknown): string;
  /** False while the form cannot be sent yet. */
  isReady?: boolean;
  /** True while data that the form needs is loading. A submission then waits until the form is ready. */
  isLoading?: boolean;
}

interface Submission {
  form: HTMLFormElement;
  more: Record<string, string>;
}

const none: FormErrors = { fields: {}, form: '' };

/**
 * State of a form: one request at a time, errors next to their fields, focus on the first invalid field, and
 * typed values are kept. A form with `data-early` that was submitted before it was hydrated is submitted
 * again.
 */
export function useForm<Result>(options: Options<Result>) {
  const {
    messages,
    check,
    send,
    runAction,
    onDone,
    explain = errorMessage,
    rows = [],
    isReady = true,
    isLoading = false,
  } = options;
  const ref = useRef<HTMLFormElement>(null);
  // Known before the next rendering: while React hydrates the form, it may receive an early submission twice.
  const isSending = useRef(false);
  /** True if a submission waits until the form is ready. */
  const [isWaiting, setIsWaiting] = useState(false);
  const [errors, dispatch, isBusy] = useActionState(
    async (_previous: FormErrors, { form, more }: Submission): Promise<FormErrors> => {
      const data = new FormData(form);
      for (const [name, value] of Object.entries(more)) data.set(name, value);
      const invalid = messages && invalidFields(form, messages);
      const wrong = { ...invalid, ...check?.(data, form) };
      if (!isEmpty(wrong)) {
        isSending.current = false;
        return { fields: wrong, form: '' };
      }
      // React shows the state that `send` sets immediately instead of after this action.
      await Promise.resolve();
      const call = async () => {
        try {
          const result = await send(data);
          await onDone?.(result, form);
          return result;
        } catch (error) {
          const hasUnknownFields =
            error instanceof ApiError &&
            !isEmpty(error.fields) &&
            isEmpty(knownFields(error.fields, form, rows));
          throw hasUnknownFields ? new ReadableError(error.message) : error;
        }
      };
      const outcome = await (runAction ? runAction(call) : attemptCall(call, explain));
      isSending.current = false;
      if (outcome.done) return none;
      const fields = knownFields(outcome.fields, form, rows);
      return { fields, form: runAction || !isEmpty(fields) ? '' : outcome.reason };
    },
    none,
  );
  useLayoutEffect(() => {
    const wrong = new Set(Object.keys(errors.fields).flatMap((name) => [name, listOf(name)]));
    const isWrong = (control: Element) => wrong.has(control.getAttribute('name') ?? '');
    const first = [...(ref.current?.elements ?? [])].find(isWrong);
    if (first instanceof HTMLElement) first.focus();
    // A message about the whole form may be above the window.
    else if (errors.form)
      ref.current?.querySelector('.form__error')?.scrollIntoView({ block: 'nearest' });
  }, [errors]);
  useEffect(() => {
    const form = ref.current;
    if (!form) return;
    if (!isReady) {
      setIsWaiting(form.dataset.early === 'sent');
      return;
    }
    setIsWaiting(false);
    // From here on errors appear next to the fields instead of in a bubble of the browser.
    form.noValidate = true;
    const isEarly = form.dataset.early === 'sent';
    delete form.dataset.early;
    if (isEarly) form.requestSubmit();
  }, [isReady]);

  /** Submits the form with more values than those of its fields. */
  function submit(more: Record<string, string> = {}) {
    const form = ref.current;
    if (!form || isSending.current || !isReady) return;
    isSending.current = true;
    startTransition(() => dispatch({ form, more }));
  }

  const isShownBusy = isBusy || (isWaiting && isLoading);
  return {
    errors: isBusy ? none : errors,
    isBusy,
    submit,
    /** Attributes of the form element. */
    form: {
      ref,
      onSubmit(event: SubmitEvent<HTMLFormElement>) {
        event.preventDefault();
        const { dataset } = event.currentTarget;
        if (isLoading) {
          dataset.early = 'sent';
          setIsWaiting(true);
          return;
        }
        delete dataset.early;
        submit();
      },
    },
    /** Attributes of the submit button. It keeps the focus, so it is not disabled. */
    button: {
      type: 'submit',
      'aria-disabled': isShownBusy || undefined,
      'aria-busy': isShownBusy || undefined,
    } as const,
  };
}

async function attemptCall(
  call: () => Promise<unknown>,
  explain: (error: unknown) => string,
): Promise<Outcome> {
  try {
    await call();
    return { done: true };
  } catch (error) {
    const fields = error instanceof ApiError ? error.fields : {};
    return { done: false, fields, reason: explain(error) };
  }
}

const isEmpty = (fields: object) => Object.keys(fields).length === 0;

/** Returns a message for each field that the browser finds invalid. */
function invalidFields(form: HTMLFormElement, messages: Record<string, string>): FieldErrors {
  const fields: FieldErrors = {};
  for (const control of form.elements) {
    if (!('validity' in control)) continue;
    const { name, willValidate, validity, validationMessage } = control as HTMLInputElement;
    if (willValidate && !validity.valid) fields[name] = messages[name] ?? validationMessage;
  }
  return fields;
}

/** Returns the list that an error is about: `keys` for `keys.add.3`. */
export const listOf = (name: string): string => name.split('.')[0] ?? name;

/**
 * Returns the errors by the field that shows them: the control of that name, the row of a list in `rows`, or the control
 * of the list. An error without such a control is about the whole form.
 */
function knownFields(
  fields: Record<string, string>,
  { elements }: HTMLFormElement,
  rows: readonly string[],
): Record<string, string> {
  const known: Record<string, string> = {};
  for (const [name, message] of Object.entries(fields)) {
    const [list = name, row] = name.split('.');
    if (elements.namedItem(name)) known[name] = message;
    else if (elements.namedItem(list))
      known[row && rows.includes(list) ? `${list}.${row}` : list] ??= message;
  }
  return known;
}
