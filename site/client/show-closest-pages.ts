import { type BuiltPage, PAGE_LIST_PATH } from '#contracts/page-list.ts';
import {
  SEARCH_INDEX_PATH,
  type SearchIndexEntry,
  type SearchIndexList,
} from '#contracts/search-index.ts';
import { CLOSEST_MAX, closestPages, type KnownPage } from './closest-pages.ts';

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
