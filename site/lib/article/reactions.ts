import type { Reactions } from '#contracts/reaction.ts';
import { followSessionFlag, readSessionFlag } from '../session-flag.ts';
import { countedLikes, type Reaction, type ReactionBar } from './reaction-bar.ts';

const NONE: Reactions = { totalLikes: 0, liked: false, saved: false, alerts: false };

/**
 * Shows how an article is liked and what is the reader's own, by one small request. What changes it is
 * fetched with the first use.
 */
export async function showReactions(group: HTMLElement, slug: string): Promise<void> {
  const address = `/api/articles/${encodeURIComponent(slug)}`;
  const likes = group.querySelector('[data-likes]');
  const buttons: Record<Reaction, HTMLElement | null> = {
    liked: group.querySelector('[data-like]'),
    saved: group.querySelector('[data-save]'),
    alerts: group.querySelector('[data-alerts]'),
  };
  const names = Object.keys(buttons) as Reaction[];
  let now = NONE;

  const show = (next: Reactions) => {
    now = next;
    for (const name of names) buttons[name]?.setAttribute('aria-pressed', String(next[name]));
    if (likes) likes.textContent = next.totalLikes > 0 ? next.totalLikes.toLocaleString('en') : '';
    buttons.liked?.setAttribute('aria-label', `Like, ${countedLikes(next.totalLikes)} so far`);
  };

  async function load(): Promise<void> {
    // The API answers guests as well: a session that has to be refreshed is, before it is asked.
    if (readSessionFlag()) await (await import('../../stores/session.ts')).confirmSession();
    const answer = await fetch(`${address}/reactions`, { cache: 'no-store' });
    if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
    show(await answer.json());
    group.dataset.ready = '';
  }
  // Without the API there is nothing to like: the article is read, and its bar says what is off.
  const reload = (): Promise<void> =>
    load().catch(() => import('./reactions-off.ts').then(({ sayOff }) => sayOff(group, reload)));

  const bar: ReactionBar = { group, slug, address, shown: () => now, show, load };
  for (const name of names) {
    const button = buttons[name];
    button?.addEventListener('click', async () =>
      (await import('./react.ts')).react(bar, name, button),
    );
  }
  followSessionFlag(reload);
  await reload();
}
