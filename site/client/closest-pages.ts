/** Suggestions for paths without a page, by similarity of paths and titles. */
import { editDistance } from '#contracts/edit-distance.ts';
import {
  foldText,
  SEARCH_INDEX_PATH,
  type SearchIndexEntry,
  type SearchIndexList,
} from '#contracts/search-index.ts';
import { type BuiltPage, PAGE_LIST_PATH } from '#contracts/site-routes.ts';

export interface KnownPage {
  path: string;
  title: string;
}

/** Maximum number of suggestions. */
export const CLOSEST_MAX = 5;
/** Minimum similarity of a suggestion, from 0 to 1. */
const SIMILARITY_MIN = 0.55;
/** Maximum number of compared characters. */
const COMPARED_MAX = 120;
/** Minimum similarity of two words that count as the same, which allows for typing errors. */
const WORD_SIMILARITY_MIN = 0.75;

/** Common names of pages that have another path on this site. */
const aliases: Record<string, string> = {
  articles: '/blog',
  contacts: '/contact',
  curriculum: '/resume',
  cv: '/resume',
  email: '/contact',
  arcade: '/gamecorner',
  feed: '/blog',
  game: '/gamecorner',
  games: '/gamecorner',
  home: '/',
  join: '/register',
  mail: '/contact',
  message: '/contact',
  posts: '/blog',
  portfolio: '/project',
  signin: '/login',
  signup: '/register',
  uses: '/tools',
  work: '/project',
  writing: '/blog',
};

/** Returns pages with a similar path, or with the words of the path in their title, best first. */
export function closestPages(requestedPath: string, pages: readonly KnownPage[]): KnownPage[] {
  const requested = normalizePath(requestedPath);
  if (requested === '/') return [];
  const words = new Set(wordsOf(requested));
  return pages
    .map((page) => ({ page, score: scorePage(requested, words, page) }))
    .filter(({ score }) => score >= SIMILARITY_MIN)
    .sort(
      (first, second) =>
        second.score - first.score || first.page.path.length - second.page.path.length,
    )
    .slice(0, CLOSEST_MAX)
    .map(({ page }) => page);
}

/** Removes differences in case, accents, file extensions and slashes. */
function normalizePath(requestedPath: string): string {
  let path = requestedPath;
  try {
    path = decodeURIComponent(requestedPath);
  } catch {
    // A path with an invalid escape sequence is compared undecoded.
  }
  const parts = foldText(path)
    .replace(/\.(html?|php|aspx?|jsp|md)$/, '')
    .replace(/\/page\/\d+\/?$/, '')
    .replace(/[\s_+]+/g, '-')
    .split('/')
    .filter((part) => part !== '' && part !== 'index');
  return `/${parts.join('/')}`.slice(0, COMPARED_MAX);
}

/** Returns the similarity of a requested path and a page, from 0 to 1. */
function scorePage(requested: string, words: ReadonlySet<string>, page: KnownPage): number {
  const path = normalizePath(page.path);
  if (path === requested) return 1;
  const [requestedHead, requestedTail] = splitPath(requested);
  const [pathHead, pathTail] = splitPath(path);
  return Math.max(
    aliases[requestedTail] === page.path ? 0.95 : 0,
    // Paths with the same parent are compared by their last part: a shared "/blog/" proves nothing.
    requestedHead === pathHead ? similarity(requestedTail, pathTail) : similarity(requested, path),
    // The page may have moved from another folder. Numbers occur in many folders and are ignored.
    /^\d*$/.test(requestedTail) ? 0 : 0.97 * similarity(requestedTail, pathTail),
    0.9 * sharedWords(words, wordsOf(`${path} ${foldText(page.title)}`)),
    // The page is the list that would contain the requested path.
    requested.startsWith(`${path}/`) && path !== '/' ? SIMILARITY_MIN : 0,
  );
}

function splitPath(path: string): [head: string, tail: string] {
  const slash = path.lastIndexOf('/');
  return [path.slice(0, slash), path.slice(slash + 1)];
}

