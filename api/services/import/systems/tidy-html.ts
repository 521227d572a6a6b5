import type { Element, ElementContent, Root } from 'hast';
import { readAddress } from '../../../markdown/address.ts';
import { element, isElement, replaceElements, text, textOf } from '../../../markdown/tree.ts';
import { tidyCard } from './cards.ts';
import { frameLink, scriptLink } from './embeds.ts';
import { tidyCode } from './html-code.ts';

/** Element that holds markdown as it was written, in its property `value`. */
export const RAW_MARKDOWN = 'raw-markdown';

/** What is known about the place a text comes from. */
export interface Surroundings {
  /** Whether an image comes along, so that it can be shown and have a caption. */
  brings(address: string): boolean;
  /** Where a link of the old place leads from here. */
  linkTo(address: string): string;
}

/** What never is text. */
const dropped = new Set(
  'style link meta base noscript template object embed applet svg math form button select textarea'.split(
    ' ',
  ),
);

/**
 * Brings HTML into the shapes that markdown has: cards and frames become links, captions stand
 * where they can stay, headings begin at the second level, since the title is the first.
 */
export function tidyHtml(tree: Root, surroundings: Surroundings, notes: string[]): void {
  removeComments(tree);
  replaceElements(tree, (node) => tidyElement(node, surroundings, notes));
  replaceElements(tree, (node) => nameLost(node, surroundings, notes));
  levelHeadings(tree);
}

function tidyElement(
  node: Element,
  surroundings: Surroundings,
  notes: string[],
): ElementContent[] | undefined {
  const card = tidyCard(node, notes);
  if (card) return card;
  switch (node.tagName) {
    case 'script':
      return scriptLink(node, notes);
    case 'iframe':
      return frameLink(node, notes);
    case 'pre':
      return tidyCode(node);
    case 'b':
    case 'strong':
    case 'i':
    case 'em':
      return withoutRepetition(node);
    case 'a':
      return tidyLink(node, surroundings, notes);
    case 'img':
      return tidyImage(node, notes);
    case 'figure':
      return tidyFigure(node, surroundings);
    default:
      return dropped.has(node.tagName) ? [] : undefined;
  }
}

const emphasis: Record<string, string> = { b: 'strong', strong: 'strong', i: 'em', em: 'em' };

/** Editors write the same emphasis twice, one within the other. */
function withoutRepetition(node: Element): undefined {
  node.children = node.children.flatMap((child) =>
    child.type === 'element' && emphasis[child.tagName] === emphasis[node.tagName]
      ? child.children
      : [child],
  );
}

function removeComments(parent: Root | Element): void {
  const kept = (parent.children as ElementContent[]).filter(
    (child) => child.type === 'element' || child.type === 'text',
  );
  parent.children = kept;
  for (const child of kept) if (child.type === 'element') removeComments(child);
}

function tidyLink(
  link: Element,
  { linkTo }: Surroundings,
  notes: string[],
): ElementContent[] | undefined {
  if (link.properties.href === undefined) return link.children;
  const href = linkTo(String(link.properties.href));
  if (readAddress(href, undefined).kind === 'refused') {
    notes.push('A link that leads to no page was left out; its words stay.');
    return link.children;
  }
  link.properties = { href };
  return undefined;
}

function tidyImage(image: Element, notes: string[]): ElementContent[] | undefined {
  const { src, alt } = image.properties;
  const address = readAddress(String(src ?? ''), undefined);
  if (address.kind !== 'external' && address.kind !== 'local') {
    notes.push('An image that lies within the text itself was left out.');
    return alt ? [text(String(alt))] : [];
  }
  image.properties = { src: String(src), alt: String(alt ?? '') };
  return undefined;
}

/** What Ghost writes for the address of the site, which its export does not tell. */
const UNTOLD = '__GHOST_URL__';

/** An image that lies neither here nor anywhere that is known leaves its words. */
function nameLost(
  node: Element,
  { brings }: Surroundings,
  notes: string[],
): ElementContent[] | undefined {
  const address = String(node.properties.src ?? '');
  if (node.tagName !== 'img' || !address.startsWith(UNTOLD) || brings(address)) return undefined;
  notes.push(`An image is not in the archive, and was left out: ${address.slice(UNTOLD.length)}`);
  return [element('em', {}, [text(String(node.properties.alt || 'Image'))])];
}

/** An image of ours keeps its caption as its title; one that becomes a link has it below. */
function tidyFigure(figure: Element, { brings }: Surroundings): ElementContent[] | undefined {
  const images = elementsBelow(figure, 'img');
  if (images.length === 0) return undefined;
  const [caption] = elementsBelow(figure, 'figcaption');
  const words = caption ? textOf(caption).replace(/\s+/g, ' ').trim() : '';
  const [first] = images;
  const alone = images.length === 1 && first && brings(String(first.properties.src));
  if (alone && words !== '') first.properties.title = words;
  const paragraphs = images.map((image) => element('p', {}, [image]));
  if (!caption || alone || words === '') return paragraphs;
  return [...paragraphs, element('p', {}, [element('em', {}, caption.children)])];
}

/** Elements of a name below a node, in order. */
export function elementsBelow(node: Element, tagName: string): Element[] {
  return node.children.flatMap((child) =>
    child.type !== 'element'
      ? []
      : [...(isElement(child, tagName) ? [child] : []), ...elementsBelow(child, tagName)],
  );
}

function levelHeadings(tree: Root): void {
  const headings: Element[] = [];
  replaceElements(tree, (node) => {
    if (/^h[1-6]$/.test(node.tagName)) headings.push(node);
    return undefined;
  });
  const levels = headings.map((heading) => Number(heading.tagName.slice(1)));
  const shift = 2 - Math.min(...levels);
  for (const [at, heading] of headings.entries()) {
    heading.tagName = `h${Math.min(6, (levels[at] ?? 2) + shift)}`;
  }
}
