import type { z } from 'zod';

/**
 * Validates a file of content/profile.
 * @param separator text between the field and the message; a space if the messages of the schema start with a verb
 * @throws Error that names the file and each invalid field
 */
export function readContent<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  source: unknown,
  separator = ': ',
): z.infer<Schema> {
  const parsed = schema.safeParse(source);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    (issue) => `'${issue.path.join('.') || 'the whole file'}'${separator}${issue.message}`,
  );
  throw new Error(`content/profile/${file} is invalid: ${problems.join('; ')}`);
}
