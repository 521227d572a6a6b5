import { z } from 'zod';
import { jokeResponse, quoteResponse } from './panels.ts';

/** The owner's files in CONTENT_DIR: their schemas, and what pages get of them. */

const words = z.string('needs some words').trim().min(1, 'needs at least one character');
const link = z
  .string()
  .regex(/^(https?:\/\/|\/(?!\/))/, 'needs an address that starts with https:// or with one slash');

const about = z.object({
  title: words,
  lead: words,
  story: z.array(
    z.object({ title: words, paragraphs: z.array(words).min(1, 'needs a paragraph') }),
  ),
  principles: z.array(z.object({ title: words, text: words })).default([]),
  away: z.array(z.object({ label: words, value: words })).default([]),
});

const contact = z.object({
  lead: words,
  answerTime: z.string().default(''),
  goodFor: z.array(words).default([]),
  notFor: z.string().default(''),
});

const blog = z.object({
  lead: words,
  byMail: words,
  faq: z.array(z.object({ question: words, answer: words })).min(1, 'needs at least one question'),
});

/** Characters that fit into a line of the hero on the narrowest phone. */
const HERO_LETTERS_MAX = 17;

const hero = z.object({
  words: z
    .array(words.max(HERO_LETTERS_MAX, `has room for ${HERO_LETTERS_MAX} characters`))
    .length(4, 'needs four words or pairs of words, one for each line'),
});

/** Orbits of the technologies on the home page. */
export const ORBITS = 6;
/** Positions that technology-orbit.css has on one orbit; on the innermost they would touch beyond 4. */
const ORBIT_TECHNOLOGIES_MAX = 9;
const FIRST_ORBIT_TECHNOLOGIES_MAX = 4;

/** Names of the categories of technologies, in the order of the list beside the orbits. */
export const technologyCategories = {
  language: 'Language',
  framework: 'Framework',
  database: 'Database',
  cloud: 'Cloud',
  sre: 'SRE',
  monitoring: 'Monitoring',
  cicd: 'CI/CD',
  other: 'Other',
} as const;
const categories = Object.keys(technologyCategories) as (keyof typeof technologyCategories)[];

const orbitRule = `needs a number from 1 (innermost) to ${ORBITS}`;
const technology = z.object({
  name: words,
  category: z.enum(categories, `needs one of ${categories.join(', ')}`),
  orbit: z.int('needs a whole number').min(1, orbitRule).max(ORBITS, orbitRule),
  /** Path of an own SVG on a grid of 24, for a technology without an icon of its name. */
  drawing: z
    .string()
    .regex(/^[Mm][\d\s.,a-zA-Z-]+$/, 'needs the path data of an SVG, which starts with M')
    .optional(),
});
export type Technology = z.infer<typeof technology>;

const technologies = z.object({
  technologies: z.array(technology).superRefine((all, context) => {
    for (let orbit = 1; orbit <= ORBITS; orbit += 1) {
      const most = orbit === 1 ? FIRST_ORBIT_TECHNOLOGIES_MAX : ORBIT_TECHNOLOGIES_MAX;
      const count = all.filter((one) => one.orbit === orbit).length;
      if (count === 0 || count > most) {
        context.addIssue(`orbit ${orbit} needs 1 to ${most} technologies and has ${count}`);
      }
    }
    const names = all.map(({ name }) => name);
    const repeated = names.find((name, index) => names.indexOf(name) !== index);
    if (repeated !== undefined) context.addIssue(`names '${repeated}' twice`);
  }),
});

const testimonials = z.object({
  /** Shown above the quotes; empty once they are real. */
  notice: z.string().default(''),
  testimonials: z
    .array(z.object({ quote: words, name: words, role: words, company: words }))
    .min(1, 'needs at least one quote'),
});

const timeline = z.object({
  posts: z
    .array(
      z.object({
        date: z.iso.date('needs a date like 2026-11-21'),
        title: words,
        text: words,
        channel: words,
        url: link.nullable(),
      }),
    )
    .min(1, 'needs at least one entry'),
});
export type TimelinePost = z.infer<typeof timeline>['posts'][number];

/** As precise as it is known. */
const month = z
  .string()
  .regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/, 'needs a month like 2026-11, or a year like 2026');

const resume = z.object({
  updated: z.iso.date('needs a date like 2026-11-21'),
  role: words,
  summary: words,
  skills: z.array(z.object({ group: words, items: z.array(words).min(1, 'needs at least one') })),
  experience: z.array(
    z.object({
      role: words,
      company: words,
      place: z.string().default(''),
      from: month,
      /** Null: until today. */
      to: month.nullable(),
      points: z.array(words),
    }),
  ),
  projects: z.array(z.object({ name: words, url: link.nullable(), text: words })).default([]),
  talks: z
    .array(z.object({ date: month, title: words, event: words, url: link.nullable() }))
    .default([]),
  education: z.array(
    z.object({
      degree: words,
      institution: words,
      from: month,
      to: month.nullable(),
      note: z.string().default(''),
    }),
  ),
  languages: z.array(z.object({ name: words, level: words })).default([]),
});
export type Resume = z.infer<typeof resume>;

const tools = z.object({
  lead: words,
  groups: z
    .array(
      z.object({
        name: words,
        note: z.string().default(''),
        tools: z
          .array(
            z.object({
              name: words,
              use: words,
              since: z.int('needs a year like 2019').min(1970, 'needs a year from 1970').optional(),
              url: z.url({ protocol: /^https?$/, error: 'needs an address or null' }).nullable(),
            }),
          )
          .min(1, 'needs at least one tool'),
      }),
    )
    .min(1, 'needs at least one group'),
});

/** Front matter of a Markdown page. */
const textPage = z.object({
  title: words,
  lead: words,
  updated: z.iso.date('needs a day like 2026-11-21'),
});

/** A Markdown page, converted to safe HTML. */
export type TextPage = z.infer<typeof textPage> & {
  html: string;
  /** Its headings of level 2. */
  contents: { id: string; text: string }[];
};

const templates = z
  .array(z.object({ name: words, markdown: z.string() }))
  .meta({ id: 'Templates' });

/** GET /api/admin/templates: texts that an article can begin with. */
export const templatesResponse = z.object({ templates });
export type ArticleTemplate = z.infer<typeof templates>[number];

const atLeastOne = 'needs at least one entry';

/** Schemas of the files by the name of their content; of a Markdown file, that of its front matter. */
export const contentSchemas = {
  about,
  blog,
  contact,
  hero,
  help: textPage,
  jokes: z.array(jokeResponse).min(1, atLeastOne),
  privacy: textPage,
  quotes: z.array(quoteResponse).min(1, atLeastOne),
  resume,
  technologies,
  templates,
  terms: textPage,
  testimonials,
  timeline,
  tools,
} as const;

export type ContentName = keyof typeof contentSchemas;
export const contentNames = Object.keys(contentSchemas) as ContentName[];

/** Returns the path of a file below CONTENT_DIR, or of all files of one kind. */
export function contentFile(name: ContentName): string {
  if (name === 'templates') return 'templates/*.md';
  if (contentSchemas[name] === textPage) return `pages/${name}.md`;
  return `${name === 'quotes' || name === 'jokes' ? 'quotes' : 'profile'}/${name}.json`;
}

/** All content of the owner, as pages get it. */
export type SiteContent = {
  [Name in ContentName]: (typeof contentSchemas)[Name] extends typeof textPage
    ? TextPage
    : z.infer<(typeof contentSchemas)[Name]>;
};
