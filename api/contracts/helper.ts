import { z } from 'zod';

/** Actions of the AI helper: for the text itself, and for other fields. */
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

/** Limit for the text of one request, in characters. */
export const HELPER_TEXT_MAX = 12_000;

/** POST /api/admin/helper: an action and its text. The server sets model, temperature and length. */
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

/** Usage since midnight UTC, and the limit per day. */
export const helperUse = z.object({
  calls: z.int(),
  callsMax: z.int(),
  tokens: z.int(),
  tokensMax: z.int(),
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

/** Server-sent events of the response, one JSON object each. */
export type HelperEvent =
  | { type: 'text'; text: string }
  /** `cut`: the text ended at the length limit. */
  | { type: 'end'; cut: boolean; today: HelperUse }
  /** The response failed after it had started. */
  | { type: 'failed'; msg: string; reason: string };
