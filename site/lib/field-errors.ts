/**
 * Writes each sentence under its field and moves the focus to the first of them.
 * @param sentences field name → sentence; fields that are not named are cleared
 * @returns false when none of them belongs to a field of this form
 */
export function showFieldErrors(form: HTMLFormElement, sentences: Record<string, string>): boolean {
  let first: HTMLElement | null = null;
  const fields = 'input[id], textarea[id]';
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(fields)) {
    const sentence = sentences[field.name] ?? '';
    const place = form.querySelector(`#${field.id}-error`);
    if (place) place.textContent = sentence;
    if (sentence) field.setAttribute('aria-invalid', 'true');
    else field.removeAttribute('aria-invalid');
    if (sentence && place) first ??= field;
  }
  first?.focus();
  return first !== null;
}
