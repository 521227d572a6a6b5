import { z } from 'zod';
import { disputeReasons, disputeStates } from './order-states.ts';

/** Latest state of a dispute. Money is decimal, in `currency`. */
export const disputeResponse = z
  .object({
    _id: z.string().describe('number of the dispute at the provider'),
    provider: z.string(),
    state: z.enum(disputeStates),
    reason: z.enum(disputeReasons),
    amount: z.number().nullable(),
    currency: z.string().nullable(),
    order: z
      .object({ _id: z.string(), number: z.number().int() })
      .nullable()
      .describe('null if the payment is unknown'),
    dueAt: z.iso.datetime().nullable().describe('deadline of the response'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Dispute' });
export type DisputeResponse = z.infer<typeof disputeResponse>;
