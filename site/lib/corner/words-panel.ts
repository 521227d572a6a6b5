import type { JokeResponse, QuoteResponse } from '#contracts/panels.ts';
import { ApiError, callApi } from '../api-client.ts';
import { element } from '../search/elements.ts';
import { troubleNotice } from '../trouble-notice.ts';

type Kind = 'quote' | 'joke';

/** Quotes, and jokes in a tab beside them; answers with what to do when the panel is entered. */
export function startWordsPanel(panel: HTMLElement): () => void {
  const tabs = [...panel.querySelectorAll<HTMLElement>('[data-words]')];
  const place = panel.querySelector('[data-said]');
  const another = panel.querySelector<HTMLButtonElement>('[data-another]');
  let kind: Kind = 'quote';
  let turn = 0;

  async function say(): Promise<void> {
    if (!place || !another) return;
    turn += 1;
    const mine = turn;
    another.setAttribute('aria-busy', 'true');
    try {
      const said = await read(kind);
      if (mine === turn) place.replaceChildren(said);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (mine === turn) place.replaceChildren(troubleNotice(error.message, () => void say()));
    } finally {
      if (mine === turn) another.removeAttribute('aria-busy');
    }
  }
  function choose(tab: HTMLElement): void {
    kind = tab.dataset.words === 'joke' ? 'joke' : 'quote';
    for (const other of tabs) {
      other.setAttribute('aria-selected', String(other === tab));
      other.tabIndex = other === tab ? 0 : -1;
    }
    place?.setAttribute('aria-labelledby', tab.id);
    void say();
  }
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener('click', () => choose(tab));
    tab.addEventListener('keydown', (event) => {
      const other = {
        ArrowRight: tabs[(index + 1) % tabs.length],
        ArrowLeft: tabs.at(index - 1),
        Home: tabs[0],
        End: tabs.at(-1),
      }[event.key];
      if (!other || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      if (other === tab) return;
      other.focus();
      choose(other);
    });
  }
  another?.addEventListener('click', () => void say());
  return () => void say();
}

async function read(kind: Kind): Promise<HTMLElement> {
  if (kind === 'quote') {
    const { text, author } = await callApi<QuoteResponse>('GET', '/api/panels/quote');
    return element(
      'figure',
      {},
      element('blockquote', {}, text),
      element('figcaption', {}, author),
    );
  }
  const { text, punchline } = await callApi<JokeResponse>('GET', '/api/panels/joke');
  return element('div', {}, element('p', {}, text), element('p', {}, element('b', {}, punchline)));
}
