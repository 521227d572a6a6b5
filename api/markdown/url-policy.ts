import type { Element, ElementContent } from 'hast';
import { decodeFragment, writtenIdentifier } from './identifiers.ts';
import { ID_PREFIX, type MarkdownRules } from './sanitize-schema.ts';
import { element, isElement, text } from './tree.ts';

/** Base URL that cannot exist (RFC 2606); URLs that resolve to it are relative. */
const RELATIVE = 'https://relative.invalid';

const IGNORED_INSIDE = /[\t\n\r]/g;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** A colon before the path may be parsed as a scheme, even if it is malformed. */
const SUSPECT = /^[^/?#]*:/;

/**
 * Removes what browsers ignore: control characters and spaces at the ends, tabs and line breaks anywhere. Uses a
 * loop, because a regular expression would be quadratic for long runs of spaces.
 */
function clean(url: string): string {
  let start = 0;
  let end = url.length;
  while (start < end && url.charCodeAt(start) <= 0x20) start += 1;
  while (end > start && url.charCodeAt(end - 1) <= 0x20) end -= 1;
  return url.slice(start, end).replace(IGNORED_INSIDE, '');
}

function lowerScheme(url: string): string {
  return url.replace(SCHEME, (scheme) => scheme.toLowerCase());
}

/** Target of a URL; `refused` means any scheme except http, https and mailto. */
type ParsedUrl =
  | { kind: 'fragment'; name: string }
  | { kind: 'local'; href: string; path: string; absolute: boolean }
  | { kind: 'external'; href: string }
  | { kind: 'mail'; href: string }
  | { kind: 'refused' };

/**
 * Parses a URL as browsers do. URLs of `siteOrigin`, such as `https://example.com`, are local; `local.absolute` means
 * that the path starts at the root.
 */
export function parseUrl(authorUrl: string, siteOrigin: string | undefined): ParsedUrl {
  const source = clean(authorUrl);
  if (source.startsWith('#')) return { kind: 'fragment', name: source.slice(1) };
  // A URL with a scheme is parsed without a base: `https:x` is a host, not a relative path.
  const url = SCHEME.test(source) ? URL.parse(source) : URL.parse(source, RELATIVE);
  if (url === null) return { kind: 'refused' };
  if (url.protocol === 'mailto:') return { kind: 'mail', href: lowerScheme(source) };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { kind: 'refused' };
  const path = url.pathname + url.search + url.hash;
  if (url.origin === siteOrigin) return { kind: 'local', href: path, path, absolute: true };
  if (url.origin !== RELATIVE) {
    // Keeps the spelling of the author if it is unambiguous.
    const isUnambiguous = /^(?:https?:)?\/\/[^/\\]/i.test(source);
    return { kind: 'external', href: isUnambiguous ? lowerScheme(source) : url.href };
  }
  if (SUSPECT.test(source)) return { kind: 'refused' };
  return { kind: 'local', href: source, path, absolute: /^[/\\]/.test(source) };
}

/** Path of local images; other local URLs are not loaded as images. */
const IMAGE_PATH = '/media/';

/** Returns the `href` of an id in this text. */
export function fragmentHref(identifier: string): string {
  return `#${ID_PREFIX}${identifier}`;
}

interface UrlPolicy {
  siteOrigin: string | undefined;
  rules: MarkdownRules;
}

/** Relation of links in comments, so that search engines ignore them. */
const COMMENT_RELATION = ['ugc', 'nofollow', 'noopener'];

/** Keeps safe URLs and removes others. */
export function applyLinkPolicy(link: Element, { siteOrigin, rules }: UrlPolicy): void {
  const { properties } = link;
  const url = parseUrl(String(properties.href ?? ''), siteOrigin);
  properties.rel = undefined;
  if (properties.href === undefined) return;
  if (url.kind === 'refused') {
    properties.href = undefined;
  } else if (url.kind === 'fragment') {
    const name = writtenIdentifier(decodeFragment(url.name));
    properties.href = name === '' ? '#' : fragmentHref(name);
  } else {
    properties.href = url.href;
    if (url.kind === 'external') properties.rel = ['noopener', 'noreferrer'];
  }
  if (rules === 'comment' && properties.href !== undefined) properties.rel = [...COMMENT_RELATION];
}

function describeImage(image: Element, href: string | undefined): string {
  const alt = String(image.properties.alt ?? '').trim();
  if (alt !== '') return alt;
  const file = href?.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '';
  return file === '' ? 'Image' : `Image: ${file}`;
}

/**
 * Keeps local images of articles; other images become links with their alt text, so that pages contact no third
 * party. Inside a link only the text remains.
 */
export function applyImagePolicy(
  image: Element,
  ancestors: readonly Element[],
  policy: UrlPolicy,
): ElementContent[] | undefined {
  const src = String(image.properties.src ?? '');
  const url = parseUrl(src, policy.siteOrigin);
  const isLocal = policy.rules === 'article' && url.kind === 'local';
  if (isLocal && url.absolute && url.path.startsWith(IMAGE_PATH)) {
    image.properties.src = url.path;
    image.properties.alt ??= '';
    return undefined;
  }
  const href =
    src !== '' && (url.kind === 'local' || url.kind === 'external') ? url.href : undefined;
  const label = [text(describeImage(image, href))];
  if (href === undefined || ancestors.some((ancestor) => isElement(ancestor, 'a'))) return label;
  const link = element('a', { href, className: ['image-link'] }, label);
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
  return element('figure', { className: ['image'] }, [
    image,
    element('figcaption', {}, [text(String(title))]),
  ]);
}
