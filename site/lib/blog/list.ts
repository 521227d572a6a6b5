import { ApiError } from '../api-client.ts';
import { counted } from '../format.ts';
import { makeCard } from './card.ts';
import { fetchView, type View, type ViewContent } from './list-calls.ts';
import { startWaiting } from './waiting.ts';

/** The list of /blog once somebody uses it. */
export interface ArticleList {
  /** Does what a topic, Newer, Older or Try again says. */
  follow(control: HTMLElement): void;
  /** Shows what the address names, after going back or by a link from elsewhere. */
  showAddress(): void;
}

let made: ArticleList | null = null;

/** The one list of the page. */
export function articleList(section: HTMLElement): ArticleList {
  made ??= makeList(section);
  return made;
}

const first: View = { topic: 'all', page: 1 };

function makeList(section: HTMLElement): ArticleList {
  const find = <Found extends HTMLElement = HTMLElement>(name: string) => {
    const found = section.querySelector<Found>(`[data-${name}]`);
    if (!found) throw new Error(`the list of articles has no ${name}`);
    return found;
  };
  const topics = [...section.querySelectorAll<HTMLAnchorElement>('[data-topic]')];
  const topicOf = (slug: string) => topics.find((link) => link.dataset.topic === slug);
  const lead = find('list-lead');
  const rows = find('list-rows');
  const status = find('list-status');
  const failure = find('list-failure');
  const newer = find('list-newer');
  const older = find('list-older');
  const templates = {
    lead: find<HTMLTemplateElement>('card="lead"'),
    row: find<HTMLTemplateElement>('card="row"'),
  };
  // What the page came with is the first view, and needs no call to come back.
  const original = {
    lead: [...lead.childNodes],
    rows: [...rows.childNodes],
    more: !older.hidden,
  };
  let shown = first;
  let wanted = first;
  /** What the status says of the view that is shown. */
  let said = status.textContent ?? '';
  let underway: AbortController | null = null;

  function mark({ topic }: View): void {
    for (const link of topics) {
      if (link.dataset.topic === topic) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  }

  function fill(view: View, content: ViewContent | null): void {
    shown = view;
    mark(view);
    failure.hidden = true;
    delete section.dataset.whole;
    const card = (kind: 'lead' | 'row', article: ViewContent['rows'][number]) =>
      makeCard(templates[kind], article);
    if (content === null) {
      lead.replaceChildren(...original.lead);
      rows.replaceChildren(...original.rows);
    } else {
      lead.replaceChildren(content.lead ? card('lead', content.lead) : nothing(view));
      rows.replaceChildren(
        ...content.rows.map((article) => {
          const item = document.createElement('li');
          item.append(card('row', article));
          return item;
        }),
      );
    }
    newer.hidden = view.page <= 1;
    older.hidden = content ? view.page >= content.pages : !original.more;
    const name = topicOf(view.topic)?.textContent ?? '';
    const of = content
      ? `${counted(content.total, 'article')}, page ${view.page} of ${content.pages}`
      : '';
    said = content === null ? 'Newest first' : `${name}: ${of}`;
    status.textContent = said;
  }

  function nothing({ topic }: View): HTMLElement {
    const box = document.createElement('div');
    box.className = 'empty';
    const title = document.createElement('h3');
    title.textContent = `Nothing about ${topicOf(topic)?.textContent ?? 'this'} yet`;
    const words = document.createElement('p');
    words.textContent = 'The other topics have something to read meanwhile.';
    box.append(title, words);
    return box;
  }

  function explain(error: unknown, view: View): void {
    mark(shown);
    const link = topicOf(view.topic);
    const sentence = error instanceof ApiError ? error.message : 'Please reload the page.';
    find('list-reason').textContent =
      `The list could not be fetched. ${sentence} What was published is still all here, page by page.`;
    const way = find<HTMLAnchorElement>('list-way');
    const pages = section.querySelector<HTMLAnchorElement>('[data-list-pages] [rel=next]');
    const all = view.topic === 'all';
    way.hidden = all && !pages;
    way.href = all ? (pages?.href ?? '/blog') : (link?.href ?? '/blog');
    way.textContent = all ? 'Older articles' : `All about ${link?.textContent}`;
    failure.hidden = false;
    status.textContent = said;
    // The rest of what the page came with stands behind the first view.
    if (shown === first) section.dataset.whole = '';
  }

  /** @returns whether it is shown now */
  async function show(view: View): Promise<boolean> {
    underway?.abort();
    const abort = new AbortController();
    underway = abort;
    wanted = view;
    mark(view);
    if (view.topic === first.topic && view.page === first.page) {
      fill(first, null);
      return true;
    }
    const waiting = startWaiting(section, { lead: view.topic !== shown.topic });
    try {
      const filter = topicOf(view.topic)?.dataset.filter ?? '';
      const content = await fetchView(filter, view.page, abort.signal);
      waiting.end();
      fill(view, content);
      return true;
    } catch (error) {
      // Somebody has chosen something else meanwhile.
      if (abort.signal.aborted) return false;
      waiting.end();
      explain(error, view);
      return false;
    } finally {
      if (abort.signal.aborted) waiting.end();
    }
  }

  async function go(view: View, focus: HTMLElement): Promise<void> {
    if (!(await show(view))) return;
    const address = addressOf(view);
    if (address !== location.pathname + location.search) history.pushState(null, '', address);
    // A button that has nothing to do any more leaves its focus to the other one.
    const next = focus.hidden || !focus.isConnected ? (focus === older ? newer : older) : focus;
    (next.hidden ? status : next).focus({ preventScroll: true });
    if (focus === newer || focus === older) {
      const { top } = rows.getBoundingClientRect();
      if (top < 0) rows.scrollIntoView({ block: 'start' });
    }
  }

  return {
    follow(control) {
      const { topic } = control.dataset;
      if (topic !== undefined) void go({ topic, page: 1 }, control);
      else if (control === newer) void go({ ...shown, page: shown.page - 1 }, control);
      else if (control === older) void go({ ...shown, page: shown.page + 1 }, control);
      else void go(wanted, topicOf(wanted.topic) ?? control);
    },
    showAddress() {
      void show(viewOf(location.search, (slug) => topicOf(slug) !== undefined));
    },
  };
}

function viewOf(search: string, known: (slug: string) => boolean): View {
  const asked = new URLSearchParams(search);
  const topic = asked.get('topic') ?? first.topic;
  const page = Number(asked.get('page') ?? 1);
  return {
    topic: known(topic) ? topic : first.topic,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

function addressOf({ topic, page }: View): string {
  const search = new URLSearchParams();
  if (topic !== first.topic) search.set('topic', topic);
  if (page > 1) search.set('page', String(page));
  return search.size > 0 ? `/blog?${search}` : '/blog';
}
