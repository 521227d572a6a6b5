import type { z } from 'zod';
import type {
  likeResponse,
  Reactions,
  saveResponse,
  userReactionsResponse,
} from '#contracts/reaction.ts';
import { showToast } from '../../client/show-toast.ts';
import { confirmSession } from '../../stores/session.ts';
import { ApiError, callApi } from '../api-client.ts';
import { element } from '../search/elements.ts';
import { followSessionFlag, readSessionFlag } from '../session-flag.ts';
import { countedLikes, type Reaction, type ReactionBar } from './reaction-bar.ts';

/** What each toggle says to whom it does not know. */
const doors = {
  liked: 'to like this article.',
  saved: 'to keep this article on your reading list.',
  alerts: 'to be told of new articles.',
} as const satisfies Record<Reaction, string>;

const said = element('span', { class: 'quiet', role: 'status' });
const door = element('p', { class: 'article-bar__door', role: 'status' });
followSessionFlag(() => door.replaceChildren());

/** Changes at once what is shown, and back where the API does not agree. */
export async function react(bar: ReactionBar, name: Reaction, button: HTMLElement): Promise<void> {
  if (!door.isConnected) {
    bar.group.append(said);
    bar.group.parentElement?.append(door);
  }
  if (button.ariaBusy === 'true') return;
  if (!readSessionFlag()) return showDoor(name);
  const before = bar.shown();
  const on = !before[name];
  const step = name === 'liked' ? (on ? 1 : -1) : 0;
  bar.show({ ...before, [name]: on, totalLikes: before.totalLikes + step });
  button.ariaBusy = 'true';
  try {
    const changed = await change(bar, name, on);
    bar.show({ ...bar.shown(), ...changed });
  } catch (error) {
    const { totalLikes } = before;
    bar.show({ ...bar.shown(), [name]: !on, ...(name === 'liked' && { totalLikes }) });
    await explain(bar, name, error);
  } finally {
    button.ariaBusy = null;
  }
}

/** Asks the API. @returns what is different now */
async function change(
  { address, slug }: ReactionBar,
  name: Reaction,
  on: boolean,
): Promise<Partial<Reactions>> {
  const method = on ? 'PUT' : 'DELETE';
  if (name === 'liked') {
    const { msg, totalLikes } = await callApi<Likes>(method, `${address}/likes`);
    said.textContent = `${msg} ${countedLikes(totalLikes)}.`;
    return { liked: on, totalLikes };
  }
  if (name === 'saved') {
    const { msg, saved } = await callApi<Save>(method, `${address}/saves`);
    void showToast({ type: 'SUCCESS', message: msg });
    return { saved };
  }
  const session = await confirmSession();
  if (session.state !== 'signed-in') throw new ApiError('', { code: 'NOT_SIGNED_IN', status: 401 });
  const { msg, notifications } = await callApi<Told>('PUT', `/api/user/${session.user._id}`, {
    body: { notifications: on ? [slug] : [] },
  });
  const message = on ? msg : 'You are no longer told of new articles.';
  void showToast({ type: 'SUCCESS', message });
  return { alerts: notifications };
}
type Likes = z.infer<typeof likeResponse>;
type Save = z.infer<typeof saveResponse>;
type Told = z.infer<typeof userReactionsResponse>;

async function explain({ load }: ReactionBar, name: Reaction, error: unknown): Promise<void> {
  if (error instanceof ApiError && error.status === 401) return showDoor(name);
  const message = error instanceof ApiError ? error.message : 'Something went wrong here.';
  void showToast({ type: 'error', message });
  // Done already in another tab, perhaps: what is stored is what counts.
  if (error instanceof ApiError && error.status === 409) await load();
}

function showDoor(name: Reaction): void {
  const href = `/login?next=${encodeURIComponent(location.pathname)}`;
  door.replaceChildren(element('a', { href }, 'Sign in'), ` ${doors[name]}`);
}
