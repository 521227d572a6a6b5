export type { HelperAction } from '#contracts/helper.ts';

/** Maximum characters per request; importing contracts/helper.ts would add all of zod. */
export const HELPER_TEXT_MAX = 12_000;
