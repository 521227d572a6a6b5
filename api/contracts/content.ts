import { z } from 'zod';
import { type CaseStudyFields, caseStudySchema } from './case-study.ts';
import { type Game, gameSchema, jokeResponse, quoteResponse } from './game.ts';
import type { GameImageName, OgImage, PageImage } from './image.ts';

// Schemas of the owner's files in CONTENT_DIR, and the content that pages get.

const nonEmptyText = z.string('needs some words').trim().min(1, 'needs at least one character');
const link = z
  .string()
  .regex(/^(https?:\/\/|\/(?!\/))/, 'needs a URL that starts with https:// or with one slash');

/** Name of an image in CONTENT_DIR/media; a Markdown editor may need the folder before it. */
const imageFile = z
  .string()
  .regex(
    /^(\.\.\/media\/)?[\w-][\w.-]*\.(png|jpe?g|webp|avif)$/i,
    'needs the name of an image in CONTENT_DIR/media',
  )
  .transform((file) => file.split('/').at(-1) ?? file);

const profile = z.strictObject({
  /** Shown in the footer; empty once the content is real. */
  notice: z.string().default(''),
  name: nonEmptyText,
  shortName: nonEmptyText,
  headline: nonEmptyText,
  tagline: nonEmptyText,
  bio: z.array(nonEmptyText).min(1, 'needs at least one paragraph'),
  location: z.string().default(''),
  timezone: z.string().default(''),
  email: z.email('needs an email address'),
  avatar: imageFile.optional(),
  avatarAlt: z.string().default(''),
  social: z
    .array(z.strictObject({ label: nonEmptyText, url: link, handle: z.string().default('') }))
    .default([]),
});

export type Profile = z.infer<typeof profile> & {
  /** Image of the media library; null if there is none, or if it is the image of the sample. */
  portrait: PageImage | null;
};

const labelledLink = z.strictObject({ label: nonEmptyText, url: link });
/** Description and links of the Game Corner. */
const corner = z.strictObject({
  lead: nonEmptyText,
  profile: labelledLink,
  repository: labelledLink,
  commits: labelledLink,
});

const about = z.strictObject({
  title: nonEmptyText,
  lead: nonEmptyText,
  story: z.array(
    z.strictObject({
      title: nonEmptyText,
      paragraphs: z.array(nonEmptyText).min(1, 'needs a paragraph'),
    }),
  ),
  principles: z.array(z.strictObject({ title: nonEmptyText, text: nonEmptyText })).default([]),
  away: z.array(z.strictObject({ label: nonEmptyText, value: nonEmptyText })).default([]),
});

const contact = z.strictObject({
  lead: nonEmptyText,
  responseTime: z.string().default(''),
  goodFor: z.array(nonEmptyText).default([]),
  notFor: z.string().default(''),
});

const blog = z.strictObject({
  lead: nonEmptyText,
  byEmail: nonEmptyText,
  faq: z
    .array(z.strictObject({ question: nonEmptyText, answer: nonEmptyText }))
    .min(1, 'needs at least one question'),
});

/** Characters that fit into a line of the hero on the narrowest phone. */
const HERO_LETTERS_MAX = 17;

const hero = z.strictObject({
  words: z
    .array(nonEmptyText.max(HERO_LETTERS_MAX, `has room for ${HERO_LETTERS_MAX} characters`))
    .length(4, 'needs four words or pairs of words, one for each line'),
});

/** Orbits of the technologies on the home page. */
export const ORBITS = 6;
/** Positions on an orbit in technology-orbit.css. On the innermost orbit, more than four would overlap. */
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
const technology = z.strictObject({
  name: nonEmptyText,
  category: z.enum(categories, `needs one of ${categories.join(', ')}`),
  orbit: z.int('needs a whole number').min(1, orbitRule).max(ORBITS, orbitRule),
  /** SVG path on a grid of 24 units, for technologies without an icon. */
  drawing: z
    .string()
    .regex(/^[Mm][\d\s.,a-zA-Z-]+$/, 'needs the path data of an SVG, which starts with M')
    .optional(),
});
export type Technology = z.infer<typeof technology>;

const technologies = z.strictObject({
  technologies: z.array(technology).superRefine((all, context) => {
    for (let orbit = 1; orbit <= ORBITS; orbit += 1) {
      const maximum = orbit === 1 ? FIRST_ORBIT_TECHNOLOGIES_MAX : ORBIT_TECHNOLOGIES_MAX;
      const count = all.filter((candidate) => candidate.orbit === orbit).length;
      if (count === 0 || count > maximum) {
        context.addIssue(`orbit ${orbit} needs 1 to ${maximum} technologies and has ${count}`);
      }
    }
    const names = all.map(({ name }) => name);
    const repeated = names.find((name, index) => names.indexOf(name) !== index);
    if (repeated !== undefined) context.addIssue(`names '${repeated}' twice`);
  }),
});

const testimonials = z.strictObject({
  /** Shown above the quotes; empty once they are real. */
  notice: z.string().default(''),
  testimonials: z
    .array(
      z.strictObject({
        quote: nonEmptyText,
        name: nonEmptyText,
        role: nonEmptyText,
        company: nonEmptyText,
      }),
    )
    .min(1, 'needs at least one quote'),
});

const timeline = z.strictObject({
  posts: z
    .array(
      z.strictObject({
        date: z.iso.date('needs a date like 2026-11-21'),
        title: nonEmptyText,
        text: nonEmptyText,
        channel: nonEmptyText,
        url: link.nullable(),
      }),
    )
    .min(1, 'needs at least one entry'),
});
export type TimelinePost = z.infer<typeof timeline>['posts'][number];

const month = z
  .string()
  .regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/, 'needs a month like 2026-11, or a year like 2026');

