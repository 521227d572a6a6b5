import type { Timeline, TimelineEntry, TimelineKind } from '#contracts/profile.ts';
import { ApiError, callApi } from '../api-client.ts';
import { longDate } from '../format.ts';
import { element } from '../search/elements.ts';
import { troubleNotice } from '../trouble-notice.ts';

const names: Record<TimelineKind, string> = {
  article: 'Article',
  comment: 'Comment',
  score: 'Score',
};

/** What a member has done here, the newest first, more of it at a click. */
export function timelineOf(id: string, as?: string): HTMLElement {
  const list = element('ol', { class: 'timeline', role: 'list' });
  const place = element('div', { 'aria-busy': 'true' }, list);
  const path = `/api/user/${encodeURIComponent(id)}/timeline`;
  void fetchMore({ path, as, place, list }, null);
  return place;
}

interface Drawn {
  path: string;
  /** As whom it is looked at; nothing for oneself. */
  as: string | undefined;
  place: HTMLElement;
  list: HTMLElement;
}

async function fetchMore(drawn: Drawn, after: string | null): Promise<void> {
  const { path, as, place, list } = drawn;
  const query = new URLSearchParams({ ...(as && { as }), ...(after && { after }) });
  try {
    const { entries, next } = await callApi<Timeline>('GET', `${path}?${query}`);
    const items = entries.map(entryOf);
    list.append(...items);
    if (list.childElementCount === 0) {
      list.replaceWith(element('p', { class: 'member__nothing' }, 'Nothing to see here yet.'));
    }
    // Who asked for more goes on reading where it begins.
    if (after) items[0]?.querySelector('a')?.focus();
    if (next) place.append(moreButton(() => void fetchMore(drawn, next)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const again = () => void fetchMore(drawn, after);
    place.append(troubleNotice(error.message, again));
  } finally {
    place.removeAttribute('aria-busy');
  }
}

function moreButton(go: () => void): HTMLElement {
  const button = element('button', { class: 'button', type: 'button' }, 'Show more');
  button.addEventListener('click', () => {
    button.remove();
    go();
  });
  return button;
}

function entryOf({ kind, at, title, href, excerpt }: TimelineEntry): HTMLElement {
  const time = element('time', { datetime: at }, longDate(at));
  return element(
    'li',
    { class: 'timeline__entry', 'data-kind': kind },
    element('p', { class: 'meta' }, element('span', {}, names[kind]), element('span', {}, time)),
    element('h3', {}, element('a', { href }, title)),
    ...(excerpt ? [element('p', { class: 'timeline__excerpt' }, excerpt)] : []),
  );
}
