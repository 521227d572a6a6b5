import { z } from 'zod';
import { SEARCH_MAX, SEARCH_MIN, searchKinds } from './search-index.ts';

/** Default number of results. */
export const SEARCH_RESULTS = 10;
export const SEARCH_RESULTS_MAX = 50;

export const searchQuery = z.strictObject({
  q: z
    .string()
    .trim()
    .min(SEARCH_MIN, `Type at least ${SEARCH_MIN} characters.`)
    .max(SEARCH_MAX, `At most ${SEARCH_MAX} characters.`)
    .describe('search words; the last one may be a prefix'),
  limit: z.coerce.number().int().min(1).max(SEARCH_RESULTS_MAX).default(SEARCH_RESULTS),
});

/** Text in parts, with the matches marked. Each part is plain text, never HTML. */
export const markedText = z
  .array(z.object({ text: z.string(), marked: z.boolean() }))
  .meta({ id: 'MarkedText' });
export type MarkedText = z.infer<typeof markedText>;

export const searchResult = z
  .object({
    kind: z.enum(searchKinds),
    path: z.string().describe('URL path'),
    title: markedText,
    excerpt: markedText,
  })
  .meta({ id: 'SearchResult' });
export type SearchResult = z.infer<typeof searchResult>;

/** GET /api/search: best first. */
export const searchResponse = z
  .object({
    results: z.array(searchResult),
    more: z.boolean().describe('whether there are more results than `limit`'),
    corrected: z
      .string()
      .nullable()
      .describe('corrected query, if the original one has no results'),
  })
  .meta({ id: 'SearchResponse' });
export type SearchResponse = z.infer<typeof searchResponse>;
