import type { Element, ElementContent } from 'hast';
import { decodeFragment, writtenIdentifier } from './identifiers.ts';
import { parseUrl } from './parse-url.ts';
import { ID_PREFIX } from './sanitize-schema.ts';
import { element, isElement, text } from './tree.ts';
import type { MarkdownRules } from './types.ts';

/** Path of local images; other local URLs are not loaded as images. */
const IMAGE_PATH = '/media/';

/** Returns the `href` of an id in this text. */
export function fragmentHref(identifier: string): string {
  return `#${ID_PREFIX}${identifier}`;
}

/** Settings of the URL policy. */
export interface UrlPolicy {
  siteOrigin: string | undefined;
  rules: MarkdownRules;
}

/** Relation of links in comments, so that search engines ignore them. */
const COMMENT_RELATION = ['ugc', 'nofollow', 'noopener'];

/** Keeps safe URLs and removes others. */
export function applyLinkPolicy(link: Element, { siteOrigin, rules }: UrlPolicy): void {
  const { properties } = link;
  const address = parseUrl(String(properties.href ?? ''), siteOrigin);
  properties.rel = undefined;
  if (properties.href === undefined) return;
  if (address.kind === 'refused') {
    properties.href = undefined;
  } else if (address.kind === 'fragment') {
    const name = writtenIdentifier(decodeFragment(address.name));
    properties.href = name === '' ? '#' : fragmentHref(name);
  } else {
    properties.href = address.href;
    if (address.kind === 'external') properties.rel = ['noopener', 'noreferrer'];
  }
  if (rules === 'comment' && properties.href !== undefined) properties.rel = [...COMMENT_RELATION];
}

function describe(image: Element, href: string | undefined): string {
  const alt = String(image.properties.alt ?? '').trim();
  if (alt !== '') return alt;
  const file = href?.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '';
  return file === '' ? 'Image' : `Image: ${file}`;
}

/**
 * Keeps local images of articles; other images become links with their alt text, so that pages
 * contact no third party.
 * Inside a link only the text remains.
 */
export function applyImagePolicy(
  image: Element,
  ancestors: readonly Element[],
  policy: UrlPolicy,
): ElementContent[] | undefined {
  const written = String(image.properties.src ?? '');
  const address = parseUrl(written, policy.siteOrigin);
  const own = policy.rules === 'article' && address.kind === 'local';
  if (own && address.absolute && address.path.startsWith(IMAGE_PATH)) {
    image.properties.src = address.path;
    image.properties.alt ??= '';
    return undefined;
  }
  const href =
    written !== '' && (address.kind === 'local' || address.kind === 'external')
      ? address.href
      : undefined;
  const words = [text(describe(image, href))];
  if (href === undefined || ancestors.some((ancestor) => isElement(ancestor, 'a'))) return words;
  const link = element('a', { href, className: ['image-link'] }, words);
  applyLinkPolicy(link, policy);
  return [link];
}

/** Creates the figure for a paragraph with only a local image with a title. */
export function createImageFigure(paragraph: Element): Element | undefined {
  const children = paragraph.children.filter(
    (child) => child.type !== 'text' || child.value.trim() !== '',
  );
  const [image] = children;
  if (children.length !== 1 || !isElement(image, 'img')) return undefined;
  const { title } = image.properties;
  if (!title) return undefined;
  image.properties.title = undefined;
  return element('figure', { className: ['picture'] }, [
    image,
    element('figcaption', {}, [text(String(title))]),
  ]);
}
