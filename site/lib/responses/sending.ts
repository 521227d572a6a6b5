import { avatarOf } from '../member/avatar.ts';
import { element } from '../search/elements.ts';

/** Who writes, as their response will show them. */
export interface Writer {
  /** _id of the member; null for a guest. */
  id: string | null;
  name: string;
  avatar: string | null;
}

/** Stands where a response will be, from the moment it is sent until it has arrived. */
export function sendingItem({ name, avatar }: Writer, text: string) {
  const note = element('p', { class: 'response__note', role: 'status' });
  const retry = element('button', { class: 'button button--small', type: 'button' }, 'Try again');
  const change = element('button', { class: 'button button--small', type: 'button' }, 'Change it');
  const actions = element('p', { class: 'response__actions' }, retry, change);
  const item = element(
    'li',
    { class: 'response response--sending' },
    element(
      'article',
      { class: 'response__one', tabindex: '-1', 'aria-label': 'Your response' },
      avatarOf({ name, avatar }),
      element('p', { class: 'response__by' }, element('strong', { class: 'response__name' }, name)),
      note,
      element('p', { class: 'response__text response__text--plain', dir: 'auto' }, text),
      actions,
    ),
  );
  return {
    element: item,
    retry,
    change,
    focus: () => item.querySelector('article')?.focus({ preventScroll: true }),
    /** On its way. */
    send() {
      actions.hidden = true;
      note.textContent = 'Sending…';
      item.classList.remove('response--failed');
    },
    /** Not sent; the text stays here. */
    fail(sentence: string) {
      actions.hidden = false;
      note.textContent = `Not sent. ${sentence}`;
      item.classList.add('response--failed');
    },
  };
}
