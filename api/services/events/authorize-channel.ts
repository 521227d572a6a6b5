import type { LiveChannel } from '#contracts/live-channels.ts';
import type { AppContext } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { getArticle } from '../articles/queries.ts';
import { userChannel } from './publish-event.ts';

/** Caller of the event stream; null is a guest. */
type Caller = { publicId: string; admin: boolean } | null;

/** Result of the authorization for one channel. */
export interface ChannelAccess {
  channel: LiveChannel;
  /** Name of the channel in the database. */
  stored: string;
  /** True if the session of its listeners is checked again while they listen. */
  isPrivate: boolean;
  /** Reason for a refusal: NOT_SIGNED_IN, NOT_ADMIN or NOT_FOUND. */
  refusal: DomainError | null;
}

/** Checks if the caller may listen to a channel. */
export function authorizeChannel(
  context: Pick<AppContext, 'database'>,
  channel: LiveChannel,
  caller: Caller,
): ChannelAccess {
  const article = /^article:([^:]+):comments$/.exec(channel)?.[1];
  const isPrivate = article === undefined;
  const stored = channel === 'me' && caller ? userChannel(caller.publicId) : channel;
  try {
    if (article !== undefined) getArticle(context, article, caller?.admin ?? false);
    else if (!caller) throw new DomainError('NOT_SIGNED_IN');
    else if (channel !== 'me' && !caller.admin) throw new DomainError('NOT_ADMIN');
    return { channel, stored, isPrivate, refusal: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { channel, stored, isPrivate, refusal: error };
  }
}
