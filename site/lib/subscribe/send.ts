import { ApiError, callApi } from '../api-client.ts';
import { showFieldErrors } from '../field-errors.ts';

/** Sends an address. What was typed stays until the API has taken it. */
export async function subscribe(form: HTMLFormElement): Promise<void> {
  const field = form.querySelector<HTMLInputElement>('input[type=email]');
  if (!field) return;
  if (field.value.trim() === '' || !field.validity.valid) {
    showFieldErrors(form, { [field.name]: field.dataset.sentence ?? '' });
    return;
  }
  await send(form, {
    fail: (sentence) => showFieldErrors(form, { [field.name]: sentence }),
    tooMany:
      'That is more addresses than this form takes in an hour. Yours is still here: please try again later.',
  });
}

/** @param fail says at the right place what went wrong */
async function send(
  form: HTMLFormElement,
  { fail, tooMany }: { fail: (sentence: string) => void; tooMany: string },
): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>('[type=submit]');
  if (!button || button.getAttribute('aria-disabled') === 'true') return;
  showFieldErrors(form, {});
  // Not `disabled`: the focus stays where it is.
  button.setAttribute('aria-disabled', 'true');
  try {
    const body = Object.fromEntries(new FormData(form));
    const path = form.getAttribute('action') ?? '';
    const { msg } = await callApi<{ msg: string }>('POST', path, { body, retry: false });
    form.reset();
    form.dataset.done = '';
    const result = form.querySelector<HTMLElement>('[data-result]');
    if (!result) return;
    result.textContent = msg;
    result.focus();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    fail(sentenceOf(error, tooMany));
  } finally {
    button.removeAttribute('aria-disabled');
  }
}

function sentenceOf(error: ApiError, tooMany: string): string {
  if (error.code === 'TOO_MANY_REQUESTS') return tooMany;
  return Object.values(error.fields)[0] ?? error.message;
}
