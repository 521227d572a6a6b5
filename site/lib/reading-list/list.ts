import { ApiError, callApi } from '../api-client.ts';
import { counted, longDate, shortened } from '../format.ts';
import { element } from '../search/elements.ts';
import { showToast } from '../toast.ts';
import { troubleNotice } from '../trouble-notice.ts';
import { type ReadingList, readSaved, type SavedArticle, savedWords } from './saved.ts';

/** What the member has saved, newest first, each with a way off the list and back. */
export function showReadingList(place: HTMLElement): void {
  const state = element('p', { class: 'label', role: 'status' });
  const list = element('ol', { class: 'saved__list' });
  const more = element('button', { class: 'button', type: 'button' }, 'Show more');
  const trouble = element('div');
  more.hidden = true;
  place.append(state, list, trouble, more);
  let page = 0;
  const shown = new Set<string>();

  async function next(): Promise<void> {
    trouble.replaceChildren();
    more.setAttribute('aria-busy', 'true');
    try {
      append(await readSaved({ page: page + 1 }));
    } catch (error) {
      trouble.replaceChildren(troubleNotice(sentenceOf(error), () => void next()));
    } finally {
      more.removeAttribute('aria-busy');
    }
  }

  function append(found: ReadingList): void {
    page = found.page;
    state.textContent = counted(found.result, 'article');
    // What was taken off meanwhile has moved the pages: nothing stands twice.
    const fresh = found.articles.filter(({ _id }) => !shown.has(_id));
    for (const { _id } of fresh) shown.add(_id);
    const items = fresh.map(itemOf);
    const focusNext = document.activeElement === more;
    list.append(...items);
    if (focusNext) items[0]?.querySelector('a')?.focus();
    if (found.result === 0) list.replaceChildren(empty());
    more.hidden = page >= found.pages;
  }

  more.addEventListener('click', () => void next());
  void next();
}

function itemOf(article: SavedArticle): HTMLElement {
  const item = element('li', { class: 'saved__one' });
  const address = `/api/articles/${article._id}/saves`;
  const summary = shortened(article.description || article.subtitle);
  const words = element('p', { class: 'saved__summary', dir: 'auto' }, summary);
  if (article.language !== 'en') words.lang = article.language;
  const quiet = () => element('span', { class: 'quiet' }, ` ${article.title}`);

  const draw = (saved: boolean) => {
    const label = saved ? 'Remove' : 'Put back';
    const button = element(
      'button',
      { class: 'button button--small', type: 'button' },
      label,
      quiet(),
    );
    button.addEventListener('click', () => void change(!saved));
    item.classList.toggle('saved__one--gone', !saved);
    if (saved) {
      const since = element('p', { class: 'label' }, `Saved on ${longDate(article.savedAt)}`);
      const foot = element('div', { class: 'saved__foot' }, since, button);
      item.replaceChildren(...savedWords(article, 'h2'), words, foot);
    } else {
      const gone = element('p', { role: 'status' }, `“${article.title}” is off the list.`);
      item.replaceChildren(gone, button);
    }
    return button;
  };

  async function change(saved: boolean): Promise<void> {
    // At once, and back where the API does not agree.
    draw(saved).focus();
    try {
      await callApi(saved ? 'PUT' : 'DELETE', address);
    } catch (error) {
      draw(!saved).focus();
      void showToast({ type: 'error', message: sentenceOf(error) });
    }
  }

  draw(true);
  return item;
}

function empty(): HTMLElement {
  const link = element('a', { href: '/blog' }, 'Find something to read');
  return element(
    'li',
    { class: 'empty' },
    element('h2', {}, 'Nothing saved yet'),
    element(
      'p',
      {},
      'The bookmark beside an article keeps it here, until you have the time. ',
      link,
    ),
  );
}

const sentenceOf = (error: unknown) =>
  error instanceof ApiError ? error.message : 'Something went wrong here. Please reload the page.';
