import { z } from 'zod';
import { readBounded } from './transport.ts';

/** Milliseconds that each response may take. */
const TIMEOUT_MS = 6000;
/** Maximum bytes of a response and of an image. */
const RESPONSE_MAX = 400_000;
const AVATAR_MAX = 1_000_000;
/** Side length of the requested profile picture, in pixels. */
const AVATAR_SIDE = 160;
const USER_AGENT = 'personal-site';
/** Valid user names of the service. */
const USERNAME = /^[a-z\d](?:[a-z\d-]{0,38})$/i;

export interface PanelOptions {
  /** Base URL of the API that returns users and their profile pictures. */
  github: { name: string; apiUrl: string; avatarUrl: string };
  quotesUrl: string | null;
  jokesUrl: string | null;
}

/** A service did not respond, or not as documented. */
export class PanelUnavailableError extends Error {}
/** The rate limit of the service is reached. */
export class PanelLimitReachedError extends Error {}

export interface GithubUser {
  id: number;
  login: string;
  blog: string;
  link: string | null;
  publicRepos: number;
  repos: { name: string; link: string | null; language: string | null }[];
}

const webUrl = z
  .url({ protocol: /^https?$/ })
  .nullable()
  .catch(null);
const userResponse = z.object({
  id: z.int().min(0),
  login: z.string().max(100),
  blog: z.string().max(500).nullish(),
  html_url: webUrl,
  public_repos: z.int().min(0),
});
const reposResponse = z.array(
  z.object({
    name: z.string().max(200),
    html_url: webUrl,
    language: z.string().max(100).nullish(),
  }),
);

const line = z.string().trim().min(1).max(1000);
/** Response formats of services for quotes and jokes; a list of one item is unwrapped. */
const single = <Shape extends z.ZodType>(shape: Shape) =>
  z.preprocess((body) => (Array.isArray(body) ? body[0] : body), shape);
const quoteResponseBody = single(
  z.union([
    z
      .object({ content: line, author: line })
      .transform((quote) => ({ text: quote.content, author: quote.author })),
    z
      .object({ quote: line, author: line })
      .transform((quote) => ({ text: quote.quote, author: quote.author })),
    z.object({ q: line, a: line }).transform((quote) => ({ text: quote.q, author: quote.a })),
  ]),
);
const jokeResponseBody = single(
  z.union([
    z
      .object({ setup: line, punchline: line })
      .transform((joke) => ({ text: joke.setup, punchline: joke.punchline })),
    z
      .object({ setup: line, delivery: line })
      .transform((joke) => ({ text: joke.setup, punchline: joke.delivery })),
    z.object({ joke: line }).transform(({ joke }) => ({ text: joke, punchline: '' })),
  ]),
);

/** Requests a configured URL without following redirects. @returns null for 404 */
async function fetchWithLimit(url: string, accept: string): Promise<Response | null> {
  try {
    const response = await fetch(url, {
      headers: { accept, 'user-agent': USER_AGENT },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status === 404) return null;
    if (response.status === 403 || response.status === 429) throw new PanelLimitReachedError();
    if (!response.ok) throw new Error(`responded with ${response.status}`);
    return response;
  } catch (error) {
    if (error instanceof PanelLimitReachedError) throw error;
    throw new PanelUnavailableError(`${new URL(url).host} did not respond`, { cause: error });
  }
}

async function fetchJson<Result>(url: string, shape: z.ZodType<Result>): Promise<Result | null> {
  const response = await fetchWithLimit(url, 'application/json');
  if (response === null) return null;
  try {
    return shape.parse(JSON.parse((await readBounded(response, RESPONSE_MAX)).toString('utf8')));
  } catch (cause) {
    throw new PanelUnavailableError(`${new URL(url).host} sent an unexpected response`, { cause });
  }
}

/** Returns a user with the latest repositories, or null if the user does not exist. */
export async function fetchGithubUser(
  { apiUrl }: PanelOptions['github'],
  username: string,
  repositories: number,
): Promise<GithubUser | null> {
  if (!USERNAME.test(username)) return null;
  const url = `${apiUrl}/users/${encodeURIComponent(username)}`;
  const user = await fetchJson(url, userResponse);
  if (user === null) return null;
  const repos = await fetchJson(
    `${url}/repos?sort=updated&per_page=${repositories}`,
    reposResponse,
  );
  return {
    id: user.id,
    login: user.login,
    blog: user.blog ?? '',
    link: user.html_url,
    publicRepos: user.public_repos,
    repos: (repos ?? []).slice(0, repositories).map(({ name, html_url, language }) => ({
      name,
      link: html_url,
      language: language ?? null,
    })),
  };
}

const imageTypes: [type: string, begins: string][] = [
  ['image/png', '89504e47'],
  ['image/jpeg', 'ffd8ff'],
  ['image/gif', '47494638'],
  ['image/webp', '52494646'],
];

/** Returns the profile picture of a user by number; its type is read from its first bytes. */
export async function fetchAvatar(
  { avatarUrl }: PanelOptions['github'],
  id: number,
): Promise<{ type: string; bytes: Buffer } | null> {
  const response = await fetchWithLimit(`${avatarUrl}/u/${id}?s=${AVATAR_SIDE}`, 'image/*');
  if (response === null) return null;
  const bytes = await readBounded(response, AVATAR_MAX).catch((cause) => {
    throw new PanelUnavailableError('not an image', { cause });
  });
  const begins = bytes.toString('hex', 0, 4);
  const type = imageTypes.find(([, mark]) => begins.startsWith(mark))?.[0];
  if (!type) throw new PanelUnavailableError('not an image');
  return { type, bytes };
}

export const fetchQuote = (url: string) => fetchJson(url, quoteResponseBody);
export const fetchJoke = (url: string) => fetchJson(url, jokeResponseBody);
