import type { z } from 'zod';
import type {
  likeResponse,
  Reactions,
  saveResponse,
  userReactionsResponse,
} from '#contracts/reaction.ts';
import { confirmSession } from '../../stores/session.ts';
import { ApiError, callApi } from '../api-client.ts';
import { element } from '../search/elements.ts';
import { followSessionFlag, readSessionFlag } from '../session-flag.ts';
import { showToast } from '../toast.ts';

type Name = 'liked' | 'saved' | 'alerts';

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
    if (readSessionFlag()) await confirmSession();
    show(await callApi<Reactions>('GET', `${address}/reactions`));
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
    if (name === 'liked') {
      type Likes = z.infer<typeof likeResponse>;
      const method = on ? 'PUT' : 'DELETE';
      const { msg, totalLikes } = await callApi<Likes>(method, `${address}/likes`);
      said.textContent = `${msg} ${counted(totalLikes)}.`;
      return { ...shown, liked: on, totalLikes };
    }
    if (name === 'saved') {
      type Save = z.infer<typeof saveResponse>;
      const { msg } = await callApi<Save>(on ? 'PUT' : 'DELETE', `${address}/saves`);
      void showToast({ type: 'SUCCESS', message: msg });
      return { ...shown, saved: on };
    }
    const session = await confirmSession();
    if (session.state !== 'signed-in')
      throw new ApiError('', { code: 'NOT_SIGNED_IN', status: 401 });
    type Told = z.infer<typeof userReactionsResponse>;
    const { msg } = await callApi<Told>('PUT', `/api/user/${session.user._id}`, {
      body: { notifications: on ? [slug] : [] },
    });
    const message = on ? msg : 'You are no longer told of new articles.';
    void showToast({ type: 'SUCCESS', message });
    return { ...shown, alerts: on };
  }

  async function explain(name: Name, error: unknown): Promise<void> {
    if (error instanceof ApiError && error.status === 401) return showDoor(name);
    const message = error instanceof ApiError ? error.message : 'Something went wrong here.';
    void showToast({ type: 'error', message });
    // Done already in another tab, perhaps: what is stored is what counts.
    if (error instanceof ApiError && error.status === 409) await load();
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
