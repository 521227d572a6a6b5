import { ApiError, callApi } from './api-client.ts';
import { handleSubmit } from './early-submit.ts';
import { showFieldErrors } from './field-errors.ts';

/**
 * Makes the form of /contact send without leaving the page. What was typed stays until it has
 * arrived, and is kept by the browser if the tab is closed half-way.
 */
export function startContactForm(form: HTMLFormElement, thanks: HTMLElement): void {
  restoreDraft(form);
  form.addEventListener('input', () => keepDraft(form));
  thanks.querySelector('button')?.addEventListener('click', () => {
    thanks.hidden = true;
    form.hidden = false;
    controls(form).at(-1)?.focus();
  });
  handleSubmit(form, () => void send(form, thanks));
}

async function send(form: HTMLFormElement, thanks: HTMLElement): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>('[type=submit]');
  if (!button || button.getAttribute('aria-disabled') === 'true') return;
  showError(form, '');
  const wrong = wrongFields(form);
  showFieldErrors(form, wrong);
  if (Object.keys(wrong).length > 0) return;

  // Not `disabled`: the focus stays where it is.
  button.setAttribute('aria-disabled', 'true');
  button.setAttribute('aria-busy', 'true');
  try {
    const body = Object.fromEntries(new FormData(form));
    const { msg } = await callApi<{ msg: string }>('POST', '/api/contact', { body, retry: false });
    const message = form.elements.namedItem('message');
    if (message instanceof HTMLTextAreaElement) message.value = '';
    keepDraft(form);
    form.hidden = true;
    thanks.hidden = false;
    const heading = thanks.querySelector<HTMLElement>('[data-thanks]');
    if (heading) heading.textContent = msg;
    heading?.focus();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const sentence =
      error.code === 'TOO_MANY_REQUESTS'
        ? 'That is more messages than this form takes in an hour. Your text is still here; the mail link works at any time.'
        : error.message;
    // A sentence at its field is not said twice.
    if (!showFieldErrors(form, error.fields)) showError(form, sentence);
  } finally {
    button.removeAttribute('aria-disabled');
    button.removeAttribute('aria-busy');
  }
}

type Control = HTMLInputElement | HTMLTextAreaElement;

const controls = (form: HTMLFormElement) => [...form.querySelectorAll<Control>('[data-sentence]')];

/** What the browser already knows to be wrong, in the words that the API would use. */
function wrongFields(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(
    controls(form)
      .filter((control) => control.value.trim() === '' || !control.validity.valid)
      .map((control) => [control.name, control.dataset.sentence ?? '']),
  );
}

function showError(form: HTMLFormElement, sentence: string): void {
  const place = form.querySelector('[data-form-error]');
  if (place) place.textContent = sentence;
}

const DRAFT = 'contact-draft';

// Storage can be switched off by the reader; then a closed tab forgets.
function keepDraft(form: HTMLFormElement): void {
  try {
    const draft = controls(form).map(({ name, value }) => [name, value]);
    sessionStorage.setItem(DRAFT, JSON.stringify(Object.fromEntries(draft)));
  } catch {
    // Nothing depends on it.
  }
}

function restoreDraft(form: HTMLFormElement): void {
  try {
    const draft = JSON.parse(sessionStorage.getItem(DRAFT) ?? '{}') as Record<string, unknown>;
    for (const control of controls(form)) {
      const value = draft[control.name];
      if (control.value === '' && typeof value === 'string') control.value = value;
    }
  } catch {
    // Nothing depends on it.
  }
}
