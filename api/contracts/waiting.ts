import { z } from 'zod';

/** GET /api/admin/waiting: how many things wait for an admin, by the page where they do. */
export const waitingResponse = z
  .object({
    comments: z.number().int().describe('that are held, or reported'),
    reviews: z.number().int().describe('of games, that are held'),
    messages: z.number().int().describe('that nobody has read'),
    mails: z.number().int().describe('that failed, or of which nobody knows'),
    orders: z.number().int().describe('disputes, and payments that do not fit'),
    posts: z.number().int().describe('elsewhere, that failed, or of which nobody knows'),
  })
  .meta({ id: 'Waiting' });
export type Waiting = z.infer<typeof waitingResponse>;
