import { SEARCH_MAX, SEARCH_MIN } from '#contracts/search-index.ts';
import searchStyles from '../../styles/search.css?url';
import { loadStyles } from '../load-styles.ts';
import { element, icon, optionOf } from './elements.ts';
import { type Found, find } from './find.ts';

/** Milliseconds without a key before the words are searched for. */
const TYPING_PAUSE_MS = 120;

/** What stands in the empty field, as short as a phone is narrow; its name says more. */
const WORDS = 'Search the site';
const NAME = `${WORDS}: articles, case studies, products and games`;
const MAGNIFIER = 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20.5 20.5';
const CROSS = 'm6 6 12 12M18 6 6 18';

let opened: ReturnType<typeof build> | undefined;

/** Opens the search over the page; closing it leaves the page as it was. */
export async function openSearch(): Promise<void> {
  await loadStyles(searchStyles);
  opened ??= build();
  if (opened.dialog.open) return;
  opened.dialog.showModal();
  opened.input.focus();
  opened.input.select();
}

function build() {
  const input = element('input', {
    ...{ id: 'search-words', class: 'search__input', type: 'text', role: 'combobox' },
    ...{ 'aria-expanded': 'false', 'aria-controls': 'search-results', 'aria-autocomplete': 'list' },
    ...{ autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' },
    ...{
      maxlength: String(SEARCH_MAX),
      enterkeyhint: 'search',
      placeholder: WORDS,
    },
    'aria-describedby': 'search-help',
  });
  const close = element(
    'button',
    { class: 'icon-button', type: 'button', 'aria-label': 'Close search' },
    icon(CROSS),
  );
  const status = element('p', { class: 'search__status', role: 'status' });
  const list = element('div', {
    ...{ id: 'search-results', class: 'search__results', role: 'listbox', 'aria-label': 'Results' },
    hidden: '',
  });
  const help = element(
    'p',
    { id: 'search-help', class: 'search__help' },
    ...['Type two letters or more. ', element('kbd', {}, '↑'), ' ', element('kbd', {}, '↓')],
    ...[
      ' choose, ',
      element('kbd', {}, 'Enter'),
      ' opens, ',
      element('kbd', {}, 'Esc'),
      ' closes.',
    ],
  );
  const dialog = element(
    'dialog',
    { class: 'search', 'aria-label': 'Search', lang: 'en' },
    element(
      'div',
      { class: 'search__bar', role: 'search' },
      icon(MAGNIFIER),
      element('label', { class: 'quiet', for: 'search-words' }, NAME),
      ...[input, close],
    ),
    ...[status, list, help],
  );
  document.body.append(dialog);

  close.addEventListener('click', () => dialog.close());
  // What is outside the box is the backdrop.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  followTyping(input, list, status);
  followKeys(input, list);
  return { dialog, input };
}

/** Searches for what stands in the field when the fingers rest; an older search is given up. */
function followTyping(input: HTMLInputElement, list: HTMLElement, status: HTMLElement): void {
  let running = new AbortController();
  let timer = 0;
  let shown = '';
  const search = async (query: string) => {
    const { signal } = running;
    try {
      const found = await find(query, signal);
      // A slow body may end after the next search began.
      if (signal.aborted) return;
      shown = query;
      show(found, query, input, list, status);
    } catch (error) {
      if (signal.aborted) return;
      shown = '';
      clear(input, list);
      status.replaceChildren(
        sentenceOf(error),
        ' ',
        retryButton(() => void search(query)),
      );
    }
  };
  input.addEventListener('input', () => {
    const query = input.value.trim();
    if (query === shown && query !== '') return;
    running.abort();
    running = new AbortController();
    clearTimeout(timer);
    if ([...query].length < SEARCH_MIN) {
      shown = '';
      clear(input, list);
      status.textContent = '';
      return;
    }
    timer = window.setTimeout(() => void search(query), TYPING_PAUSE_MS);
  });
}

function retryButton(retry: () => void): HTMLButtonElement {
  const button = element('button', { class: 'button button--small', type: 'button' }, 'Try again');
  button.addEventListener('click', retry);
  return button;
}

function sentenceOf(error: unknown): string {
  if (!navigator.onLine) return 'You are offline, and this browser has not kept the index yet.';
  return error instanceof Error && error.name === 'ApiError'
    ? error.message
    : 'The search does not answer. Please try again in a moment.';
}

function show(
  found: Found,
  query: string,
  input: HTMLInputElement,
  list: HTMLElement,
  status: HTMLElement,
): void {
  clear(input, list);
  list.append(...found.results.map((result, index) => optionOf(result, `search-result-${index}`)));
  const any = found.results.length > 0;
  list.hidden = !any;
  input.setAttribute('aria-expanded', String(any));
  if (any) choose(input, list, 0);
  status.textContent = statusOf(found, query);
}

/** What a screen reader says and everybody reads above the results. */
function statusOf({ results, more, corrected, source }: Found, query: string): string {
  const away =
    source === 'index' ? ' The server is away: titles, descriptions, tags and headings only.' : '';
  if (results.length === 0) {
    return `Nothing found for “${query}”. Try fewer or other words.${away}`;
  }
  const count = results.length === 1 ? '1 result' : `${results.length} results`;
  const instead = corrected ? ` for “${corrected}”, since “${query}” is nowhere` : '';
  return `${more ? `The best ${results.length} results` : count}${instead}.${away}`;
}

function clear(input: HTMLInputElement, list: HTMLElement): void {
  list.replaceChildren();
  list.hidden = true;
  input.setAttribute('aria-expanded', 'false');
  input.removeAttribute('aria-activedescendant');
}

/** Arrows walk round the results, Enter opens the chosen one; with Ctrl or Cmd in another tab. */
function followKeys(input: HTMLInputElement, list: HTMLElement): void {
  input.addEventListener('keydown', (event) => {
    const options = [...list.children];
    const chosen = options.findIndex((option) => option.ariaSelected === 'true');
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.isComposing || options.length === 0) return;
    if (step !== undefined) {
      event.preventDefault();
      choose(input, list, (chosen + step + options.length) % options.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const { ctrlKey, metaKey, shiftKey } = event;
      options[chosen]?.dispatchEvent(
        new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
      );
    }
  });
}

function choose(input: HTMLInputElement, list: HTMLElement, chosen: number): void {
  for (const [index, option] of [...list.children].entries()) {
    option.setAttribute('aria-selected', String(index === chosen));
    if (index !== chosen) continue;
    input.setAttribute('aria-activedescendant', option.id);
    option.scrollIntoView({ block: 'nearest' });
  }
}
