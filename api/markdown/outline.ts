import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;

/** Links, images, headings and ids of rendered HTML in order. */
export interface Outline {
  /** Links that the author wrote; `picture` where one stands for an image of another site. */
  links: { href: string; text: string; picture: boolean }[];
  images: { src: string; alt: string }[];
  headings: { depth: number; text: string }[];
  ids: string[];
}

/** Classes of links that the renderer adds. */
const OWN_LINKS = new Set(['heading-anchor', 'footnote-reference', 'footnote-back']);

/** Reads the outline of rendered HTML. */
export function readOutline(html: string): Outline {
  const outline: Outline = { links: [], images: [], headings: [], ids: [] };
  for (const node of parseFragment(html).childNodes) walk(node, outline);
  return outline;
}

function walk(node: Node, outline: Outline): void {
  if (!('tagName' in node)) return;
  const { tagName } = node;
  const value = (name: string) => node.attrs.find((one) => one.name === name)?.value;
  const id = value('id');
  if (id !== undefined) outline.ids.push(id);
  const look = value('class') ?? '';
  if (OWN_LINKS.has(look)) return;
  if (tagName === 'a') {
    const href = value('href');
    const picture = look === 'image-link';
    if (href !== undefined) outline.links.push({ href, text: textOf(node), picture });
  } else if (tagName === 'img') {
    outline.images.push({ src: value('src') ?? '', alt: value('alt') ?? '' });
  } else if (/^h[1-6]$/.test(tagName)) {
    outline.headings.push({ depth: Number(tagName.slice(1)), text: textOf(node) });
  }
  for (const child of node.childNodes) walk(child, outline);
}

function textOf(node: Node): string {
  if ('value' in node) return node.value;
  if (!('tagName' in node)) return '';
  if (OWN_LINKS.has(node.attrs.find(({ name }) => name === 'class')?.value ?? '')) return '';
  return node.childNodes.map(textOf).join('');
}
