import type { z } from 'zod';

/**
 * What a file of content/profile holds, once it fits its shape.
 * @param between stands between a field and what is wrong with it; a space where the schema's
 *   messages say what the field needs
 * @throws Error with a sentence that names the file and every field that needs another look
 */
export function readContent<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  source: unknown,
  between = ': ',
): z.infer<Schema> {
  const parsed = schema.safeParse(source);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    (issue) => `'${issue.path.join('.') || 'the whole file'}'${between}${issue.message}`,
  );
  throw new Error(`content/profile/${file} is invalid: ${problems.join('; ')}`);
}
