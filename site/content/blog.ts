import { z } from 'zod';
import source from '../../content/profile/blog.json';
import { readContent } from './read-content.ts';

const nonEmptyText = z.string().trim().min(1, 'needs at least one character');

/** Texts of /blog from content/profile/blog.json, validated by the build. */
const blogSchema = z.object({
  lead: nonEmptyText,
  byMail: nonEmptyText,
  faq: z
    .array(z.object({ question: nonEmptyText, answer: nonEmptyText }))
    .min(1, 'needs at least one question'),
});

export const blogContent = readContent('blog.json', blogSchema, source, ' ');
