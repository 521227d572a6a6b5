import { z } from 'zod';
import hero from '../../content/profile/hero.json';
import technologies from '../../content/profile/technologies.json';
import testimonials from '../../content/profile/testimonials.json';
import timeline from '../../content/profile/timeline.json';
import { readContent } from './read-content.ts';

/** What the home page shows beside profile.json: content/profile/, checked when the site is built. */

const ORBITS = 6;
/** Positions that technology-orbit.css knows on one orbit; on the innermost they would touch beyond 4. */
const MOST_ON_AN_ORBIT = 9;
const MOST_ON_THE_FIRST_ORBIT = 4;

/** What fits into a line of the hero on the narrowest phone. */
const HERO_LETTERS_MAX = 17;

const words = z.string().trim().min(1, 'needs at least one character');

/** The categories and what they are called, in the order of the list beside the orbits. */
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
  /** The path of an own SVG on a grid of 24, for what has no icon of its name. */
  drawing: z
    .string()
    .regex(/^[Mm][\d\s.,a-zA-Z-]+$/, 'needs the path data of an SVG, which starts with M')
    .optional(),
});

const technologiesSchema = z.object({
  technologies: z.array(technologySchema).superRefine((all, context) => {
    for (let orbit = 1; orbit <= ORBITS; orbit += 1) {
      const most = orbit === 1 ? MOST_ON_THE_FIRST_ORBIT : MOST_ON_AN_ORBIT;
      const count = all.filter((technology) => technology.orbit === orbit).length;
      if (count === 0 || count > most) {
        context.addIssue(`orbit ${orbit} needs 1 to ${most} technologies and has ${count}`);
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

/** As readContent; the messages of these schemas say what the field needs. */
export function checked<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  source: unknown,
): z.infer<Schema> {
  return readContent(file, schema, source, ' ');
}

export const schemas = { heroSchema, technologiesSchema, testimonialsSchema, timelineSchema };

export const heroWords = checked('hero.json', heroSchema, hero).words;
export const quotes = checked('testimonials.json', testimonialsSchema, testimonials);

export type Technology = z.infer<typeof technologySchema>;
const allTechnologies = checked('technologies.json', technologiesSchema, technologies).technologies;

/** From the innermost orbit to the outermost. */
export const orbits: Technology[][] = Array.from({ length: ORBITS }, (_, index) =>
  allTechnologies.filter(({ orbit }) => orbit === index + 1),
);

/** The same technologies as a list to read. */
export const technologiesByCategory = categories
  .map((category) => ({
    category,
    name: categoryNames[category],
    technologies: allTechnologies.filter((technology) => technology.category === category),
  }))
  .filter((group) => group.technologies.length > 0);

export type TimelinePost = z.infer<typeof timelineSchema>['posts'][number];

/** Newest first, whatever order the file has. */
export const timelinePosts: TimelinePost[] = checked(
  'timeline.json',
  timelineSchema,
  timeline,
).posts.toSorted((one, other) => other.date.localeCompare(one.date));
