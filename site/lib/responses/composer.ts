import { COMMENT_MAX, commentMessages } from '#contracts/comment-limits.ts';
import { element } from '../search/elements.ts';
import type { Draft } from './draft.ts';

/** From so many characters before the end on, the count is said aloud too. */
const NEAR_END = 200;

interface Options {
  /** Unique in the page. */
  id: string;
  label: string;
  submit: string;
  draft: Draft;
  /** What stands there when nothing was typed before. */
  text?: string;
  /** Who writes, or why somebody should sign in first. */
  who?: Node | null;
  /** The text is handed over: it is the caller's until `takeBack`. */
  onSend(text: string, website: string): void;
  onCancel?(): void;
}

export interface Composer {
  form: HTMLFormElement;
  focus(): void;
  text(): string;
  /** Empties the field. */
  clear(): void;
  /** Puts a text into the field, with the sentence about what is wrong with it. */
  takeBack(text: string, sentence: string): void;
  /** While what was typed is on its way and the field has to stay. */
  busy(on: boolean): void;
}

/** A field that grows with its text, counts it, keeps it, and says what is missing. */
export function createComposer({ id, draft, onSend, onCancel, ...options }: Options): Composer {
  const ids = `${id}-hint ${id}-count ${id}-error`;
  const area = element('textarea', {
    id,
    name: 'comment',
    rows: '2',
    placeholder: options.label,
    'aria-describedby': ids,
  });
  const count = element('span', { id: `${id}-count`, class: 'composer__count' });
  const error = element('p', { id: `${id}-error`, class: 'field__error', role: 'alert' });
  const trap = element('input', {
    ...{ type: 'text', name: 'website', tabindex: '-1', autocomplete: 'off' },
    'aria-hidden': 'true',
  });
  const submit = element(
    'button',
    { class: 'button button--main button--small', type: 'submit' },
    options.submit,
  );
  const actions = element('p', { class: 'composer__actions' }, submit);
  const form = element(
    'form',
    { class: 'composer field', novalidate: '' },
    ...[element('label', { class: 'quiet', for: id }, options.label), area],
    element(
      'p',
      { class: 'composer__below' },
      element('span', { id: `${id}-hint` }, hint()),
      ...[' ', count],
    ),
    ...[error, element('span', { class: 'composer__trap' }, trap)],
    element('div', { class: 'composer__foot' }, ...(options.who ? [options.who] : []), actions),
  );

  const follow = () => {
    grow(area);
    const length = area.value.trim().length;
    count.textContent = `${length.toLocaleString('en')} / ${COMMENT_MAX.toLocaleString('en')}`;
    form.classList.toggle('composer--over', length > COMMENT_MAX);
    count.setAttribute('aria-live', length > COMMENT_MAX - NEAR_END ? 'polite' : 'off');
  };
  const say = (sentence: string) => {
    error.textContent = sentence;
    if (sentence) area.setAttribute('aria-invalid', 'true');
    else area.removeAttribute('aria-invalid');
  };
  const put = (text: string) => {
    area.value = text;
    follow();
  };
  const send = () => {
    if (submit.ariaBusy === 'true') return;
    const text = area.value.trim();
    const sentence =
      text === ''
        ? commentMessages.empty
        : text.length > COMMENT_MAX
          ? commentMessages.tooLong
          : '';
    say(sentence);
    if (sentence) return area.focus();
    onSend(text, trap.value);
  };
  area.addEventListener('input', () => {
    follow();
    draft.write(area.value);
    if (error.textContent) say('');
  });
  area.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
    event.preventDefault();
    send();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send();
  });
  if (onCancel) {
    const cancel = element('button', { class: 'button button--small', type: 'button' }, 'Cancel');
    cancel.addEventListener('click', onCancel);
    actions.append(cancel);
    form.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      // Of the panel around it only the next one.
      event.preventDefault();
      event.stopPropagation();
      onCancel();
    });
  }
  put(draft.read() || (options.text ?? ''));
  return {
    form,
    busy(on) {
      submit.ariaBusy = on ? 'true' : null;
      submit.ariaDisabled = on ? 'true' : null;
    },
    text: () => area.value,
    clear: () => put(''),
    focus() {
      area.focus();
      area.setSelectionRange(area.value.length, area.value.length);
      follow();
    },
    takeBack(text, sentence) {
      put(text);
      draft.write(text);
      say(sentence);
      if (sentence) area.focus();
    },
  };
}

function hint(): DocumentFragment {
  const marks = document.createDocumentFragment();
  marks.append(
    ...[element('em', {}, '*emphasis*'), ', ', element('strong', {}, '**strong**'), ', '],
    ...[element('code', {}, '`code`'), ', [link](https://…)'],
  );
  return marks;
}

/** Browsers that know `field-sizing` do it themselves. */
function grow(area: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return;
  area.style.height = 'auto';
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
}
