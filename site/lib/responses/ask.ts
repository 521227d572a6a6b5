import { element } from '../search/elements.ts';

/** Asks before something that cannot be undone; true when the answer is yes. */
export function askBefore(question: {
  title: string;
  text: string;
  yes: string;
}): Promise<boolean> {
  const no = element('button', { class: 'button', type: 'button' }, 'Cancel');
  const yes = element('button', { class: 'button button--danger', type: 'button' }, question.yes);
  const dialog = openDialog(
    question.title,
    element('p', {}, question.text),
    element('p', { class: 'dialog__actions' }, no, yes),
  );
  return new Promise((resolve) => {
    let answer = false;
    no.addEventListener('click', () => dialog.close());
    yes.addEventListener('click', () => {
      answer = true;
      dialog.close();
    });
    dialog.addEventListener('close', () => resolve(answer), { once: true });
  });
}

/** A dialog over the page, gone for good once it is closed. */
export function openDialog(title: string, ...content: Node[]): HTMLDialogElement {
  const heading = element('h2', { id: 'response-dialog-title' }, title);
  const dialog = element(
    'dialog',
    { class: 'dialog', 'aria-labelledby': heading.id, lang: 'en' },
    ...[heading, ...content],
  );
  document.body.append(dialog);
  dialog.addEventListener('close', () => dialog.remove(), { once: true });
  dialog.showModal();
  return dialog;
}
