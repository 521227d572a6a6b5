import { confirmSession } from '../../stores/session.ts';
import { ApiError } from '../api-client.ts';
import { element } from '../search/elements.ts';
import { troubleNotice } from '../trouble-notice.ts';
import { readSaved, savedWords } from './saved.ts';

/** Saved articles that the home page shows. */
const SHOWN = 3;

/** What a member has saved last, on their home page. */
export async function showSaved(): Promise<void> {
  const place = document.querySelector('[data-saved-list]');
  // The session keeper says what is off with a session.
  if (!place || (await confirmSession()).state !== 'signed-in') return;
  try {
    const { articles } = await readSaved({ page: 1, limit: SHOWN });
    place.replaceChildren(articles.length > 0 ? listOf(articles) : empty());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    place.replaceChildren(troubleNotice(error.message, () => void showSaved()));
  }
}

function listOf(articles: Parameters<typeof savedWords>[0][]): HTMLElement {
  const items = articles.map((article) => element('li', {}, ...savedWords(article, 'h3')));
  return element('ol', { class: 'home-saved__list' }, ...items);
}

function empty(): HTMLElement {
  const words =
    'Nothing saved yet. The bookmark beside an article keeps it here, until you have the time.';
  return element('p', { class: 'home-saved__empty' }, words);
}
