import { z } from 'zod';
import source from '../../content/profile/blog.json';
import { readContent } from './read-content.ts';

const words = z.string().trim().min(1, 'needs at least one character');

/** What /blog says beside the articles: content/profile/blog.json, checked when the site is built. */
const blogSchema = z.object({
  lead: words,
  byMail: words,
  faq: z.array(z.object({ question: words, answer: words })).min(1, 'needs at least one question'),
});

export const blogContent = readContent('blog.json', blogSchema, source, ' ');
