import type { Reactions } from '#contracts/reaction.ts';
import { element } from '../search/elements.ts';
import { followSessionFlag, readSessionFlag } from '../session-flag.ts';
import { showToast } from '../toast.ts';
import type { ReactionName as Name } from './react.ts';

/** What each toggle says to whom it does not know. */
const doors = {
  liked: 'to like this article.',
  saved: 'to keep this article on your reading list.',
  alerts: 'to be told of new articles.',
} as const satisfies Record<Name, string>;

/** Shows how an article is liked and what is the reader's own, and lets them change it. */
export async function showReactions(group: HTMLElement, slug: string): Promise<void> {
  const address = `/api/articles/${encodeURIComponent(slug)}`;
  const said = element('span', { class: 'quiet', role: 'status' });
  const door = element('p', { class: 'article-bar__door', role: 'status' });
  const likes = group.querySelector('[data-likes]');
  const buttons: Record<Name, HTMLElement | null> = {
    liked: group.querySelector('[data-like]'),
    saved: group.querySelector('[data-save]'),
    alerts: group.querySelector('[data-alerts]'),
  };
  group.append(said);
  group.parentElement?.append(door);
  let shown: Reactions;

  const show = (next: Reactions) => {
    shown = next;
    for (const [name, button] of Object.entries(buttons)) {
      button?.setAttribute('aria-pressed', String(next[name as Name]));
    }
    const words = counted(next.totalLikes);
    if (likes) likes.textContent = next.totalLikes > 0 ? next.totalLikes.toLocaleString('en') : '';
    buttons.liked?.setAttribute('aria-label', `Like, ${words} so far`);
  };

  async function load(): Promise<void> {
    // The API answers guests as well: a session that has to be refreshed is, before it is asked.
    if (readSessionFlag()) await (await import('../../stores/session.ts')).confirmSession();
    // Every guest asks this on every article: it comes without what else a call of the API needs.
    const answer = await fetch(`${address}/reactions`, { cache: 'no-store' });
    if (!answer.ok) throw new Error(`no reactions: ${answer.status}`);
    show((await answer.json()) as Reactions);
    group.dataset.ready = '';
  }

  /** Changes at once what is shown, and back where the API does not agree. */
  async function toggle(name: Name): Promise<void> {
    const button = buttons[name];
    if (!button || button.ariaBusy === 'true') return;
    if (!readSessionFlag()) return showDoor(name);
    const before = shown;
    const on = !before[name];
    const step = name === 'liked' ? (on ? 1 : -1) : 0;
    show({ ...before, [name]: on, totalLikes: before.totalLikes + step });
    button.ariaBusy = 'true';
    try {
      show(await change(name, on));
    } catch (error) {
      show(before);
      await explain(name, error);
    } finally {
      button.ariaBusy = null;
    }
  }

  async function change(name: Name, on: boolean): Promise<Reactions> {
    const { changeReaction } = await import('./react.ts');
    const { msg, totalLikes = shown.totalLikes } = await changeReaction(slug, name, on);
    if (name === 'liked') said.textContent = `${msg} ${counted(totalLikes)}.`;
    else void showToast({ type: 'SUCCESS', message: msg });
    return { ...shown, [name]: on, totalLikes };
  }

  async function explain(name: Name, error: unknown): Promise<void> {
    const { refusalOf } = await import('./react.ts');
    const { message, status } = refusalOf(error);
    if (status === 401) return showDoor(name);
    void showToast({ type: 'error', message });
    // Done already in another tab, perhaps: what is stored is what counts.
    if (status === 409) await load();
  }

  function showDoor(name: Name): void {
    const href = `/login?next=${encodeURIComponent(location.pathname)}`;
    door.replaceChildren(element('a', { href }, 'Sign in'), ` ${doors[name]}`);
  }

  for (const [name, button] of Object.entries(buttons)) {
    button?.addEventListener('click', () => void toggle(name as Name));
  }
  const reload = () => load().catch(hide);
  // Without the API there is nothing to like: the place stays empty, and the article is read.
  const hide = () => delete group.dataset.ready;
  followSessionFlag(() => {
    door.replaceChildren();
    void reload();
  });
  await reload();
}

const counted = (likes: number) =>
  `${likes.toLocaleString('en')} ${likes === 1 ? 'like' : 'likes'}`;
