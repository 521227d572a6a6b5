import { z } from 'zod';
import hero from '../../content/profile/hero.json';
import technologies from '../../content/profile/technologies.json';
import testimonials from '../../content/profile/testimonials.json';
import timeline from '../../content/profile/timeline.json';
import { readContent } from './read-content.ts';

/** Loads the content of the home page from content/profile/, validated by the build. */

const ORBITS = 6;
/** Positions on an orbit in technology-orbit.css. On the innermost orbit, more than four would overlap. */
const ORBIT_TECHNOLOGIES_MAX = 9;
const FIRST_ORBIT_TECHNOLOGIES_MAX = 4;

/** Characters that fit into a line of the hero on the narrowest phone. */
const HERO_LETTERS_MAX = 17;

const words = z.string().trim().min(1, 'needs at least one character');

/** Names of the categories, in the order of the list beside the orbits. */
export const categoryNames = {
  language: 'Language',
  framework: 'Framework',
  database: 'Database',
  cloud: 'Cloud',
  sre: 'SRE',
  monitoring: 'Monitoring',
  cicd: 'CI/CD',
  other: 'Other',
} as const;

const categories = Object.keys(categoryNames) as (keyof typeof categoryNames)[];

const heroSchema = z.object({
  words: z
    .array(words.max(HERO_LETTERS_MAX, `has room for ${HERO_LETTERS_MAX} characters`))
    .length(4, 'needs four words or pairs of words, one for each line'),
});

const technologySchema = z.object({
  name: words,
  category: z.enum(categories, `needs one of ${categories.join(', ')}`),
  orbit: z
    .int('needs a whole number')
    .min(1, `needs a number from 1 (innermost) to ${ORBITS}`)
    .max(ORBITS, `needs a number from 1 (innermost) to ${ORBITS}`),
  /** SVG path on a grid of 24 units, for technologies without an icon. */
  drawing: z
    .string()
    .regex(/^[Mm][\d\s.,a-zA-Z-]+$/, 'needs the path data of an SVG, which starts with M')
    .optional(),
});

const technologiesSchema = z.object({
  technologies: z.array(technologySchema).superRefine((all, context) => {
    for (let orbit = 1; orbit <= ORBITS; orbit += 1) {
      const maximum = orbit === 1 ? FIRST_ORBIT_TECHNOLOGIES_MAX : ORBIT_TECHNOLOGIES_MAX;
      const count = all.filter((technology) => technology.orbit === orbit).length;
      if (count === 0 || count > maximum) {
        context.addIssue(`orbit ${orbit} needs 1 to ${maximum} technologies and has ${count}`);
      }
    }
    const names = all.map(({ name }) => name);
    for (const name of names) {
      if (names.indexOf(name) !== names.lastIndexOf(name)) {
        context.addIssue(`names '${name}' twice`);
        break;
      }
    }
  }),
});

const testimonialsSchema = z.object({
  /** Shown above the quotes; empty once they are real. */
  notice: z.string().default(''),
  testimonials: z
    .array(z.object({ quote: words, name: words, role: words, company: words }))
    .min(1, 'needs at least one quote'),
});

const timelineSchema = z.object({
  posts: z
    .array(
      z.object({
        date: z.iso.date('needs a date like 2026-11-21'),
        title: words,
        text: words,
        channel: words,
        url: z
          .string()
          .regex(
            /^(https?:\/\/|\/(?!\/))/,
            'needs an address that starts with https:// or with one slash, or null',
          )
          .nullable(),
      }),
    )
    .min(1, 'needs at least one entry'),
});

/** Calls `readContent` with the separator that fits the messages of these schemas. */
export function readHomeContent<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  source: unknown,
): z.infer<Schema> {
  return readContent(file, schema, source, ' ');
}

export const schemas = { heroSchema, technologiesSchema, testimonialsSchema, timelineSchema };

export const heroWords = readHomeContent('hero.json', heroSchema, hero).words;
export const quotes = readHomeContent('testimonials.json', testimonialsSchema, testimonials);

export type Technology = z.infer<typeof technologySchema>;
const allTechnologies = readHomeContent(
  'technologies.json',
  technologiesSchema,
  technologies,
).technologies;

/** Technologies by orbit, from the innermost to the outermost. */
export const orbits: Technology[][] = Array.from({ length: ORBITS }, (_, index) =>
  allTechnologies.filter(({ orbit }) => orbit === index + 1),
);

/** Technologies by category, for the list beside the orbits. */
export const technologiesByCategory = categories
  .map((category) => ({
    category,
    name: categoryNames[category],
    technologies: allTechnologies.filter((technology) => technology.category === category),
  }))
  .filter((group) => group.technologies.length > 0);

export type TimelinePost = z.infer<typeof timelineSchema>['posts'][number];

/** Posts of the timeline, newest first. */
export const timelinePosts: TimelinePost[] = readHomeContent(
  'timeline.json',
  timelineSchema,
  timeline,
).posts.toSorted((first, second) => second.date.localeCompare(first.date));
