import { createHash } from 'node:crypto';
import type { ArticleRecord } from '../../db/repositories/articles.ts';
import type { Post } from '../../integrations/crosspost/client.ts';
import { type Address, dissect, splice } from '../import/anatomy.ts';
import { FrontMatterInvalid, readFrontMatter } from '../import/front-matter.ts';
import { TimeLimitReached, withTimeLimit } from '../import/time-limit.ts';

/** Milliseconds in which the addresses of a text have to be found. */
const DISSECT_MS = 1000;

/** Inline, as a definition, or in raw HTML. */
const mayHoldAddresses = /\][(:]|<(?:img|a)\s/i;

/** Our address of an article, which every post names as the original. */
export function canonicalUrlOf({ slug }: Pick<ArticleRecord, 'slug'>, siteUrl: string): string {
  return `${siteUrl}/blog/${encodeURIComponent(slug)}`;
}

/** An article as other services get it. @param formerSlugs what it was called in its address before */
export function composePost(
  article: ArticleRecord,
  siteUrl: string,
  formerSlugs: readonly string[],
): Post {
  const { title, subtitle, description, tags, series, mediaFile, linkedinContent } = article;
  const canonicalUrl = canonicalUrlOf(article, siteUrl);
  return {
    title,
    description: description || subtitle,
    markdown: withAbsoluteAddresses(withoutFrontMatter(article.markdown), canonicalUrl),
    tags,
    series,
    canonicalUrl,
    formerUrls: formerSlugs.map((slug) => canonicalUrlOf({ slug }, siteUrl)),
    image: mediaFile === null ? null : `${siteUrl}/media/${mediaFile}`,
    commentary: linkedinContent.trim() || description || title,
  };
}

/** Tells whether a service that can be brought up to date has what it would get now. */
export function fingerprintOf({ commentary: _, formerUrls: __, ...post }: Post): string {
  return createHash('sha256').update(JSON.stringify(post)).digest('base64url').slice(0, 22);
}

/** Front matter decides over every field at dev.to, and stands in the text at Medium. */
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
  // A rule that begins a text would be taken for the beginning of front matter.
  return text.replace(/^(?:---|\+\+\+)(?=[ \t]*\r?\n)/, '***');
}

/** Elsewhere an address without a host leads nowhere. */
function withAbsoluteAddresses(markdown: string, base: string): string {
  if (!mayHoldAddresses.test(markdown)) return markdown;
  const parts = addressesOf(markdown).flatMap((address) => {
    const by = URL.parse(address.url, base)?.href;
    const relative = URL.parse(address.url) === null && !address.url.startsWith('#');
    // What has spaces or brackets after all would end an address in markdown.
    return relative && by && !/[\s<>()]/.test(by) ? [{ ...address, by }] : [];
  });
  return splice(markdown, parts);
}

function addressesOf(markdown: string): Address[] {
  try {
    return withTimeLimit(DISSECT_MS, () => dissect(markdown)).addresses;
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
