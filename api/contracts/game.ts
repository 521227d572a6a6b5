import { z } from 'zod';

/** Main genres of games. */
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

/** IDs have up to three digits in paths. */
const GAME_ID_MAX = 999;
const RATING_MIN = 70;
const RATING_MAX = 95;
/** Lowest and highest price of a game, in hundredths. */
const PRICE_MIN = 399;
const PRICE_MAX = 6599;

const idRule = `needs a number from 0 to ${GAME_ID_MAX}`;
const ratingRule = `needs a number from ${RATING_MIN} to ${RATING_MAX}`;
const words = z.string().trim().min(1, 'is empty');
const slug = z.string().regex(/^[a-z\d]+(-[a-z\d]+)*$/, 'needs small letters, digits and hyphens');
const names = z.array(words).min(1, 'needs at least one name');

/** One file of CONTENT_DIR/games/. It has either `link` or `play`. */
export const gameSchema = z
  .strictObject({
    id: z
      .int('needs a whole number')
      .min(0, idRule)
      .max(GAME_ID_MAX, idRule)
      .refine((id) => id !== 31, '31 leads to Pacman, 9')
      .refine((id) => id !== 404, '404 leads to the page for unknown games'),
    name: words,
    /** Short name for URLs and files. */
    surname: slug,
    genre: z.enum(genres, `needs one of ${genres.join(', ')}`),
    classic: z.boolean(),
    rating: z.int('needs a whole number').min(RATING_MIN, ratingRule).max(RATING_MAX, ratingRule),
    price: z
      .string()
      .regex(/^\d+\.\d\d$/, "needs a price such as '17.99'")
      .refine((price) => {
        const cents = Math.round(Number(price) * 100);
        return cents >= PRICE_MIN && cents <= PRICE_MAX;
      }, 'needs a price from 3.99 to 65.99'),
    /** Paragraphs, separated by empty lines. */
    desc: words,
    /** Date of the first release, as text. */
    release: words,
    platforms: names,
    developers: names,
    publishers: names,
    /** URL of the makers' page. */
    link: z
      .url({ protocol: /^https$/, error: 'needs an address that starts with https://' })
      .optional(),
    /** Folder of the game in games/. */
    play: slug.optional(),
  })
  .refine(({ link, play }) => (link === undefined) !== (play === undefined), {
    message: "needs either 'link' or 'play'",
    path: ['link'],
  });

/** A game of the catalogue. */
export type Game = z.infer<typeof gameSchema>;
