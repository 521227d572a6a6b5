import { z } from 'zod';

/** Query field of a numbered list, from 1. */
export const page = z.coerce.number().int().min(1).max(1_000_000).default(1);

/** Query fields of a numbered list: `page`, and `limit`, the number of items per page. */
export const pageQuery = (perPage: number, most = 100) => ({
  page,
  limit: z.coerce.number().int().min(1).max(most).default(perPage),
});

/** Response fields of a numbered list: the current page and the number of pages. */
export const pageNumbers = { page: z.number().int(), pages: z.number().int() };

/** Response fields of a numbered list: the number of items on all pages, and `pageNumbers`. */
export const pageInfo = {
  result: z.number().int().describe('total number of items'),
  ...pageNumbers,
};
