import { LRUCache } from 'lru-cache';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import type { CheckFinding, ExternalLinkResult } from '#contracts/draft.ts';
import { HOUR_MS } from '#contracts/durations.ts';
import type { AppContext } from '../../context.ts';
import { findArticleByPublicId, findArticleBySlug } from '../../db/hot/articles.ts';
import { findRedirectTarget, isReadableArticle } from '../../db/hot/published-articles.ts';
import { findMediaByFileName } from '../../db/repositories/media.ts';
import {
  createLinkRequester,
  type LinkResult,
  type RequestLink,
} from '../../integrations/link-checker.ts';
import { createTaskQueue } from '../task-queue.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;

/** Links, images, headings and ids of rendered HTML in order. */
export interface Outline {
  /** Links of the author; `replacesImage` is true for links that replace external images. */
  links: { href: string; text: string; replacesImage: boolean }[];
  images: { src: string; alt: string }[];
  headings: { depth: number; text: string }[];
  ids: string[];
}

/** Classes of links that the renderer adds. */
const RENDERER_LINKS = new Set(['heading-anchor', 'footnote-reference', 'footnote-back']);

/** Reads the outline of rendered HTML. */
export function readOutline(html: string): Outline {
  const outline: Outline = { links: [], images: [], headings: [], ids: [] };
  for (const node of parseFragment(html).childNodes) walk(node, outline);
  return outline;
}

function walk(node: Node, outline: Outline): void {
  if (!('tagName' in node)) return;
  const { tagName } = node;
  const attributeOf = (name: string) =>
    node.attrs.find((attribute) => attribute.name === name)?.value;
  const id = attributeOf('id');
  if (id !== undefined) outline.ids.push(id);
  const className = attributeOf('class') ?? '';
  if (RENDERER_LINKS.has(className)) return;
  if (tagName === 'a') {
    const href = attributeOf('href');
    const replacesImage = className === 'image-link';
    if (href !== undefined) outline.links.push({ href, text: visibleTextOf(node), replacesImage });
  } else if (tagName === 'img') {
    outline.images.push({ src: attributeOf('src') ?? '', alt: attributeOf('alt') ?? '' });
  } else if (/^h[1-6]$/.test(tagName)) {
    outline.headings.push({ depth: Number(tagName.slice(1)), text: visibleTextOf(node) });
  }
  for (const child of node.childNodes) walk(child, outline);
}

function visibleTextOf(node: Node): string {
  if ('value' in node) return node.value;
  if (!('tagName' in node)) return '';
  if (RENDERER_LINKS.has(node.attrs.find(({ name }) => name === 'class')?.value ?? '')) return '';
  return node.childNodes.map(visibleTextOf).join('');
}

/** Milliseconds for which results are cached. */
const CACHE_MS = HOUR_MS;
const CACHED_MAX = 2000;

/** Maximum number of simultaneous requests. */
const SIMULTANEOUS_MAX = 4;

const OFFLINE = 'The server cannot reach other sites right now.';

const SWITCHED_OFF = 'Checks of external links are off (CHECK_LINKS).';

/** Requests external links, each at most once an hour. */
type CheckExternalLinks = (
  urls: readonly string[],
) => Promise<{ problem: string | null; results: ExternalLinkResult[] }>;

