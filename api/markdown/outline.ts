import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;

/** Links, images, headings and ids of rendered HTML in order. */
export interface Outline {
  /** Links of the author; `picture` is true for links that replace external images. */
  links: { href: string; text: string; picture: boolean }[];
  images: { src: string; alt: string }[];
  headings: { depth: number; text: string }[];
  ids: string[];
}

/** Classes of links that the renderer adds. */
const RENDERER_LINKS = new Set(['heading-anchor', 'footnote-reference', 'footnote-back']);

/** Reads the outline of rendered HTML. */
export function readOutline(html: string): Outline {
  const outline: Outline = { links: [], images: [], headings: [], ids: [] };
  for (const node of parseFragment(html).childNodes) walk(node, outline);
  return outline;
}

function walk(node: Node, outline: Outline): void {
  if (!('tagName' in node)) return;
  const { tagName } = node;
  const attributeOf = (name: string) =>
    node.attrs.find((attribute) => attribute.name === name)?.value;
  const id = attributeOf('id');
  if (id !== undefined) outline.ids.push(id);
  const className = attributeOf('class') ?? '';
  if (RENDERER_LINKS.has(className)) return;
  if (tagName === 'a') {
    const href = attributeOf('href');
    const picture = className === 'image-link';
    if (href !== undefined) outline.links.push({ href, text: textOf(node), picture });
  } else if (tagName === 'img') {
    outline.images.push({ src: attributeOf('src') ?? '', alt: attributeOf('alt') ?? '' });
  } else if (/^h[1-6]$/.test(tagName)) {
    outline.headings.push({ depth: Number(tagName.slice(1)), text: textOf(node) });
  }
  for (const child of node.childNodes) walk(child, outline);
}

function textOf(node: Node): string {
  if ('value' in node) return node.value;
  if (!('tagName' in node)) return '';
  if (RENDERER_LINKS.has(node.attrs.find(({ name }) => name === 'class')?.value ?? '')) return '';
  return node.childNodes.map(textOf).join('');
}
