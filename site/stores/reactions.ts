import { map } from 'nanostores';
import type { z } from 'zod';
import type {
  likeResponse,
  Reactions,
  saveResponse,
  userReactionsResponse,
} from '#contracts/reaction.ts';
import { ApiError, callApi } from '../client/api-client.ts';
import { pluralize } from '../format/pluralize.ts';
import { $sessionFlag, confirmSession } from './session.ts';
import { showToast } from './toasts.ts';

/** Reaction of a reader to an article. */
export type Reaction = 'liked' | 'saved' | 'alerts';

interface ReactionState {
  /** Null until they are loaded. */
  reactions: Reactions | null;
  hasFailed: boolean;
  /** Reaction that a guest tried to use and that requires signing in. */
  refused: Reaction | null;
}

/** Number of likes of the article of the page, and the reactions of the reader. */
export const $reactions = map<ReactionState>({
  reactions: null,
  hasFailed: false,
  refused: null,
});

const articleApiPath = (slug: string) => `/api/articles/${encodeURIComponent(slug)}`;

/** Reactions of the session that were shown already, so that a later load requests newer ones. */
let usedReactions: Reactions | null = null;

/** Number of changes. A load that was requested before the latest one shows the reaction as it was. */
let changes = 0;

/** Loads the reactions of the article, at the start and after each sign-in or sign-out. */
export async function loadReactions(slug: string): Promise<void> {
  const number = changes;
  try {
    // The API treats an expired session as a guest, so the session is refreshed first.
    const session = $sessionFlag.get() ? await confirmSession(slug) : null;
    const personal = session?.state === 'signed-in' ? session.personal : null;
    const ofSession =
      personal?.article === slug && personal.reactions !== usedReactions
        ? personal.reactions
        : null;
    if (ofSession) usedReactions = ofSession;
    const reactions =
      ofSession ?? (await callApi<Reactions>('GET', `${articleApiPath(slug)}/reactions`));
    if (number !== changes) return loadReactions(slug);
    $reactions.set({ reactions, hasFailed: false, refused: null });
  } catch (error) {
    if (!(error instanceof ApiError)) reportError(error);
    $reactions.setKey('hasFailed', true);
  }
}

const changeReactions = (changed: Partial<Reactions>) => {
  const { reactions } = $reactions.get();
  if (reactions) $reactions.setKey('reactions', { ...reactions, ...changed });
};

/**
 * Toggles a reaction to the article. The change is shown at once and reverted if the request fails.
 * @returns a message for screen readers
 */
export async function toggleReaction(slug: string, reaction: Reaction): Promise<string> {
  if (!$sessionFlag.get()) {
    $reactions.setKey('refused', reaction);
    return '';
  }
  // After a sign-in in another tab, they are still loading.
  if (!$reactions.get().reactions) await loadReactions(slug);
  const before = $reactions.get().reactions;
  if (!before) return '';
  changes += 1;
  const isActive = !before[reaction];
  const likes = reaction === 'liked' ? (isActive ? 1 : -1) : 0;
  changeReactions({ [reaction]: isActive, totalLikes: before.totalLikes + likes });
  try {
    return await sendReaction(slug, reaction, isActive);
  } catch (error) {
    changeReactions({
      [reaction]: !isActive,
      ...(likes !== 0 && { totalLikes: before.totalLikes }),
    });
    if (!(error instanceof ApiError)) reportError(error);
    const { status, message } =
      error instanceof ApiError ? error : { status: 0, message: 'Something went wrong here.' };
    if (status === 401) $reactions.setKey('refused', reaction);
    else showToast({ type: 'error', message });
    // The reaction may have been changed in another tab.
    if (status === 409) await loadReactions(slug);
    return '';
  }
}

async function sendReaction(slug: string, reaction: Reaction, isActive: boolean): Promise<string> {
  const method = isActive ? 'PUT' : 'DELETE';
  const path = articleApiPath(slug);
  if (reaction === 'liked') {
    const { msg, totalLikes } = await callApi<z.infer<typeof likeResponse>>(
      method,
      `${path}/likes`,
    );
    changeReactions({ liked: isActive, totalLikes });
    return `${msg} ${pluralize(totalLikes, 'like')}.`;
  }
  if (reaction === 'saved') {
    const { msg, saved } = await callApi<z.infer<typeof saveResponse>>(method, `${path}/saves`);
    changeReactions({ saved });
    showToast({ type: 'SUCCESS', message: msg });
    return '';
  }
  const session = await confirmSession();
  if (session.state !== 'signed-in') throw new ApiError('', { code: 'NOT_SIGNED_IN', status: 401 });
  const { msg, notifications } = await callApi<z.infer<typeof userReactionsResponse>>(
    'PUT',
    `/api/user/${session.user._id}`,
    { body: { notifications: isActive ? [slug] : [] }, hasInput: false },
  );
  changeReactions({ alerts: notifications });
  const message = isActive ? msg : 'You will no longer be notified about new articles.';
  showToast({ type: 'SUCCESS', message });
  return '';
}