const resume = z.strictObject({
  updated: z.iso.date('needs a date like 2026-11-21'),
  role: nonEmptyText,
  summary: nonEmptyText,
  skills: z.array(
    z.strictObject({
      group: nonEmptyText,
      items: z.array(nonEmptyText).min(1, 'needs at least one'),
    }),
  ),
  experience: z.array(
    z.strictObject({
      role: nonEmptyText,
      company: nonEmptyText,
      place: z.string().default(''),
      from: month,
      /** Null if the position is current. */
      to: month.nullable(),
      points: z.array(nonEmptyText),
    }),
  ),
  projects: z
    .array(z.strictObject({ name: nonEmptyText, url: link.nullable(), text: nonEmptyText }))
    .default([]),
  talks: z
    .array(
      z.strictObject({
        date: month,
        title: nonEmptyText,
        event: nonEmptyText,
        url: link.nullable(),
      }),
    )
    .default([]),
  education: z.array(
    z.strictObject({
      degree: nonEmptyText,
      institution: nonEmptyText,
      from: month,
      to: month.nullable(),
      note: z.string().default(''),
    }),
  ),
  languages: z.array(z.strictObject({ name: nonEmptyText, level: nonEmptyText })).default([]),
});
export type Resume = z.infer<typeof resume>;

const tools = z.strictObject({
  lead: nonEmptyText,
  groups: z
    .array(
      z.strictObject({
        name: nonEmptyText,
        note: z.string().default(''),
        tools: z
          .array(
            z.strictObject({
              name: nonEmptyText,
              use: nonEmptyText,
              since: z.int('needs a year like 2019').min(1970, 'needs a year from 1970').optional(),
              url: z.url({ protocol: /^https?$/, error: 'needs a URL or null' }).nullable(),
            }),
          )
          .min(1, 'needs at least one tool'),
      }),
    )
    .min(1, 'needs at least one group'),
});

/** Front matter of a Markdown page. */
const textPage = z.strictObject({
  title: nonEmptyText,
  lead: nonEmptyText,
  updated: z.iso.date('needs a day like 2026-11-21'),
});

/** A Markdown page, converted to safe HTML. */
export type TextPage = z.infer<typeof textPage> & {
  html: string;
  /** Its headings of level 2. */
  contents: { id: string; text: string }[];
};

/** Part of the text of a case study as safe HTML; a named block has a title. */
export type TextPart =
  | { block: 'text'; html: string }
  | { block: 'aside'; title: string; html: string };

export interface CaseStudyContent {
  /** Name of its file, without folder and ending. */
  file: string;
  path: string;
  fields: CaseStudyFields;
  parts: TextPart[];
  /** True if the text is that of the repository, whose MDX is part of the build. */
  isSample: boolean;
  /** Images of the media library by the name in `fields`; other names are images of the samples. */
  images: Record<string, PageImage>;
  /** URLs of videos and captions by the name in `fields`; other names are files of the samples. */
  files: Record<string, string>;
  ogImage: ContentOgImage;
}

/** Open Graph image: `sample` is that of the build; null until it is drawn. */
export type ContentOgImage = OgImage | 'sample' | null;

export interface GameContent extends Game {
  path: string;
  /** Images of the media library; the others are images of the sample with this surname. */
  images: Partial<Record<GameImageName, PageImage>>;
  ogImage: ContentOgImage;
}

const template = z.strictObject({ name: nonEmptyText, markdown: z.string() });
const templates = z.array(template).meta({ id: 'Templates' });
/** Files of article templates. */
const templateFiles = z.array(
  z
    .object({ name: nonEmptyText, text: z.string() })
    .transform(({ name, text }): z.infer<typeof template> => ({ name, markdown: text })),
);

/** GET /api/admin/templates: the article templates. */
export const templatesResponse = z.object({ templates });
export type ArticleTemplate = z.infer<typeof template>;

const atLeastOne = 'needs at least one entry';

/** Schemas of the files by name; of a Markdown page, the schema of its front matter. */
export const contentSchemas = {
  about,
  blog,
  caseStudies: z.array(caseStudySchema),
  contact,
  corner,
  games: z.array(gameSchema),
  hero,
  help: textPage,
  jokes: z.array(jokeResponse).min(1, atLeastOne),
  privacy: textPage,
  profile,
  quotes: z.array(quoteResponse).min(1, atLeastOne),
  resume,
  technologies,
  templates: templateFiles,
  terms: textPage,
  testimonials,
  timeline,
  tools,
} as const;

export type ContentName = keyof typeof contentSchemas;
export const contentNames = Object.keys(contentSchemas) as ContentName[];

/** Patterns of content whose files are one content together. */
const filePatterns: Partial<Record<ContentName, string>> = {
  caseStudies: 'case-studies/*.md',
  games: 'games/*.json',
  templates: 'templates/*.md',
};

/** Returns the path of a file below CONTENT_DIR; of templates, case studies and games, a pattern. */
export function contentFile(name: ContentName): string {
  const pattern = filePatterns[name];
  if (pattern !== undefined) return pattern;
  if (contentSchemas[name] === textPage) return `pages/${name}.md`;
  return `${name === 'quotes' || name === 'jokes' ? 'quotes' : 'profile'}/${name}.json`;
}

/** The owner's content, as pages get it. */
export type SiteContent = {
  [Name in ContentName]: (typeof contentSchemas)[Name] extends typeof textPage
    ? TextPage
    : (typeof contentSchemas)[Name] extends typeof profile
      ? Profile
      : Name extends 'caseStudies'
        ? CaseStudyContent[]
        : Name extends 'games'
          ? GameContent[]
          : z.infer<(typeof contentSchemas)[Name]>;
};
