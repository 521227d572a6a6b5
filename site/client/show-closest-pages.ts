import { type BuiltPage, PAGE_LIST_PATH } from '#contracts/page-list.ts';
import {
  SEARCH_INDEX_PATH,
  type SearchIndexEntry,
  type SearchIndexList,
} from '#contracts/search-index.ts';
import { CLOSEST_MAX, closestPages, type KnownPage } from './closest-pages.ts';

/** Files of a thousand articles that are looked through, the newest; beyond it there is the search. */
const SHARDS_MAX = 3;

/**
 * Puts the pages with the closest address in the place of the main entrances. The files it reads are
 * part of every release, so it works where there are files alone; where there are none, the
 * entrances stay.
 */
export async function offerClosestPages(section: ParentNode, asked: string): Promise<void> {
  const list = section.querySelector('[data-closest] ul');
  const heading = section.querySelector('[data-closest] h2');
  if (!list || !heading) return;
  const found = closestPages(asked, await listPages());
  if (found.length === 0) return;
  heading.textContent = 'Were you looking for one of these?';
  // As many lines as before, so that nothing below moves.
  const rest = [...list.children].filter(
    (item) => !found.some(({ path }) => item.querySelector('a')?.pathname === encodeURI(path)),
  );
  list.replaceChildren(...found.map(lineOf), ...rest.slice(0, CLOSEST_MAX - found.length));
}

async function listPages(): Promise<KnownPage[]> {
  const [built, lists, articles] = await Promise.all([
    fetchJson<BuiltPage[]>(PAGE_LIST_PATH),
    listLists(),
    listArticles(),
  ]);
  const known = new Map([...lists, ...articles, ...(built ?? [])].map((page) => [page.path, page]));
  return [...known.values()];
}

/** Entrances, tags and series, as the sitemap has them. */
async function listLists(): Promise<KnownPage[]> {
  const map = (await fetchText('/sitemap-pages.xml')) ?? '';
  return [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => {
    const path = decodeURI(new URL(address.replaceAll('&amp;', '&')).pathname);
    const [, kind, name] = /^\/(tag|series)\/(.+)$/.exec(path) ?? [];
    const title = { tag: 'Articles about', series: 'Series:' }[kind ?? ''];
    const entrance = { '/': 'Home', '/blog': 'Blog' }[path];
    return { path, title: title ? `${title} ${name?.replaceAll('-', ' ')}` : (entrance ?? path) };
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

/** @returns null when it is not there or not to be reached: there is just less to offer then */
async function fetchText(path: string): Promise<string | null> {
  const response = await fetch(path).catch(() => null);
  return response?.ok ? response.text() : null;
}

function lineOf({ path, title }: KnownPage): HTMLLIElement {
  const line = document.createElement('li');
  line.className = 'not-found__found';
  const link = document.createElement('a');
  const address = document.createElement('span');
  link.href = encodeURI(path);
  address.textContent = path;
  link.append(title, ' ', address);
  line.append(link);
  return line;
}
