import type { LiveChannel } from '#contracts/live-channels.ts';
import type { AppContext } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { readArticle } from '../articles/reading.ts';
import { userChannel } from './announce.ts';

/** Who wants to listen; null is a guest. */
type Asking = { publicId: string; admin: boolean } | null;

/** A channel that somebody asked for. */
export interface Wish {
  channel: LiveChannel;
  /** As the hub knows it. */
  stored: string;
  /** Whether it tells what not everybody may know: its listeners are asked again who they are. */
  isPrivate: boolean;
  /** Why they may not listen: NOT_SIGNED_IN, NOT_ADMIN, or NOT_FOUND for what they may not read. */
  refusal: DomainError | null;
}

/** Whether somebody may listen to a channel. One that is refused does not spoil the others. */
export function admitTo(
  context: Pick<AppContext, 'database'>,
  channel: LiveChannel,
  asking: Asking,
): Wish {
  const article = /^article:([^:]+):comments$/.exec(channel)?.[1];
  const isPrivate = article === undefined;
  const stored = channel === 'me' && asking ? userChannel(asking.publicId) : channel;
  try {
    if (article !== undefined) readArticle(context, article, asking?.admin ?? false);
    else if (!asking) throw new DomainError('NOT_SIGNED_IN');
    else if (channel !== 'me' && !asking.admin) throw new DomainError('NOT_ADMIN');
    return { channel, stored, isPrivate, refusal: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { channel, stored, isPrivate, refusal: error };
  }
}
