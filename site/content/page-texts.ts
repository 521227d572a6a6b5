import { z } from 'zod';
import aboutSource from '../../content/profile/about.json';
import blogSource from '../../content/profile/blog.json';
import contactSource from '../../content/profile/contact.json';
import toolsSource from '../../content/profile/tools.json';
import { readContent } from './read-content.ts';

const words = z.string('needs some words').trim().min(1, 'needs at least one character');

const frontMatterSchema = z.object({
  title: words,
  lead: words,
  /** YAML parses an unquoted day as a date. */
  updated: z.coerce.date('needs a day like 2026-11-21'),
});

const nonEmptyText = z.string().trim().min(1, 'needs at least one character');

const aboutSchema = z.object({
  title: nonEmptyText,
  lead: nonEmptyText,
  story: z.array(
    z.object({
      title: nonEmptyText,
      paragraphs: z.array(nonEmptyText).min(1, 'needs a paragraph'),
    }),
  ),
  principles: z.array(z.object({ title: nonEmptyText, text: nonEmptyText })).default([]),
  away: z.array(z.object({ label: nonEmptyText, value: nonEmptyText })).default([]),
});

const contactSchema = z.object({
  lead: nonEmptyText,
  answerTime: z.string().default(''),
  goodFor: z.array(nonEmptyText).default([]),
  notFor: z.string().default(''),
});

/** Content of /about from content/profile/about.json, validated by the build. */
export const about = readContent('about.json', aboutSchema, aboutSource);

/** Text beside the form of /contact from content/profile/contact.json, validated by the build. */
export const contact = readContent('contact.json', contactSchema, contactSource);

/** Texts of /blog from content/profile/blog.json, validated by the build. */
const blogSchema = z.object({
  lead: nonEmptyText,
  byMail: nonEmptyText,
  faq: z
    .array(z.object({ question: nonEmptyText, answer: nonEmptyText }))
    .min(1, 'needs at least one question'),
});

export const blogContent = readContent('blog.json', blogSchema, blogSource, ' ');

const toolsSchema = z.object({
  lead: nonEmptyText,
  groups: z
    .array(
      z.object({
        name: nonEmptyText,
        note: z.string().default(''),
        tools: z
          .array(
            z.object({
              name: nonEmptyText,
              use: nonEmptyText,
              since: z.int('needs a year like 2019').min(1970, 'needs a year from 1970').optional(),
              url: z.url({ protocol: /^https?$/, error: 'needs an address or null' }).nullable(),
            }),
          )
          .min(1, 'needs at least one tool'),
      }),
    )
    .min(1, 'needs at least one group'),
});

/** Tools of the owner from content/profile/tools.json, validated by the build. */
export const tools = readContent('tools.json', toolsSchema, toolsSource);

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
