import type { AppContext } from '../../context.ts';
import {
  claimForward,
  listDueForwards,
  type Subscriber,
  updateSubscriber,
} from '../../db/repositories/subscribers.ts';
import { createFormService } from '../../integrations/form-service.ts';

/** Milliseconds until a subscriber that the service did not take is offered again. */
const RETRY_MS = 3_600_000;
/** Milliseconds after the confirmation at which we stop offering. */
const GIVE_UP_MS = 7 * 86_400_000;
/** Subscribers in one go. */
const BATCH = 50;

type ForwardContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

/**
 * Hands confirmed subscribers on to the form service of SUBSCRIBE_FORM_URL, one after the other. One
 * that the service does not take stays here and is offered again in an hour, for a week.
 * @param onFailure told of each that was not taken; holds no address
 */
export async function forwardSubscribers(
  { config, database, clock }: ForwardContext,
  onFailure: (failure: { subscriber: string; error: unknown; again: boolean }) => void,
): Promise<void> {
  if (config.subscribeFormUrl === null) return;
  const service = createFormService(config.subscribeFormUrl);
  const settle = (id: number, changes: Partial<Subscriber>) =>
    database.write((query) => updateSubscriber(query, id, changes));
  for (const subscriber of listDueForwards(database.query, clock(), BATCH)) {
    const retryAt = clock() + RETRY_MS;
    const mine = await database.write((query) => claimForward(query, subscriber, retryAt));
    if (!mine) continue;
    try {
      await service.submit({ email: subscriber.email, from: subscriber.source });
      await settle(subscriber.id, { forwardAt: null, forwardedAt: clock() });
    } catch (error) {
      const again = retryAt < (subscriber.confirmedAt ?? 0) + GIVE_UP_MS;
      if (!again) await settle(subscriber.id, { forwardAt: null });
      onFailure({ subscriber: subscriber.publicId, error, again });
    }
  }
}
