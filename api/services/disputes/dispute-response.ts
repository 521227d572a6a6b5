import type { DisputeResponse } from '#contracts/dispute.ts';
import { toDecimal } from '#contracts/money.ts';
import type { DisputeOfOrder } from '../../db/repositories/disputes.ts';

const iso = (time: number) => new Date(time).toISOString();

/** Converts a dispute to its documented API response. */
export function toDisputeResponse(dispute: DisputeOfOrder): DisputeResponse {
  const { disputeId, provider, state, reason, amount, currency, order, number, dueAt } = dispute;
  return {
    ...{ _id: disputeId, provider, state, reason, currency },
    amount: amount === null || currency === null ? null : toDecimal(amount, currency),
    order: order === null || number === null ? null : { _id: order, number },
    dueAt: dueAt === null ? null : iso(dueAt),
    createdAt: iso(dispute.createdAt),
    updatedAt: iso(dispute.updatedAt),
  };
}
