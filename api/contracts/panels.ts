import { z } from 'zod';

/** Number of repositories of a user, the latest changed ones. */
export const REPOSITORIES_SHOWN = 12;

/** GET /api/panels/code-host/{username}: accepts any text; invalid names are not found. */
export const codeHostUserParams = z.object({ username: z.string().min(1).max(100) });

/** A user of the code host, with the field names of its API. */
export const codeHostUserResponse = z
  .object({
    login: z.string(),
    avatar: z.string().describe('path on this site'),
    link: z.url().nullable().describe('URL of their profile'),
    blog: z.string().describe('text by the user; may be empty'),
    public_repos: z.int(),
    repos: z
      .array(
        z.object({
          name: z.string(),
          link: z.url().nullable(),
          language: z.string().describe("'N/A' if there is none"),
        }),
      )
      .max(REPOSITORIES_SHOWN),
  })
  .meta({ id: 'CodeHostUser' });
export type CodeHostUserResponse = z.infer<typeof codeHostUserResponse>;

/** GET /api/panels/quote */
export const quoteResponse = z
  .object({ text: z.string(), author: z.string() })
  .meta({ id: 'Quote' });
export type QuoteResponse = z.infer<typeof quoteResponse>;

/** GET /api/panels/joke. Some jokes have no punchline. */
export const jokeResponse = z
  .object({ text: z.string(), punchline: z.string() })
  .meta({ id: 'Joke' });
export type JokeResponse = z.infer<typeof jokeResponse>;
