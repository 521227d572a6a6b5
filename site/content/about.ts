import { z } from 'zod';
import aboutSource from '../../content/profile/about.json';
import contactSource from '../../content/profile/contact.json';
import { readContent } from './read-content.ts';

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
