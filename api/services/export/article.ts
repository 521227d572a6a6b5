import type { ArticleRecord } from '../../db/repositories/articles.ts';
import type { FormerSlug } from '../../db/repositories/former-slugs.ts';
import { dissect, splice } from '../import/anatomy.ts';
import { writeFrontMatter } from '../import/front-matter.ts';
import { TimeLimitReached, withTimeLimit } from '../import/time-limit.ts';

/** Milliseconds in which the addresses of a text have to be found. */
const DISSECT_MS = 5000;
const storeAddress = /^\/media\/([\w-]+\.[a-z]{3,4})$/;
const anyStoreAddress = /\/media\/([\w-]+\.[a-z]{3,4})/g;

/** One article as a file of its own. */
export interface ExportedArticle {
  text: string;
  /** Names of the store's files that it refers to. */
  media: string[];
}

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());

/**
 * Writes an article so that an import gets back whatever its owner decides. Everything is said, also
 * what is empty, so that a file stands for its article as a whole.
 * @param available names of the files that the store has
 */
export function exportArticle(
  article: ArticleRecord,
  more: { authorEmail: string; formerSlugs: FormerSlug[] },
  available: ReadonlySet<string>,
): ExportedArticle {
  const matter = {
    id: article.publicId,
    title: article.title,
    subtitle: article.subtitle,
    description: article.description,
    date: iso(article.publishedAt),
    created: iso(article.createdAt),
    updated: iso(article.updatedAt),
    author: more.authorEmail,
    language: article.language,
    categories: article.categories,
    tags: article.tags,
    series: article.series,
    slug: article.slug,
    formerSlugs: Object.fromEntries(
      more.formerSlugs.map((former) => [former.slug, iso(former.createdAt)]),
    ),
    image: article.mediaFile === null ? null : relative(article.mediaFile, available),
    imageAlt: article.imageAlt,
    draft: article.draft === 1,
    archived: article.archived === 1,
    scheduled: iso(article.scheduledAt),
    deleted: iso(article.deletedAt),
    linkedin: article.linkedin === 1,
    dev: article.dev === 1,
    medium: article.medium === 1,
    linkedinContent: article.linkedinContent,
    views: article.views,
    version: article.version,
  };
  const used = [...article.markdown.matchAll(anyStoreAddress)].map((match) => match[1] ?? '');
  return {
    text: writeFrontMatter(matter, withRelativeAddresses(article.markdown, available)),
    media: [...new Set([...used, article.mediaFile ?? ''])].filter((name) => available.has(name)),
  };
}

function relative(fileName: string, available: ReadonlySet<string>): string {
  return available.has(fileName) ? `media/${fileName}` : `/media/${fileName}`;
}

/** Only addresses that are written plainly are turned, so that an import turns exactly those back. */
function withRelativeAddresses(markdown: string, available: ReadonlySet<string>): string {
  if (!markdown.includes('/media/')) return markdown;
  const parts = addressesOf(markdown).flatMap((address) => {
    const written = markdown.slice(address.start, address.end);
    const fileName = storeAddress.exec(written)?.[1];
    if (fileName === undefined || !available.has(fileName)) return [];
    return [{ ...address, by: `media/${fileName}` }];
  });
  return splice(markdown, parts);
}

function addressesOf(markdown: string) {
  try {
    return withTimeLimit(DISSECT_MS, () => dissect(markdown)).addresses;
  } catch (error) {
    // Such a text keeps its addresses below /media/, which an import understands as well.
    if (!(error instanceof TimeLimitReached || error instanceof RangeError)) throw error;
    return [];
  }
}
