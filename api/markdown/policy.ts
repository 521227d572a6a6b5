import type { Element, ElementContent } from 'hast';
import { readAddress } from './address.ts';
import { decodeFragment, writtenIdentifier } from './identifiers.ts';
import { ID_PREFIX } from './sanitize-schema.ts';
import { element, isElement, text } from './tree.ts';
import type { MarkdownRules } from './types.ts';

/** Our own images live below this path; no other local address is ever fetched as an image. */
const IMAGE_PATH = '/media/';

/** `href` that points to an id of this text, as written in it. */
export function fragmentHref(identifier: string): string {
  return `#${ID_PREFIX}${identifier}`;
}

/** What decides about addresses. */
export interface AddressPolicy {
  siteOrigin: string | undefined;
  rules: MarkdownRules;
}

/** Nobody vouches for what a comment links to, so search engines count none of it. */
const COMMENT_RELATION = ['ugc', 'nofollow', 'noopener'];

/** Keeps an address that leads somewhere harmless, and drops any other. */
export function applyLinkPolicy(link: Element, { siteOrigin, rules }: AddressPolicy): void {
  const { properties } = link;
  const address = readAddress(String(properties.href ?? ''), siteOrigin);
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
 * Keeps an image of ours; any other, and each of a comment, becomes a link with its alternative
 * text, so that no page makes a request to a third party. Inside a link only the text remains: links can't nest.
 */
export function applyImagePolicy(
  image: Element,
  ancestors: readonly Element[],
  policy: AddressPolicy,
): ElementContent[] | undefined {
  const written = String(image.properties.src ?? '');
  const address = readAddress(written, policy.siteOrigin);
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

/** The figure for a paragraph that holds nothing but one of our images with a title. */
export function pictureFigure(paragraph: Element): Element | undefined {
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
