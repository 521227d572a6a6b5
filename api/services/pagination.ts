/**
 * Returns the database rows of a page of a numbered list with `result` items, and the fields of the
 * response about it.
 */
export const paginate = ({ page, limit }: { page: number; limit: number }, result: number) => ({
  rows: { limit, offset: (page - 1) * limit },
  pageInfo: { result, page, pages: Math.ceil(result / limit) },
});
