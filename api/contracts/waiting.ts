import { z } from 'zod';

/** GET /api/admin/waiting: pending counts by admin page. */
export const waitingResponse = z
  .object({
    comments: z.number().int().describe('number of held or reported comments'),
    reviews: z.number().int().describe('number of held game reviews'),
    messages: z.number().int().describe('number of unread messages'),
    mails: z.number().int().describe('number of failed or unconfirmed emails'),
    orders: z.number().int().describe('number of open disputes and unmatched payments'),
    posts: z.number().int().describe('number of failed or unconfirmed cross-posts'),
  })
  .meta({ id: 'Waiting' });
export type Waiting = z.infer<typeof waitingResponse>;