/** Returns the share of the requested words that a page contains, weighted by length, with typing errors. */
function sharedWords(requestedWords: ReadonlySet<string>, pageWords: string[]): number {
  let matchedLength = 0;
  let totalLength = 0;
  for (const word of requestedWords) {
    totalLength += word.length;
    const best = pageWords.includes(word)
      ? 1
      : Math.max(0, ...pageWords.map((other) => similarity(word, other, WORD_SIMILARITY_MIN)));
    matchedLength += best * word.length;
  }
  return totalLength === 0 ? 0 : matchedLength / totalLength;
}

/** Returns words of at least three letters. Numbers are ignored, because most of them are dates. */
function wordsOf(text: string): string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => /^\D.{2,}/u.test(word));
}

/**
 * Returns the similarity of two texts: 1 if they are equal, less for each wrong, missing, extra or
 * swapped letter, and 0 below `minimum`.
 */
function similarity(first: string, second: string, minimum = SIMILARITY_MIN): number {
  const length = Math.max(first.length, second.length);
  if (length === 0) return 0;
  const editsMax = (1 - minimum) * length;
  // The lengths alone rule out the minimum.
  if (Math.abs(first.length - second.length) > editsMax) return 0;
  return Math.max(0, 1 - editDistance(first, second, editsMax).whole / length);
}

/** Number of index files to search, the newest ones, with a thousand articles each. */
const SHARDS_MAX = 3;

/**
 * Replaces the links of a missing page with the pages whose paths are closest to the requested one. The
 * files for it are part of every release, so it also works on static hosts. Without matches, the links stay.
 */
export async function showClosestPages(section: ParentNode, requestedPath: string): Promise<void> {
  const list = section.querySelector('[data-closest] ul');
  const heading = section.querySelector('[data-closest] h2');
  if (!list || !heading) return;
  const matches = closestPages(requestedPath, await listPages());
  if (matches.length === 0) return;
  heading.textContent = 'Were you looking for one of these?';
  // The number of items stays the same, so that the layout below does not shift.
  const rest = [...list.children].filter(
    (item) => !matches.some(({ path }) => item.querySelector('a')?.pathname === encodeURI(path)),
  );
  list.replaceChildren(...matches.map(createItem), ...rest.slice(0, CLOSEST_MAX - matches.length));
}

async function listPages(): Promise<KnownPage[]> {
  const [built, sitemap, articles] = await Promise.all([
    fetchJson<BuiltPage[]>(PAGE_LIST_PATH),
    listSitemapPages(),
    listArticles(),
  ]);
  const all = [...sitemap, ...articles, ...(built ?? [])];
  const pagesByPath = new Map(all.map((page) => [page.path, page]));
  return [...pagesByPath.values()];
}

/** Lists the main pages, tags and series of the sitemap. */
async function listSitemapPages(): Promise<KnownPage[]> {
  const sitemap = (await fetchText('/sitemap-pages.xml')) ?? '';
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => {
    const path = decodeURI(new URL(url.replaceAll('&amp;', '&')).pathname);
    const [, kind, name] = /^\/(tag|series)\/(.+)$/.exec(path) ?? [];
    const title = { tag: 'Articles about', series: 'Series:' }[kind ?? ''];
    const mainPage = { '/': 'Home', '/blog': 'Blog' }[path];
    return { path, title: title ? `${title} ${name?.replaceAll('-', ' ')}` : (mainPage ?? path) };
  });
}

async function listArticles(): Promise<KnownPage[]> {
  const index = await fetchJson<SearchIndexList>(SEARCH_INDEX_PATH);
  const shards = await Promise.all(
    (index?.shards ?? []).slice(-SHARDS_MAX).map((path) => fetchJson<SearchIndexEntry[]>(path)),
  );
  return shards.flatMap((shard) => shard ?? []).map(({ p, t }) => ({ path: p, title: t }));
}

async function fetchJson<Content>(path: string): Promise<Content | null> {
  const text = await fetchText(path);
  return text === null ? null : JSON.parse(text);
}

/** @returns null if the file is missing or unreachable; the suggestions are then incomplete */
async function fetchText(path: string): Promise<string | null> {
  const response = await fetch(path).catch(() => null);
  return response?.ok ? response.text() : null;
}

function createItem({ path, title }: KnownPage): HTMLLIElement {
  const item = document.createElement('li');
  item.className = 'not-found__found';
  const link = document.createElement('a');
  const label = document.createElement('span');
  link.href = encodeURI(path);
  label.textContent = path;
  link.append(title, ' ', label);
  item.append(link);
  return item;
}
