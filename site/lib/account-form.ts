import { ApiError, callApi } from './api-client.ts';
import { handleSubmit } from './early-submit.ts';
import { showFieldErrors } from './field-errors.ts';

interface AccountForm<Answer> {
  /** Where the form is sent to. */
  path: string;
  body(text: (name: string) => string, data: FormData): Record<string, unknown>;
  /** What is wrong before anything is sent, field name → sentence. */
  wrong?(form: HTMLFormElement): Record<string, string>;
  done(answer: Answer): void;
  /** Answers that are not an error to be shown. @returns whether it was one */
  handle?(error: ApiError): boolean;
}

/** Makes a form of accounts work without leaving the page on an error; what was typed stays. */
export function startAccountForm<Answer>(form: HTMLFormElement, options: AccountForm<Answer>) {
  startReveal(form);
  handleSubmit(form, () => void submit(form, options));
}

async function submit<Answer>(form: HTMLFormElement, options: AccountForm<Answer>): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>('[type=submit]');
  if (!button || button.getAttribute('aria-disabled') === 'true') return;
  showFormError(form, '');
  const wrong = options.wrong?.(form) ?? missingFields(form);
  showFieldErrors(form, wrong);
  if (Object.keys(wrong).length > 0) return;

  // Not `disabled`: the focus stays where it is.
  button.setAttribute('aria-disabled', 'true');
  button.setAttribute('aria-busy', 'true');
  const data = new FormData(form);
  const body = options.body((name) => String(data.get(name) ?? ''), data);
  try {
    const answer = await callApi<Answer>('POST', options.path, { body, retry: false });
    options.done(answer);
  } catch (error) {
    button.removeAttribute('aria-disabled');
    button.removeAttribute('aria-busy');
    if (!(error instanceof ApiError)) throw error;
    if (options.handle?.(error)) return;
    // One field is reported at a time, and a sentence at its field is not said twice.
    const [first] = Object.entries(error.fields);
    if (!first || !showFieldErrors(form, Object.fromEntries([first]))) {
      showFormError(form, error.message);
    }
  }
}

/** Says something about the whole form. */
export function showFormError(form: HTMLFormElement, sentence: string): void {
  const place = form.querySelector('[data-form-error]');
  if (place) place.textContent = sentence;
}

/** Takes the form away and says what happened in its place. */
export function showDone(form: HTMLFormElement, sentence: string): void {
  const done = document.querySelector<HTMLElement>('[data-done]');
  const heading = done?.querySelector<HTMLElement>('[data-done-text]');
  if (!done || !heading) return;
  form.hidden = true;
  done.hidden = false;
  heading.textContent = sentence;
  heading.focus();
}

function startReveal(form: HTMLFormElement): void {
  for (const button of form.querySelectorAll<HTMLButtonElement>('[data-reveal]')) {
    const input = form.elements.namedItem(button.dataset.reveal ?? '');
    button.addEventListener('click', () => {
      if (!(input instanceof HTMLInputElement)) return;
      const reveal = input.type === 'password';
      input.type = reveal ? 'text' : 'password';
      const word = button.querySelector('[data-reveal-word]');
      if (word) word.textContent = reveal ? 'Hide' : 'Show';
    });
  }
}

function missingFields(form: HTMLFormElement): Record<string, string> {
  const missing: Record<string, string> = {};
  for (const input of form.querySelectorAll<HTMLInputElement>('input[required]')) {
    const label = form.querySelector(`label[for="${input.id}"]`)?.textContent ?? input.name;
    if (input.value.trim() === '') missing[input.name] = `${label} is required`;
  }
  return missing;
}
