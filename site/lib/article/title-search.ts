import type { ArticleResponse } from '#contracts/article.ts';
import styles from '../../styles/article-titles.css?url';
import { ApiError, callApi } from '../api-client.ts';
import { articlePath } from '../links.ts';
import { loadStyles } from '../load-styles.ts';
import { element } from '../search/elements.ts';

/** Characters of the text that are used, as documented; the rest is cut. */
const TITLE_SEARCH_MAX = 20;
const TYPING_PAUSE_MS = 120;
const RESULTS_MAX = 6;
/** Milliseconds after which the published index answers in the place of a slow API. */
const API_PATIENCE_MS = 4000;

interface FoundTitle {
  path: string;
  title: string;
}

/** Finds articles by their titles as one types. */
export function startTitleSearch(
  box: HTMLElement,
  input: HTMLInputElement,
  list: HTMLElement,
): void {
  const state = box.querySelector<HTMLElement>('[data-title-state]');
  if (!state) return;
  void loadStyles(styles);
  let running = new AbortController();
  let timer = 0;
  const show = (found: FoundTitle[], words: string) => {
    list.replaceChildren(...found.map((one, index) => optionOf(one, index)));
    list.hidden = found.length === 0;
    input.setAttribute('aria-expanded', String(found.length > 0));
    choose(input, list, -1);
    state.textContent = words;
  };
  const search = async (text: string) => {
    const { signal } = running;
    try {
      const found = await findTitles(text, signal);
      if (signal.aborted) return;
      show(found, found.length > 0 ? '' : `No title contains “${text}”.`);
      if (found.length > 0) state.textContent = '';
    } catch {
      if (!signal.aborted) show([], 'The titles cannot be searched right now. Please try again.');
    }
  };
  const follow = () => {
    const text = [...input.value.trim()].slice(0, TITLE_SEARCH_MAX).join('');
    running.abort();
    running = new AbortController();
    clearTimeout(timer);
    if (text === '') return show([], '');
    timer = window.setTimeout(() => void search(text), TYPING_PAUSE_MS);
  };
  input.addEventListener('input', follow);
  input.addEventListener('focus', () => {
    if (list.childElementCount > 0) open(true);
  });
  const open = (opened: boolean) => {
    list.hidden = !opened;
    input.setAttribute('aria-expanded', String(opened));
    if (!opened) choose(input, list, -1);
  };
  box.addEventListener('focusout', (event) => {
    if (!box.contains(event.relatedTarget as Node | null)) open(false);
  });
  input.addEventListener('keydown', (event) => {
    if (event.isComposing || list.childElementCount === 0) return;
    const options = [...list.children];
    const chosen = options.findIndex((option) => option.ariaSelected === 'true');
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      open(true);
      const last = options.length - 1;
      const next = event.key === 'ArrowDown' ? chosen + 1 : chosen - 1;
      choose(input, list, next > last ? 0 : next < 0 ? last : next);
    } else if (event.key === 'Enter') {
      (options[Math.max(0, chosen)] as HTMLElement).click();
    } else if (event.key === 'Escape' && !list.hidden) {
      event.preventDefault();
      open(false);
    }
  });
  follow();
}

/** Asks the API, and where it is away the published index. */
async function findTitles(text: string, signal: AbortSignal): Promise<FoundTitle[]> {
  const query = new URLSearchParams({ title: text, limit: String(RESULTS_MAX) });
  try {
    const { articles } = await callApi<{ articles: ArticleResponse[] }>(
      'GET',
      `/api/articles?${query}`,
      { signal: AbortSignal.any([signal, AbortSignal.timeout(API_PATIENCE_MS)]), retry: false },
    );
    return articles.map(({ slug, title }) => ({ path: articlePath(slug), title }));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ApiError && error.status === 400) throw error;
    const { findTitlesInIndex } = await import('../search/static-index.ts');
    return findTitlesInIndex(text, RESULTS_MAX);
  }
}

function optionOf({ path, title }: FoundTitle, index: number): HTMLAnchorElement {
  return element(
    'a',
    {
      ...{ id: `title-result-${index}`, role: 'option', tabindex: '-1', 'aria-selected': 'false' },
      href: path,
    },
    title,
  );
}

function choose(input: HTMLInputElement, list: HTMLElement, chosen: number): void {
  input.removeAttribute('aria-activedescendant');
  for (const [index, option] of [...list.children].entries()) {
    option.setAttribute('aria-selected', String(index === chosen));
    if (index === chosen) input.setAttribute('aria-activedescendant', option.id);
  }
}
