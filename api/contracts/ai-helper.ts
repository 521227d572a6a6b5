import { z } from 'zod';

/** Actions of the AI helper: for the text itself, and for other fields. */
export const aiHelperActions = [
  'improve',
  'shorten',
  'continue',
  'title',
  'description',
  'tags',
  'alt',
  'linkedin',
] as const;
export type AiHelperAction = (typeof aiHelperActions)[number];

/** Limit for the text of one request, in characters. */
export const AI_HELPER_TEXT_MAX = 12_000;

/** POST /api/admin/ai-helper: an action and its text. The server sets model, temperature and length. */
export const aiHelperRequest = z
  .strictObject({
    action: z.enum(aiHelperActions),
    text: z
      .string()
      .max(AI_HELPER_TEXT_MAX, 'This is too long for the AI helper: select a shorter passage.')
      .regex(/\S/, 'There is no text for the AI helper yet.')
      .describe('passage, or text of the article'),
    title: z.string().max(200).default('').describe('title of the article, for context'),
    language: z.string().max(35).default('en').describe('BCP 47 language tag of the response'),
  })
  .meta({ id: 'AiHelperRequest' });
export type AiHelperRequest = z.infer<typeof aiHelperRequest>;

/** Usage since midnight UTC, and the limit per day. */
export const aiHelperUse = z.object({
  calls: z.int(),
  callsMax: z.int(),
  tokens: z.int(),
  tokensMax: z.int(),
});
export type AiHelperUse = z.infer<typeof aiHelperUse>;

/** GET /api/admin/ai-helper */
export const aiHelperResponse = z
  .object({
    state: z.enum(['off', 'ready']).describe('off: the server has no API key'),
    service: z.string().describe('host that texts are sent to'),
    model: z.string(),
    today: aiHelperUse,
  })
  .meta({ id: 'AiHelper' });
export type AiHelperResponse = z.infer<typeof aiHelperResponse>;

/** Server-sent events of the response, one JSON object each. */
export type AiHelperEvent =
  | { type: 'text'; text: string }
  /** `cut`: the text ended at the length limit. */
  | { type: 'end'; cut: boolean; today: AiHelperUse }
  /** The response failed after it had started. */
  | { type: 'failed'; msg: string; reason: string };
