import { z } from 'zod';
import aboutSource from '../../content/profile/about.json';
import contactSource from '../../content/profile/contact.json';
import { readContent } from './read-content.ts';

const words = z.string().trim().min(1, 'needs at least one character');

const aboutSchema = z.object({
  title: words,
  lead: words,
  story: z.array(
    z.object({ title: words, paragraphs: z.array(words).min(1, 'needs a paragraph') }),
  ),
  principles: z.array(z.object({ title: words, text: words })).default([]),
  away: z.array(z.object({ label: words, value: words })).default([]),
});

const contactSchema = z.object({
  lead: words,
  answerTime: z.string().default(''),
  goodFor: z.array(words).default([]),
  notFor: z.string().default(''),
});

/** What /about tells beyond the profile: content/profile/about.json, checked by the build. */
export const about = readContent('about.json', aboutSchema, aboutSource);

/** What stands beside the form of /contact: content/profile/contact.json, checked by the build. */
export const contact = readContent('contact.json', contactSchema, contactSource);
