import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  CONTACT_MESSAGE_MAX,
  CONTACT_NAME_MAX,
  contactMessages,
} from '#contracts/form-messages.ts';
import { ApiError, callApi } from '../../client/api-client.ts';
import { writeStored } from '../../client/storage.ts';
import { readStoredJson } from '../../client/stored-json.ts';
import { Field } from '../ui/Field.tsx';
import { errorMessage } from '../ui/use-fetch.ts';
import { useForm } from '../ui/use-form.ts';

const fields = ['name', 'email', 'message'] as const;
const DRAFT = 'contact-draft';
const TOO_MANY =
  'You have sent too many messages in the last hour. Your text is still here, or you can use the email link.';

/**
 * Form of /contact. Its text survives a reload and a closed tab until the message has been sent. Without JavaScript
 * the browser submits the form and ends on /contact#sent.
 */
export function ContactForm() {
  const [thanks, setThanks] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const { form, button, errors } = useForm({
    check: (_data, element) =>
      Object.fromEntries(
        fields
          .filter((name) => {
            const field = control(element, name);
            return field.value.trim() === '' || !field.validity.valid;
          })
          .map((name) => [name, contactMessages[name]]),
      ),
    send: (data) =>
      callApi<{ msg: string }>('POST', '/api/contact', {
        body: Object.fromEntries(data),
        retry: false,
      }),
    onDone({ msg }) {
      const element = form.ref.current;
      if (element) {
        control(element, 'message').value = '';
        storeMessageDraft(element);
      }
      setThanks(msg);
    },
    explain: (error) =>
      error instanceof ApiError && error.code === 'TOO_MANY_REQUESTS'
        ? TOO_MANY
        : errorMessage(error),
  });
  useEffect(() => {
    if (form.ref.current) restoreDraft(form.ref.current);
  }, [form.ref]);
  useLayoutEffect(() => {
    if (thanks) heading.current?.focus();
  }, [thanks]);

  return (
    <>
      <form
        className="form"
        method="post"
        action="/api/contact"
        data-early=""
        hidden={thanks !== ''}
        onInput={(event) => storeMessageDraft(event.currentTarget)}
        {...form}
      >
        <p className="form__error" role="alert">
          {errors.form}
        </p>
        <Field
          required
          spellCheck={false}
          name="name"
          label="Your name"
          autoComplete="name"
          maxLength={CONTACT_NAME_MAX}
          error={errors.fields.name}
        />
        <Field
          required
          spellCheck={false}
          name="email"
          label="Your email"
          type="email"
          autoComplete="email"
          hint="Only used to reply to you."
          maxLength={254}
          error={errors.fields.email}
        />
        <Field
          required
          name="message"
          label="Message"
          lines={9}
          maxLength={CONTACT_MESSAGE_MAX}
          error={errors.fields.message}
        />
        <div className="contact__trap" aria-hidden="true">
          <label htmlFor="website">Leave this empty</label>
          <input id="website" name="website" type="text" tabIndex={-1} autoComplete="off" />
        </div>
        <button className="button button--main" {...button}>
          Send message
        </button>
      </form>
      {thanks && (
        <div className="contact__thanks">
          <h3 tabIndex={-1} ref={heading}>
            {thanks}
          </h3>
          <button
            className="button"
            type="button"
            onClick={() => {
              // The field can have the focus as soon as its form is shown again.
              flushSync(() => setThanks(''));
              if (form.ref.current) control(form.ref.current, 'message').focus();
            }}
          >
            Write another one
          </button>
        </div>
      )}
    </>
  );
}

type Control = HTMLInputElement | HTMLTextAreaElement;

const control = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as Control;

function storeMessageDraft(form: HTMLFormElement): void {
  const draft = fields.map((name) => [name, control(form, name).value]);
  writeStored(DRAFT, JSON.stringify(Object.fromEntries(draft)), 'sessionStorage');
}

function restoreDraft(form: HTMLFormElement): void {
  const draft = readStoredJson(DRAFT, 'sessionStorage') as Record<string, string> | null;
  for (const name of fields) {
    const field = control(form, name);
    if (field.value === '') field.value = draft?.[name] ?? '';
  }
}
