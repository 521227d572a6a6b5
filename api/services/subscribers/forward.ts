import type { AppContext } from '../../context.ts';
import { findSubscriberById, updateSubscriber } from '../../db/repositories/subscribers.ts';
import { createFormService } from '../../integrations/form-service.ts';
import { claim, hasDue } from '../../queue/queue.ts';
import { subscriberQueue } from '../../queue/queues.ts';

/** Milliseconds until a failed subscriber is retried. */
const RETRY_MS = 3_600_000;
/** Milliseconds after the confirmation for which a failed subscriber is retried. */
const RETRY_UNTIL_MS = 7 * 86_400_000;
/** Subscribers per call. */
const BATCH = 50;

/**
 * Forwards confirmed subscribers to the form service of SUBSCRIBE_FORM_URL, one after the other. A failed
 * subscriber is retried each hour for a week.
 * @param onFailure receives each failure, without the email address
 */
export async function forwardSubscribers(
  { config, database, clock }: Pick<AppContext, 'config' | 'database' | 'clock'>,
  onFailure: (failure: { subscriber: string; error: unknown; again: boolean }) => void,
): Promise<void> {
  if (config.subscribeFormUrl === null) return;
  const service = createFormService(config.subscribeFormUrl);
  for (let forwarded = 0; forwarded < BATCH; forwarded += 1) {
    if (!hasDue(database, subscriberQueue, clock())) return;
    const retryAt = clock() + RETRY_MS;
    const subscriber = await database.write((query) => {
      const [claimed] = claim(database, subscriberQueue, { now: clock(), until: retryAt });
      return claimed && findSubscriberById(query, claimed.id);
    });
    if (!subscriber) return;
    const update = (changes: Parameters<typeof updateSubscriber>[2]) =>
      database.write((query) => updateSubscriber(query, subscriber.id, changes));
    try {
      await service.submit({ email: subscriber.email, from: subscriber.source });
      await update({ forwardAt: null, forwardedAt: clock() });
    } catch (error) {
      const again = retryAt < (subscriber.confirmedAt ?? 0) + RETRY_UNTIL_MS;
      if (!again) await update({ forwardAt: null });
      onFailure({ subscriber: subscriber.publicId, error, again });
    }
  }
}
