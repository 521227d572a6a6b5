import type { CheckFinding } from '#contracts/article-check.ts';
import type { AppContext } from '../../context.ts';
import {
  type ArticleRecord,
  findArticleByPublicId,
  findArticleBySlug,
} from '../../db/hot/articles.ts';
import { findRedirectTarget } from '../../db/hot/published-articles.ts';
import { findMediaByFileName } from '../../db/repositories/media.ts';
import { readOutline } from '../../markdown/outline.ts';

type Verdict = Pick<CheckFinding, 'code' | 'level' | 'msg'> | null;

/** Dependencies of the check for internal links. */
export interface OwnPlaces extends Pick<AppContext, 'database' | 'config'> {
  /** True if a page exists at this decoded path. */
  resolvesToPage(path: string): boolean;
  /** Public id of the article that is checked, if it is stored. */
  selfId: string | null;
  /** Ids in the article itself. */
  ids: ReadonlySet<string>;
}

/** Ids of every article page besides those of its text. */
const PAGE_IDS = /^(?:responses|share|content|comment-.+)$/;

/** Follows a link that stays on the site. @returns what is wrong with it, if anything */
export function followOwnLink(places: OwnPlaces, href: string): Verdict {
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

function followAnchor({ ids }: OwnPlaces, href: string): Verdict {
  const id = decode(href.slice(1)) ?? '';
  if (id === '' || ids.has(id)) return null;
  return {
    code: 'anchor-missing',
    level: 'problem',
    msg: 'This article has no such anchor.',
  };
}

function followArticle({ database, selfId, ids }: OwnPlaces, key: string, hash: string): Verdict {
  const article = findArticleBySlug(database, key) ?? findArticleByPublicId(database, key);
  if (article && article.publicId === selfId) return checkHash(ids, hash);
  if (article?.slug === key && isReadable(article)) {
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

function checkHash(ids: ReadonlySet<string>, hash: string): Verdict {
  if (hash === '' || ids.has(hash) || PAGE_IDS.test(hash)) return null;
  const near = ids.has(`s-${hash}`) ? ` Use #s-${hash} instead.` : '';
  return {
    code: 'anchor-missing',
    level: 'problem',
    msg: `That article has no such anchor.${near}`,
  };
}

const isReadable = ({ state }: ArticleRecord) => state === 'live' || state === 'archived';

const broken = (msg: string): Verdict => ({ code: 'link-broken', level: 'problem', msg });

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    // A malformed escape cannot be an internal URL.
    return null;
  }
}
