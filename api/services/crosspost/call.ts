import type {
  Account,
  CrossPostClient,
  Outcome,
  Post,
} from '../../integrations/crosspost/client.ts';

/**
 * Posts an article, but looks first whether it is there, where that can be seen: a post of an earlier
 * attempt, a draft that the service made of our feed, one that its author has pasted by hand.
 * @param state.doubtful whether an earlier attempt may have succeeded
 * @param state.inPlace whether readers have our page; without it, it is only looked for
 */
export async function postOnce(
  client: CrossPostClient,
  account: Account,
  post: Post,
  { doubtful, inPlace }: { doubtful: boolean; inPlace: boolean },
): Promise<Outcome> {
  if (client.changeable) {
    const found = await client.changeable.find(account, post);
    if (found.end === 'found') {
      return { end: 'sent', id: found.id, url: found.url, behind: true };
    }
    if (found.end === 'away') {
      const { end: _, ...why } = found;
      // Nothing was sent by this attempt; of the one before nobody knows still.
      if (doubtful && !found.refused) return { end: 'unknown', reason: found.reason };
      return { end: 'failed', mayRetry: true, ...why };
    }
  }
  if (!inPlace) {
    const reason = 'It is not there, and the article is not live any more.';
    return { end: 'failed', reason, mayRetry: true, retryAfter: null };
  }
  return client.post(account, post);
}

/** Brings an article up to date over there. Doing so twice changes nothing. */
export async function updateOnce(
  { changeable }: CrossPostClient,
  account: Account,
  post: Post,
  remoteId: string | null,
): Promise<Outcome> {
  const gone = (reason: string): Outcome => ({
    end: 'failed',
    reason,
    mayRetry: false,
    retryAfter: null,
  });
  if (!changeable) return gone('What is there cannot be changed from here.');
  if (remoteId !== null) return changeable.update(account, remoteId, post);
  const found = await changeable.find(account, post);
  if (found.end === 'missing') return gone('It was not found there, so it stays as it is.');
  if (found.end === 'away') {
    const { end: _, ...why } = found;
    return { end: 'failed', mayRetry: true, ...why };
  }
  return changeable.update(account, found.id, post);
}
