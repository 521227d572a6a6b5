import { z } from 'zod';

/** Characters of a category's name. */
export const CATEGORY_NAME_MAX = 60;

/** A category of products with its number of products in all states. */
export const categoryResponse = z
  .object({ _id: z.string(), name: z.string(), products: z.number().int() })
  .meta({ id: 'Category' });
export type CategoryResponse = z.infer<typeof categoryResponse>;

/** GET /api/category: categories of products by name. */
export const categoryListResponse = z
  .object({ categories: z.array(categoryResponse) })
  .meta({ id: 'CategoryList' });

const name = z
  .string('A category needs a name.')
  .trim()
  .min(1, 'A category needs a name.')
  .max(CATEGORY_NAME_MAX, `At most ${CATEGORY_NAME_MAX} characters.`)
  .regex(/^\P{Cc}*$/u, 'Control characters cannot be used here.');

/** POST /api/category, and PUT /api/category/{id} */
export const categoryRequest = z.strictObject({ name }).meta({ id: 'CategoryChange' });

export const categoryChangeResponse = z
  .object({ msg: z.string(), category: categoryResponse })
  .meta({ id: 'CategoryChanged' });

/** DELETE /api/category/{id}. If the category has products, the request names another one for them. */
export const categoryDeleteQuery = z.strictObject({
  into: z.string().max(40).optional().describe('_id of the category its products move to'),
});
