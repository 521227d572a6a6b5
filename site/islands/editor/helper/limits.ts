export type { HelperAction } from '#contracts/helper.ts';

/** Characters that are sent at a time; contracts/helper.ts would bring all of zod along. */
export const HELPER_TEXT_MAX = 12_000;
