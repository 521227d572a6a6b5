import type { SubscriberListQuery, SubscriberResponse } from '#contracts/subscriber.ts';
import { iso } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import {
  countSubscribers,
  deleteSubscriber,
  listConfirmedSubscribers,
  listSubscribers,
  type Subscriber,
} from '../../db/repositories/subscribers.ts';
import { DomainError } from '../../errors.ts';
import { writeCsv } from '../table-file.ts';

type AdminContext = Pick<AppContext, 'database' | 'clock'>;

/** Returns one page of the admin's subscriber table. */
export function getSubscriberPage(
  { database }: AdminContext,
  { show, page, limit }: SubscriberListQuery,
) {
  const { query } = database;
  const result = countSubscribers(query, show);
  const rows = listSubscribers(query, { show, limit, offset: (page - 1) * limit });
  return {
    subscribers: rows.map(toResponse),
    result,
    confirmed: show === 'confirmed' ? result : countSubscribers(query, 'confirmed'),
    page,
    pages: Math.ceil(result / limit),
  };
}

/** Exports all confirmed subscribers. */
export function exportSubscribers({ database, clock }: AdminContext): {
  file: string;
  csv: string;
} {
  const rows = listConfirmedSubscribers(database.query).map((row) => [
    row.email,
    row.source,
    iso(row.confirmedAt) ?? '',
  ]);
  const day = new Date(clock()).toISOString().slice(0, 10);
  return {
    file: `subscribers-${day}.csv`,
    csv: writeCsv([['email', 'from', 'subscribed_at'], ...rows]),
  };
}

/** Deletes a subscriber permanently. @throws DomainError NOT_FOUND */
export async function removeSubscriber({ database }: AdminContext, id: string): Promise<void> {
  const found = await database.write((transaction) => deleteSubscriber(transaction, id));
  if (!found) throw new DomainError('NOT_FOUND');
}

function toResponse(row: Subscriber): SubscriberResponse {
  return {
    _id: row.publicId,
    email: row.email,
    from: row.source,
    confirmed: row.confirmedAt !== null,
    forwarded: row.forwardedAt !== null ? 'done' : row.forwardAt !== null ? 'waiting' : 'off',
    askedAt: iso(row.askedAt),
    confirmedAt: iso(row.confirmedAt),
  };
}
