import { createHash } from 'node:crypto';
import type { ArticleRecord } from '../../db/hot/articles.ts';
import type { Post } from '../../integrations/crosspost/service.ts';
import { FrontMatterInvalid, readFrontMatter } from '../import/front-matter.ts';
import {
  type MarkdownUrl,
  parseMarkdown,
  replaceRanges,
  TimeLimitReached,
  withTimeLimit,
} from '../import/parse-markdown.ts';

/** Time limit for finding the URLs of a text, in milliseconds. Requests wait meanwhile. */
const SEARCH_TIME_LIMIT_MS = 1000;

/** Matches inline links, reference definitions and raw HTML. */
const mayContainUrls = /\][(:]|<(?:img|a)\s/i;

/** Returns the canonical URL of an article, which every post names. */
export function getCanonicalUrl({ slug }: Pick<ArticleRecord, 'slug'>, siteUrl: string): string {
  return `${siteUrl}/blog/${encodeURIComponent(slug)}`;
}

/** Creates the content of a cross-post. @param formerSlugs earlier slugs of the article */
export function createPostContent(
  article: ArticleRecord,
  siteUrl: string,
  formerSlugs: readonly string[],
): Post {
  const { title, subtitle, description, tags, series, mediaFile, linkedinContent } = article;
  const canonicalUrl = getCanonicalUrl(article, siteUrl);
  return {
    title,
    description: description || subtitle,
    markdown: makeUrlsAbsolute(withoutFrontMatter(article.markdown), canonicalUrl),
    tags,
    series,
    canonicalUrl,
    formerUrls: formerSlugs.map((slug) => getCanonicalUrl({ slug }, siteUrl)),
    image: mediaFile === null ? null : `${siteUrl}/media/${mediaFile}`,
    commentary: linkedinContent.trim() || description || title,
  };
}

/** Returns a hash of the content, to detect if a post needs an update. */
export function fingerprintPost({ commentary: _, formerUrls: __, ...post }: Post): string {
  return createHash('sha256').update(JSON.stringify(post)).digest('base64url').slice(0, 22);
}

/** Removes front matter, which overrides fields at dev.to and appears as text at Medium. */
function withoutFrontMatter(markdown: string): string {
  let text = markdown;
  try {
    for (;;) {
      const { matter, body } = readFrontMatter(text);
      if (matter.size === 0) break;
      text = body;
    }
  } catch (error) {
    if (!(error instanceof FrontMatterInvalid)) throw error;
  }
  // A thematic break at the beginning would be parsed as front matter.
  return text.replace(/^(?:---|\+\+\+)(?=[ \t]*\r?\n)/, '***');
}

/** Makes relative URLs absolute, because they do not work on other sites. */
function makeUrlsAbsolute(markdown: string, base: string): string {
  if (!mayContainUrls.test(markdown)) return markdown;
  const parts = findUrls(markdown).flatMap((range) => {
    const by = URL.parse(range.url, base)?.href;
    const relative = URL.parse(range.url) === null && !range.url.startsWith('#');
    // Spaces and brackets would end a URL in Markdown.
    return relative && by && !/[\s<>()]/.test(by) ? [{ ...range, by }] : [];
  });
  return replaceRanges(markdown, parts);
}

function findUrls(markdown: string): MarkdownUrl[] {
  try {
    return withTimeLimit(SEARCH_TIME_LIMIT_MS, () => parseMarkdown(markdown)).urls;
  } catch (error) {
    if (!(error instanceof TimeLimitReached || error instanceof RangeError)) throw error;
    return [...markdown.matchAll(/\]\((\/[^\s()]+)\)/g)].map(({ 1: url = '', index }) => ({
      url,
      kind: 'link',
      start: index + 2,
      end: index + 2 + url.length,
    }));
  }
}