const withoutHash = (url: string) => url.replace(/#.*$/s, '');

type LinkProblem = Pick<CheckFinding, 'code' | 'level' | 'msg'> | null;

/** Dependencies of the check for internal links. */
export interface InternalLinkContext extends Pick<AppContext, 'database' | 'config'> {
  /** True if a page exists at this decoded path. */
  resolvesToPage(path: string): boolean;
  /** Public id of the article that is checked, if it is stored. */
  selfId: string | null;
  /** Ids in the article itself. */
  ids: ReadonlySet<string>;
}

/** Ids of every article page besides those of its text. */
const PAGE_IDS = /^(?:responses|share|content|comment-.+)$/;

/** Follows a link that stays on the site. @returns the problem of the link, if any */
export function followInternalLink(places: InternalLinkContext, href: string): LinkProblem {
  if (href.startsWith('#')) return followAnchor(places, href);
  const url = URL.parse(href, `${places.config.siteUrl}/blog/this`);
  const path = url && decode(url.pathname);
  if (!url || path === null) return broken('This URL is invalid.');
  if (/^\/api(\/|$)/.test(path)) return null;
  const article = /^\/blog\/([^/]+)$/.exec(path)?.[1];
  if (article !== undefined && !article.endsWith('.md')) {
    return followArticle(places, article, decode(url.hash.slice(1)) ?? '');
  }
  const upload = /^\/media\/([^/]+)$/.exec(path)?.[1];
  const there =
    upload === undefined
      ? places.resolvesToPage(path)
      : findMediaByFileName(places.database.query, upload) !== undefined;
  return there ? null : broken('This page does not exist on your site.');
}

function followAnchor({ ids }: InternalLinkContext, href: string): LinkProblem {
  const id = decode(href.slice(1)) ?? '';
  if (id === '' || ids.has(id)) return null;
  return { code: 'anchor-missing', level: 'problem', msg: 'This article has no such anchor.' };
}

function followArticle(
  { database, selfId, ids }: InternalLinkContext,
  key: string,
  hash: string,
): LinkProblem {
  const article = findArticleBySlug(database, key) ?? findArticleByPublicId(database, key);
  if (article && article.publicId === selfId) return checkHash(ids, hash);
  if (article?.slug === key && isReadableArticle(article)) {
    return hash === '' ? null : checkHash(new Set(readOutline(article.html).ids), hash);
  }
  const target = findRedirectTarget(database, key);
  if (target) {
    const msg = `This article has moved to /blog/${target.slug}`;
    return { code: 'link-moved', level: 'advice', msg };
  }
  if (article?.state === 'draft' || article?.state === 'scheduled') {
    const msg =
      article.state === 'draft'
        ? `“${article.title}” is a draft: this link does not work until it is published.`
        : `“${article.title}” is scheduled: this link does not work until it is published.`;
    return { code: 'link-unpublished', level: 'advice', msg };
  }
  return broken('This article does not exist.');
}

function checkHash(ids: ReadonlySet<string>, hash: string): LinkProblem {
  if (hash === '' || ids.has(hash) || PAGE_IDS.test(hash)) return null;
  const near = ids.has(`s-${hash}`) ? ` Use #s-${hash} instead.` : '';
  return {
    code: 'anchor-missing',
    level: 'problem',
    msg: `That article has no such anchor.${near}`,
  };
}

const broken = (msg: string): LinkProblem => ({ code: 'link-broken', level: 'problem', msg });

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    // A malformed escape cannot be an internal URL.
    return null;
  }
}

/** @param requestLink sends a request, or a fake in tests; not called if the owner has turned the checks off */
export function createExternalLinkCheck(
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
  requestLink: RequestLink = createLinkRequester(),
): CheckExternalLinks {
  const run = createTaskQueue({ parallel: SIMULTANEOUS_MAX, waiting: Number.POSITIVE_INFINITY });
  const cache = new LRUCache<string, LinkResult>({
    max: CACHED_MAX,
    ttl: CACHE_MS - 1,
    ttlResolution: 0,
    perf: { now: clock },
    fetchMethod: (url) => run(() => requestLink(url)),
    // A result counts even if others have taken its place in the cache meanwhile.
    ignoreFetchAbort: true,
  });

  async function resultOf(url: string): Promise<LinkResult> {
    const result = await cache.forceFetch(url);
    if (result.kind === 'offline') cache.delete(url);
    return result;
  }

  return async (urls) => {
    if (!config.checkLinks) return { problem: SWITCHED_OFF, results: [] };
    const results = await Promise.all(urls.map((url) => resultOf(withoutHash(url))));
    return {
      problem: results.some(({ kind }) => kind === 'offline') ? OFFLINE : null,
      results: urls.flatMap((url, index) => {
        const result = results[index];
        if (!result || result.kind === 'offline') return [];
        return [{ url, finding: findingOf(result) }];
      }),
    };
  };
}

function findingOf(result: LinkResult): ExternalLinkResult['finding'] {
  switch (result.kind) {
    case 'sound':
    case 'offline':
      return null;
    case 'moved':
      return { code: 'link-moved', level: 'advice', msg: `The page has moved to ${result.to}` };
    case 'unknown-host':
      return { code: 'link-broken', level: 'problem', msg: 'This domain does not exist.' };
    case 'silent':
      return { code: 'link-broken', level: 'problem', msg: result.reason };
    case 'refused':
      return {
        code: 'link-unchecked',
        level: 'advice',
        msg: 'This address is not public: readers cannot open it.',
      };
    case 'status':
      return classifyStatus(result.status);
  }
}

/** Classifies a status. Many sites reject clients that are not browsers, but not readers. */
function classifyStatus(status: number): ExternalLinkResult['finding'] {
  if (status === 404 || status === 410) {
    return { code: 'link-broken', level: 'problem', msg: `The page does not exist (${status}).` };
  }
  if (status >= 500 && status !== 503) {
    return { code: 'link-broken', level: 'problem', msg: `The site has a problem (${status}).` };
  }
  return {
    code: 'link-unchecked',
    level: 'note',
    msg: `The site refused the check (${status}). Please open the link yourself.`,
  };
}
