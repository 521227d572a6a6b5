import { iso } from '../../clock.ts';
import type { ArticleRecord } from '../../db/hot/articles.ts';
import type { FormerSlug } from '../../db/repositories/former-slugs.ts';
import { writeFrontMatter } from '../import/front-matter.ts';
import { parseMarkdown, replaceRanges } from '../import/parse-markdown.ts';
import { TimeLimitReached, withTimeLimit } from '../import/time-limit.ts';

/** Time limit for finding the URLs of a text, in milliseconds. */
const PARSE_TIME_LIMIT_MS = 5000;
const imagePath = /^\/media\/([\w-]+\.[a-z]{3,4})$/;
const imagePaths = /\/media\/([\w-]+\.[a-z]{3,4})/g;

/** Article as a Markdown file. */
export interface ArticleFile {
  text: string;
  /** Names of the image files that it refers to. */
  media: string[];
}

/**
 * Writes an article as a Markdown file that an import reads back without loss.
 * Includes empty fields, so that the file describes the whole article.
 * @param available names of the existing image files
 */
export function createArticleFile(
  article: ArticleRecord,
  details: { authorEmail: string; formerSlugs: FormerSlug[] },
  available: ReadonlySet<string>,
): ArticleFile {
  const matter = {
    id: article.publicId,
    title: article.title,
    subtitle: article.subtitle,
    description: article.description,
    date: iso(article.publishedAt),
    created: iso(article.createdAt),
    updated: iso(article.updatedAt),
    author: details.authorEmail,
    language: article.language,
    categories: article.categories,
    tags: article.tags,
    series: article.series,
    slug: article.slug,
    formerSlugs: Object.fromEntries(
      details.formerSlugs.map((former) => [former.slug, iso(former.createdAt)]),
    ),
    image: article.mediaFile === null ? null : relativeImagePath(article.mediaFile, available),
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
  const used = [...article.markdown.matchAll(imagePaths)].map((match) => match[1] ?? '');
  return {
    text: writeFrontMatter(matter, replaceImageUrls(article.markdown, available)),
    media: [...new Set([...used, article.mediaFile ?? ''])].filter((name) => available.has(name)),
  };
}

function relativeImagePath(fileName: string, available: ReadonlySet<string>): string {
  return available.has(fileName) ? `media/${fileName}` : `/media/${fileName}`;
}

/** Replaces only URLs in plain spelling, so that an import restores the same text. */
function replaceImageUrls(markdown: string, available: ReadonlySet<string>): string {
  if (!markdown.includes('/media/')) return markdown;
  const parts = findUrls(markdown).flatMap((range) => {
    const url = markdown.slice(range.start, range.end);
    const fileName = imagePath.exec(url)?.[1];
    if (fileName === undefined || !available.has(fileName)) return [];
    return [{ ...range, by: `media/${fileName}` }];
  });
  return replaceRanges(markdown, parts);
}

function findUrls(markdown: string) {
  try {
    return withTimeLimit(PARSE_TIME_LIMIT_MS, () => parseMarkdown(markdown)).urls;
  } catch (error) {
    // The text keeps its URLs in /media/, which an import accepts, too.
    if (!(error instanceof TimeLimitReached || error instanceof RangeError)) throw error;
    return [];
  }
}
