import type { Database } from '../../db/client.ts';
import {
  type ArticleRecord,
  findArticleById,
  findArticleByPublicId,
  findArticleBySlug,
  findFormerSlug,
  slugIsTaken,
} from '../../db/hot/articles.ts';
import { findArticleOfSource, listSourcesOf } from '../../db/repositories/articles.ts';
import { slugFromTitle, uniqueSlug } from '../identifiers.ts';
import type { ArticleInput } from './parse-article.ts';

/** Target of an imported file: an existing article or a free slug. */
export type ArticleMatch =
  | { article: ArticleRecord; by: 'id' | 'slug' | 'source' }
  | { article: null; slug: string; publicId: string | null };

/** Slugs in our own form are kept, because `-2` after a long slug would be cut off. */
const ownSlug = /^[\p{Ll}\p{Lo}\p{Lm}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{Lm}\p{N}]+)*$/u;
const SLUG_MAX = 80;

/** Returns the slug of an imported article, from its slug or title. */
export function getSlug(input: ArticleInput): string {
  const given = input.slug?.normalize('NFC') ?? '';
  if (ownSlug.test(given) && given.length <= SLUG_MAX) return given;
  return slugFromTitle(given) || slugFromTitle(input.title) || 'article';
}

/**
 * Finds the article of a file by id or slug.
 * Files with the same title get one article each, and the same one when imported again.
 * @param claimed row ids of articles that other files of this import have
 */
function findArticleOfFile(
  database: Database,
  input: ArticleInput,
  claimed: ReadonlySet<number>,
): ArticleMatch {
  const byId =
    input.publicId === undefined ? null : findArticleByPublicId(database, input.publicId);
  if (byId && !claimed.has(byId.id)) return { article: byId, by: 'id' };
  const base = getSlug(input);
  const candidates: ArticleRecord[] = [];
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`;
    const found = findArticleBySlug(database, slug);
    if (found) {
      const alike = number === 1 || found.title === input.title;
      if (alike && !claimed.has(found.id)) candidates.push(found);
    } else if (slugIsTaken(database, slug, null)) {
      const moved = findArticleByFormerSlug(database, slug);
      if (moved?.title === input.title && !claimed.has(moved.id)) candidates.push(moved);
    } else {
      const same = candidates.find((article) => article.markdown === input.markdown);
      const article = same ?? candidates[0];
      if (article) return { article, by: 'slug' };
      const free =
        input.publicId !== undefined && !byId && !slugIsTaken(database, input.publicId, null);
      return { article: null, slug, publicId: free ? (input.publicId ?? null) : null };
    }
  }
}

function findArticleByFormerSlug(database: Database, slug: string): ArticleRecord | null {
  const id = findFormerSlug(database, slug);
  return id === null ? null : findArticleById(database, id);
}

const temporary = /-temp-slug-\d+$/;

/**
 * Finds the article of a post from another platform: the one imported before, else one with the
 * same slug and title.
 * An article that was imported from another post does not match.
 */
export function findArticleOfPost(
  database: Database,
  input: ArticleInput,
  claimed: ReadonlySet<number>,
): ArticleMatch {
  const source = input.source ?? '';
  const id = findArticleOfSource(database, source);
  const bySource = id === undefined ? null : findArticleById(database, id);
  if (bySource) return { article: bySource, by: 'source' };
  const slugBase = getSlug(input);
  const sameSlug = findArticleBySlug(database, slugBase);
  const platform = source.split(':', 1)[0];
  if (sameSlug && sameSlug.title === input.title && !claimed.has(sameSlug.id)) {
    const sources = listSourcesOf(database, sameSlug.id).filter((name) =>
      name.startsWith(`${platform}:`),
    );
    // A dev.to draft gets its permanent URL when it is published.
    if (sources.some((name) => temporary.test(name))) return { article: sameSlug, by: 'source' };
    if (sources.length === 0) return { article: sameSlug, by: 'slug' };
  }
  const slug = uniqueSlug(slugBase, (candidate) => slugIsTaken(database, candidate, null));
  return { article: null, slug, publicId: null };
}

/** Finds the article of a file or post. */
export function findMatch(
  database: Database,
  input: ArticleInput,
  claimed: ReadonlySet<number>,
): ArticleMatch {
  const match = input.source === undefined ? findArticleOfFile : findArticleOfPost;
  return match(database, input, claimed);
}
