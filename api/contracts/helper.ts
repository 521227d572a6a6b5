import { z } from 'zod';

/** What the helper can be asked for: about the text itself, and about what stands in other fields. */
export const helperActions = [
  'improve',
  'shorten',
  'continue',
  'title',
  'description',
  'tags',
  'alt',
  'linkedin',
] as const;
export type HelperAction = (typeof helperActions)[number];

/** Characters of text that the helper takes at a time. */
export const HELPER_TEXT_MAX = 12_000;

/** POST /api/admin/helper: what to do, to what. Model, temperature and length are the server's. */
export const helperRequest = z
  .strictObject({
    action: z.enum(helperActions),
    text: z
      .string()
      .max(HELPER_TEXT_MAX, 'This is too long for the AI helper: select a shorter passage.')
      .regex(/\S/, 'There is no text for the AI helper yet.')
      .describe('passage, or text of the article'),
    title: z.string().max(200).default('').describe('title of the article, for context'),
    language: z.string().max(35).default('en').describe('BCP 47 language tag of the response'),
  })
  .meta({ id: 'HelperRequest' });
export type HelperRequest = z.infer<typeof helperRequest>;

/** What was used since midnight UTC, and the most that a day allows. */
export const helperUse = z.object({
  calls: z.int(),
  callsMost: z.int(),
  tokens: z.int(),
  tokensMost: z.int(),
});
export type HelperUse = z.infer<typeof helperUse>;

/** GET /api/admin/helper */
export const helperResponse = z
  .object({
    state: z.enum(['off', 'ready']).describe('off: the server has no API key'),
    service: z.string().describe('host that texts are sent to'),
    model: z.string(),
    today: helperUse,
  })
  .meta({ id: 'AiHelper' });
export type HelperResponse = z.infer<typeof helperResponse>;

/** What the answer is streamed as, one JSON object for each server-sent event. */
export type HelperEvent =
  | { type: 'text'; text: string }
  /** `cut`: it ended at the limit of its length. */
  | { type: 'end'; cut: boolean; today: HelperUse }
  /** It broke off after it had begun. */
  | { type: 'failed'; msg: string; reason: string };
