import { type SubmitEvent, startTransition, useActionState, useEffect, useRef } from 'react';
import { ApiError } from '../../lib/api-client.ts';
import { sentence } from '../use-loaded.ts';

interface FormErrors {
  /** Name of a field → sentence shown next to it. */
  fields: Record<string, string | undefined>;
  /** Sentence about the whole form. */
  form: string;
}

interface Options<Answer> {
  /** Finds mistakes before anything is sent: name of a field → sentence. */
  check?(data: FormData, form: HTMLFormElement): Record<string, string>;
  /** Sends the form. @throws ApiError whose `fields` are shown next to the fields */
  send(data: FormData): Promise<Answer>;
  /** The form is busy until the promise is fulfilled. */
  onDone(answer: Answer): void | Promise<void>;
  /** Returns the sentence for an error that is about no field. */
  explain?(error: unknown): string;
}

const none: FormErrors = { fields: {}, form: '' };

/**
 * The state of a form with uncontrolled fields: it is sent once at a time, errors appear next to their
 * fields, the first wrong field gets the focus, and what was typed stays. A form with `data-early` that was
 * submitted before it was hydrated is submitted again.
 */
export function useForm<Answer>({ check, send, onDone, explain = sentence }: Options<Answer>) {
  const ref = useRef<HTMLFormElement>(null);
  const [errors, submit, isBusy] = useActionState(
    async (_previous: FormErrors, form: HTMLFormElement): Promise<FormErrors> => {
      const data = new FormData(form);
      const fields = check?.(data, form) ?? {};
      if (Object.keys(fields).length > 0) return { fields, form: '' };
      try {
        await onDone(await send(data));
        return none;
      } catch (error) {
        const fields = error instanceof ApiError ? knownFields(error, form) : {};
        return { fields, form: Object.keys(fields).length > 0 ? '' : explain(error) };
      }
    },
    none,
  );
  useEffect(() => {
    if (Object.keys(errors.fields).length > 0)
      ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);
  useEffect(() => {
    const form = ref.current;
    if (!form) return;
    // From here on errors appear next to the fields instead of in a bubble of the browser.
    form.noValidate = true;
    const isEarly = form.dataset.early === 'sent';
    delete form.dataset.early;
    if (isEarly) form.requestSubmit();
  }, []);

  return {
    errors: isBusy ? none : errors,
    isBusy,
    /** Attributes of the form element. */
    form: {
      ref,
      onSubmit(event: SubmitEvent<HTMLFormElement>) {
        event.preventDefault();
        const form = event.currentTarget;
        if (!isBusy) startTransition(() => submit(form));
      },
    },
    /** Attributes of the submit button. It keeps the focus, so it is not disabled. */
    button: {
      type: 'submit',
      'aria-disabled': isBusy || undefined,
      'aria-busy': isBusy || undefined,
    } as const,
  };
}

/** Returns the errors of fields that the form has; an error of another field is about the whole form. */
const knownFields = (error: ApiError, form: HTMLFormElement) =>
  Object.fromEntries(
    Object.entries(error.fields).filter(([name]) => form.elements.namedItem(name) !== null),
  );
