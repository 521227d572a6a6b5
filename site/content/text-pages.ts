import { z } from 'zod';

const nonEmptyText = z.string('needs some words').trim().min(1, 'needs at least one character');

const frontMatterSchema = z.object({
  title: nonEmptyText,
  lead: nonEmptyText,
  /** YAML parses an unquoted day as a date. */
  updated: z.coerce.date('needs a day like 2026-11-21'),
});

/**
 * Reads a Markdown page of content/pages.
 * @throws Error with a sentence that names the file and the field
 */
export function readTextPage<Content>(
  file: string,
  page: { frontmatter: Record<string, unknown>; Content: Content },
) {
  const parsed = frontMatterSchema.safeParse(page.frontmatter);
  if (parsed.success) return { ...parsed.data, Content: page.Content };
  const problems = parsed.error.issues.map(
    (issue) => `'${issue.path.join('.') || 'the front matter'}' ${issue.message}`,
  );
  throw new Error(`content/pages/${file} is invalid: ${problems.join('; ')}`);
}
