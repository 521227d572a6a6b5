import { z } from 'zod';

/** What a game can mainly be. */
export const genres = [
  'Action',
  'Strategy',
  'RPG',
  'Shooter',
  'Adventure',
  'Puzzle',
  'Racing',
  'Sports',
] as const;
export type Genre = (typeof genres)[number];

/** Ids have up to three digits in paths. */
const GAME_ID_MAX = 999;
const RATING_MIN = 70;
const RATING_MAX = 95;
/** In hundredths, as all prices are compared. */
const PRICE_MIN = 399;
const PRICE_MAX = 6599;

const words = z.string().trim().min(1, 'is empty');
const slug = z.string().regex(/^[a-z\d]+(-[a-z\d]+)*$/, 'needs small letters, digits and hyphens');
const names = z.array(words).min(1, 'needs at least one name');

/** One file of content/games/. Exactly one of `link` and `play` is there. */
export const gameSchema = z
  .strictObject({
    id: z
      .int()
      .min(0)
      .max(GAME_ID_MAX)
      .refine((id) => id !== 31, '31 leads to Pacman, 9'),
    name: words,
    /** Short name for addresses and files. */
    surname: slug,
    genre: z.enum(genres),
    classic: z.boolean(),
    rating: z.int().min(RATING_MIN).max(RATING_MAX),
    price: z
      .string()
      .regex(/^\d+\.\d\d$/, "needs a price such as '17.99'")
      .refine((price) => {
        const cents = Math.round(Number(price) * 100);
        return cents >= PRICE_MIN && cents <= PRICE_MAX;
      }, 'needs a price from 3.99 to 65.99'),
    /** Paragraphs with an empty line between them. */
    desc: words,
    /** When it first came out, as people write it. */
    release: words,
    platforms: names,
    developers: names,
    publishers: names,
    /** Its makers' page. */
    link: z.url({ protocol: /^https$/ }).optional(),
    /** The game of games/ that it is. */
    play: slug.optional(),
  })
  .refine(({ link, play }) => (link === undefined) !== (play === undefined), {
    message: "needs either 'link' or 'play'",
    path: ['link'],
  });

/** A game of the catalogue. */
export type Game = z.infer<typeof gameSchema>;
