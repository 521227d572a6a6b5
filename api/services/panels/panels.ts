import { MINUTE_MS } from '#contracts/durations.ts';
import {
  type GithubUserResponse,
  type JokeResponse,
  type QuoteResponse,
  REPOSITORIES_SHOWN,
} from '#contracts/game.ts';
import type { AppContext, Clock } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import {
  fetchAvatar,
  fetchGithubUser,
  fetchJoke,
  fetchQuote,
  type GithubUser,
  PanelLimitReachedError,
  PanelUnavailableError,
} from '../../integrations/panels.ts';
import { getContent } from '../../site-content.ts';

interface Entry<Value> {
  until: number;
  value: Promise<Value>;
}

/** Cache durations, in milliseconds. */
const USER_CACHE_MS = 10 * MINUTE_MS;
const QUOTE_CACHE_MS = 20_000;
/** Maximum number of cached users and profile pictures. */
const USERS_CACHED_MAX = 200;
const AVATARS_CACHED_MAX = 60;
/** Delay after a service has limited our requests, in seconds. */
const SPENT_S = 15 * 60;

/** Content of the panels in the Game Corner. */
export interface Panels {
  /** @throws DomainError NOT_FOUND, SERVICE_UNAVAILABLE, TOO_MANY_REQUESTS */
  user(username: string): Promise<GithubUserResponse>;
  /** @throws DomainError NOT_FOUND, SERVICE_UNAVAILABLE, TOO_MANY_REQUESTS */
  avatar(username: string): Promise<{ type: string; bytes: Buffer }>;
  quote(): Promise<QuoteResponse>;
  joke(): Promise<JokeResponse>;
}

/** Creates the panels with a cache that all visitors share. */
export function createPanels({
  config,
  database,
  clock,
}: Pick<AppContext, 'config' | 'database' | 'clock'>): Panels {
  const { github, quotesUrl, jokesUrl } = config.panels;
  const users = createResponseCache<GithubUser | null>(clock, {
    ttlMs: USER_CACHE_MS,
    entriesMax: USERS_CACHED_MAX,
  });
  const avatars = createResponseCache<Awaited<ReturnType<typeof fetchAvatar>>>(clock, {
    ttlMs: USER_CACHE_MS,
    entriesMax: AVATARS_CACHED_MAX,
  });
  const quotes = createResponseCache<QuoteResponse | null>(clock, {
    ttlMs: QUOTE_CACHE_MS,
    entriesMax: 1,
  });
  const jokes = createResponseCache<JokeResponse | null>(clock, {
    ttlMs: QUOTE_CACHE_MS,
    entriesMax: 1,
  });

  async function findUser(username: string): Promise<GithubUser> {
    const key = username.trim().toLowerCase();
    const user = await withErrorMessage(
      users(key, () => fetchGithubUser(github, key, REPOSITORIES_SHOWN)),
    );
    if (user) return user;
    throw new DomainError('NOT_FOUND', { msg: `${github.name} has no user with this name.` });
  }

  async function withErrorMessage<Value>(result: Promise<Value>): Promise<Value> {
    try {
      return await result;
    } catch (cause) {
      if (cause instanceof PanelLimitReachedError) {
        const msg = `${github.name} received too many requests from this site.`;
        throw new DomainError('TOO_MANY_REQUESTS', { msg, retryAfter: SPENT_S, cause });
      }
      if (!(cause instanceof PanelUnavailableError)) throw cause;
      const msg = `${github.name} is not responding correctly.`;
      throw new DomainError('SERVICE_UNAVAILABLE', { msg, cause });
    }
  }

  return {
    async user(username) {
      const { login, link, blog, publicRepos, repos } = await findUser(username);
      return {
        login,
        link,
        blog,
        public_repos: publicRepos,
        avatar: `/api/panels/github/${encodeURIComponent(login)}/avatar`,
        repos: repos.map(({ language, ...repo }) => ({ ...repo, language: language ?? 'N/A' })),
      };
    },
    async avatar(username) {
      const { id } = await findUser(username);
      const image = await withErrorMessage(avatars(String(id), () => fetchAvatar(github, id)));
      if (image) return image;
      throw new DomainError('NOT_FOUND');
    },
    quote: async () =>
      (await orNull(quotesUrl, quotes, fetchQuote)) ?? anyOf(getContent(database, 'quotes')),
    joke: async () =>
      (await orNull(jokesUrl, jokes, fetchJoke)) ?? anyOf(getContent(database, 'jokes')),
  };
}

/**
 * Returns the response of a service, or null if none is configured or it is unavailable;
 * a file in CONTENT_DIR/quotes replaces it.
 */
async function orNull<Value>(
  url: string | null,
  cached: ReturnType<typeof createResponseCache<Value | null>>,
  fetchPanel: (url: string) => Promise<Value | null>,
): Promise<Value | null> {
  if (url === null) return null;
  try {
    return await cached('one', () => fetchPanel(url));
  } catch (error) {
    if (error instanceof PanelUnavailableError || error instanceof PanelLimitReachedError)
      return null;
    throw error;
  }
}

function anyOf<Value>(values: Value[]): Value {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) throw new Error('there is nothing to choose from');
  return value;
}

/** Caches the newest responses for a time; concurrent requests share one call, and failures are not cached. */
function createResponseCache<Value>(
  clock: Clock,
  { ttlMs, entriesMax }: { ttlMs: number; entriesMax: number },
): (key: string, load: () => Promise<Value>) => Promise<Value> {
  const entries = new Map<string, Entry<Value>>();
  return (key, load) => {
    const cached = entries.get(key);
    if (cached && cached.until > clock()) return cached.value;
    const value = load();
    entries.delete(key);
    entries.set(key, { until: clock() + ttlMs, value });
    const remove = () => {
      if (entries.get(key)?.value === value) entries.delete(key);
    };
    value.catch(remove);
    for (const oldest of entries.keys()) {
      if (entries.size <= entriesMax) break;
      entries.delete(oldest);
    }
    return value;
  };
}
