import type { Database } from '../../db/client.ts';
import { findArticleOfSource, listSourcesOf } from '../../db/repositories/article-sources.ts';
import {
  type ArticleRecord,
  findArticleById,
  findArticleByPublicId,
  findArticleBySlug,
  findFormerSlug,
  slugIsTaken,
} from '../../db/repositories/articles.ts';
import { slugFromTitle, uniqueSlug } from '../articles/slug.ts';
import type { ArticleWish } from './wish.ts';

/** Where a file goes: to an article that is there, or to an address that is free. */
export type Match =
  | { article: ArticleRecord; by: 'id' | 'slug' | 'source' }
  | { article: null; slug: string; publicId: string | null };

/** As our own slugs look; taken as they are, since `-2` behind a long one would be cut off again. */
const ownSlug = /^[\p{Ll}\p{Lo}\p{Lm}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{Lm}\p{N}]+)*$/u;
const SLUG_MAX = 80;

/** The slug a file asks for, by itself or by its title. */
export function slugOf(wish: ArticleWish): string {
  const given = wish.slug?.normalize('NFC') ?? '';
  if (ownSlug.test(given) && given.length <= SLUG_MAX) return given;
  return slugFromTitle(given) || slugFromTitle(wish.title) || 'article';
}

/**
 * Finds the article of a file: by the id that an export has written, else by its slug. Of several
 * files with one title each gets an article of its own, the second import the same one again.
 * @param claimed row ids of articles that other files of this import have
 */
function matchArticle(database: Database, wish: ArticleWish, claimed: ReadonlySet<number>): Match {
  const byId = wish.publicId === undefined ? null : findArticleByPublicId(database, wish.publicId);
  if (byId && !claimed.has(byId.id)) return { article: byId, by: 'id' };
  const base = slugOf(wish);
  const candidates: ArticleRecord[] = [];
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`;
    const found = findArticleBySlug(database, slug);
    if (found) {
      const alike = number === 1 || found.title === wish.title;
      if (alike && !claimed.has(found.id)) candidates.push(found);
    } else if (slugIsTaken(database, slug, null)) {
      const moved = findFormer(database, slug);
      if (moved?.title === wish.title && !claimed.has(moved.id)) candidates.push(moved);
    } else {
      const same = candidates.find((article) => article.markdown === wish.markdown);
      const article = same ?? candidates[0];
      if (article) return { article, by: 'slug' };
      const free =
        wish.publicId !== undefined && !byId && !slugIsTaken(database, wish.publicId, null);
      return { article: null, slug, publicId: free ? (wish.publicId ?? null) : null };
    }
  }
}

function findFormer(database: Database, slug: string): ArticleRecord | null {
  const id = findFormerSlug(database, slug);
  return id === null ? null : findArticleById(database, id);
}

const temporary = /-temp-slug-\d+$/;

/**
 * Finds the article of a post of another system: the one that came of it before, else one of the
 * same address and title that may be the same text. A post gets no article that came of another.
 */
export function matchPost(
  database: Database,
  wish: ArticleWish,
  claimed: ReadonlySet<number>,
): Match {
  const source = wish.source ?? '';
  const id = findArticleOfSource(database, source);
  const known = id === null ? null : findArticleById(database, id);
  if (known) return { article: known, by: 'source' };
  const wanted = slugOf(wish);
  const twin = findArticleBySlug(database, wanted);
  const system = source.split(':', 1)[0];
  if (twin && twin.title === wish.title && !claimed.has(twin.id)) {
    const sources = listSourcesOf(database, twin.id).filter((name) =>
      name.startsWith(`${system}:`),
    );
    // A draft of dev.to gets its address for good when it is published there.
    if (sources.some((name) => temporary.test(name))) return { article: twin, by: 'source' };
    if (sources.length === 0) return { article: twin, by: 'slug' };
  }
  const slug = uniqueSlug(wanted, (candidate) => slugIsTaken(database, candidate, null));
  return { article: null, slug, publicId: null };
}

/** Finds where a wish goes, whichever way it comes. */
export function matchOf(
  database: Database,
  wish: ArticleWish,
  claimed: ReadonlySet<number>,
): Match {
  const match = wish.source === undefined ? matchArticle : matchPost;
  return match(database, wish, claimed);
}
