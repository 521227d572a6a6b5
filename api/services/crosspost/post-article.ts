import type {
  Account,
  CrossPostClient,
  Outcome,
  Post,
} from '../../integrations/crosspost/types.ts';

/**
 * Posts an article, unless the service already has it: from an earlier attempt, as a draft from the feed,
 * or pasted by its author.
 * @param state.mayExist true if an earlier attempt may have succeeded
 * @param state.isLive true if the page of the article is live; otherwise the post is only searched for
 */
export async function postArticle(
  client: CrossPostClient,
  account: Account,
  post: Post,
  { mayExist, isLive }: { mayExist: boolean; isLive: boolean },
): Promise<Outcome> {
  if (client.changeable) {
    const found = await client.changeable.find(account, post);
    if (found.end === 'found') {
      return { end: 'sent', id: found.id, url: found.url, behind: true };
    }
    if (found.end === 'away') {
      const { end: _, ...why } = found;
      // This attempt sent nothing; the outcome of the earlier one is still unknown.
      if (mayExist && !found.refused) return { end: 'unknown', reason: found.reason };
      return { end: 'failed', mayRetry: true, ...why };
    }
  }
  if (!isLive) {
    const reason = 'The service does not have the article, and the article is no longer live.';
    return { end: 'failed', reason, mayRetry: true, retryAfter: null };
  }
  return client.post(account, post);
}

/** Updates the post of an article. Calling it twice has no further effect. */
export async function updatePost(
  { changeable }: CrossPostClient,
  account: Account,
  post: Post,
  remoteId: string | null,
): Promise<Outcome> {
  const failed = (reason: string): Outcome => ({
    end: 'failed',
    reason,
    mayRetry: false,
    retryAfter: null,
  });
  if (!changeable) return failed('The service does not allow updates.');
  if (remoteId !== null) return changeable.update(account, remoteId, post);
  const found = await changeable.find(account, post);
  if (found.end === 'missing') return failed('The service does not have the post.');
  if (found.end === 'away') {
    const { end: _, ...why } = found;
    return { end: 'failed', mayRetry: true, ...why };
  }
  return changeable.update(account, found.id, post);
}
