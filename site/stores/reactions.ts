import { map } from 'nanostores';
import type { z } from 'zod';
import type {
  likeResponse,
  Reactions,
  saveResponse,
  userReactionsResponse,
} from '#contracts/reaction.ts';
import { ApiError, callApi } from '../client/api-client.ts';
import { showToast } from '../client/show-toast.ts';
import { pluralize } from '../format/pluralize.ts';
import { $sessionFlag, confirmSession } from './session.ts';

/** What a reader can do with an article. */
export type Reaction = 'liked' | 'saved' | 'alerts';

interface ReactionState {
  /** Null until the API has answered. */
  known: Reactions | null;
  hasFailed: boolean;
  /** What a guest has tried, for which one has to sign in. */
  refused: Reaction | null;
}

/** How the article of the page is liked, and what of it is the reader's own. */
export const $reactions = map<ReactionState>({ known: null, hasFailed: false, refused: null });

const pathOf = (slug: string) => `/api/articles/${encodeURIComponent(slug)}`;

/** Reactions of the last session that were shown: those of the next request are newer. */
let taken: Reactions | null = null;

/** Loads the reactions of the article, also when somebody has signed in or out. */
export async function loadReactions(slug: string): Promise<void> {
  try {
    // The API answers guests as well, so a session that has expired is refreshed before.
    const session = $sessionFlag.get() ? await confirmSession(slug) : null;
    const personal = session?.state === 'signed-in' ? session.personal : null;
    const own =
      personal?.article === slug && personal.reactions !== taken ? personal.reactions : null;
    if (own) taken = own;
    const known = own ?? (await callApi<Reactions>('GET', `${pathOf(slug)}/reactions`));
    $reactions.set({ known, hasFailed: false, refused: null });
  } catch {
    $reactions.setKey('hasFailed', true);
  }
}

const change = (changed: Partial<Reactions>) => {
  const { known } = $reactions.get();
  if (known) $reactions.setKey('known', { ...known, ...changed });
};

/**
 * Likes, saves or follows the article, or takes that back. It is shown at once and taken back if the API refuses.
 * Returns what a screen reader says.
 */
export async function toggleReaction(slug: string, reaction: Reaction): Promise<string> {
  if (!$sessionFlag.get()) {
    $reactions.setKey('refused', reaction);
    return '';
  }
  const before = $reactions.get().known;
  if (!before) return '';
  const isOn = !before[reaction];
  const likes = reaction === 'liked' ? (isOn ? 1 : -1) : 0;
  change({ [reaction]: isOn, totalLikes: before.totalLikes + likes });
  try {
    return await send(slug, reaction, isOn);
  } catch (error) {
    change({ [reaction]: !isOn, ...(likes !== 0 && { totalLikes: before.totalLikes }) });
    const { status, message } =
      error instanceof ApiError ? error : { status: 0, message: 'Something went wrong here.' };
    if (status === 401) $reactions.setKey('refused', reaction);
    else showToast({ type: 'error', message });
    // It may have been done in another tab.
    if (status === 409) await loadReactions(slug);
    return '';
  }
}

async function send(slug: string, reaction: Reaction, isOn: boolean): Promise<string> {
  const method = isOn ? 'PUT' : 'DELETE';
  const path = pathOf(slug);
  if (reaction === 'liked') {
    const { msg, totalLikes } = await callApi<z.infer<typeof likeResponse>>(
      method,
      `${path}/likes`,
    );
    change({ liked: isOn, totalLikes });
    return `${msg} ${pluralize(totalLikes, 'like')}.`;
  }
  if (reaction === 'saved') {
    const { msg, saved } = await callApi<z.infer<typeof saveResponse>>(method, `${path}/saves`);
    change({ saved });
    showToast({ type: 'SUCCESS', message: msg });
    return '';
  }
  const session = await confirmSession();
  if (session.state !== 'signed-in') throw new ApiError('', { code: 'NOT_SIGNED_IN', status: 401 });
  const { msg, notifications } = await callApi<z.infer<typeof userReactionsResponse>>(
    'PUT',
    `/api/user/${session.user._id}`,
    { body: { notifications: isOn ? [slug] : [] } },
  );
  change({ alerts: notifications });
  const message = isOn ? msg : 'You will no longer be notified about new articles.';
  showToast({ type: 'SUCCESS', message });
  return '';
}
