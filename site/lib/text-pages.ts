import type { MarkdownInstance } from 'astro';
import { z } from 'zod';

const words = z.string('needs some words').trim().min(1, 'needs at least one character');

const frontMatterSchema = z.object({
  title: words,
  lead: words,
  /** YAML reads an unquoted day as a date. */
  updated: z.coerce.date('needs a day like 2026-11-21'),
});

/**
 * The front matter of a page in content/pages.
 * @throws Error with a sentence that names the file and the field
 */
export function readTextPage(file: string, page: MarkdownInstance<Record<string, unknown>>) {
  const parsed = frontMatterSchema.safeParse(page.frontmatter);
  if (parsed.success) return { ...parsed.data, Content: page.Content };
  const problems = parsed.error.issues.map(
    (issue) => `'${issue.path.join('.') || 'the front matter'}' ${issue.message}`,
  );
  throw new Error(`content/pages/${file} needs another look: ${problems.join('; ')}`);
}
