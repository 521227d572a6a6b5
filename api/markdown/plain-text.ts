import type { Element, Root, RootContent } from 'hast';
import { isElement } from './tree.ts';

const INLINE = new Set(
  `a abbr b bdi bdo cite code del dfn em i img input ins kbd mark q rp rt ruby s samp small span
  strike strong sub sup time tt u var wbr`.split(/\s+/),
);

function isCode(node: Element): boolean {
  return node.tagName === 'figure' && String(node.properties.className) === 'code';
}

function write(node: RootContent, parts: string[]): void {
  if (node.type === 'text') {
    parts.push(node.value.replaceAll('\n', ' '));
  } else if (node.type === 'element' && node.tagName !== 'pre' && !isCode(node)) {
    const separator = INLINE.has(node.tagName) ? '' : '\n';
    parts.push(separator);
    for (const child of node.children) write(child, parts);
    parts.push(separator);
  }
}

/** Returns the text of a tree without code blocks, one line per block. */
export function plainText(tree: Root): string {
  const parts: string[] = [];
  for (const child of tree.children) write(child, parts);
  return parts
    .join('')
    .split('\n')
    .map((line) => line.replace(/[ \t\u00A0]+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** Returns the text of the first top-level paragraph. */
export function firstParagraph(tree: Root): string | undefined {
  for (const child of tree.children) {
    if (!isElement(child, 'p')) continue;
    const line = plainText({ type: 'root', children: [child] }).replaceAll('\n', ' ');
    if (line !== '') return line;
  }
  return undefined;
}

/** Shortens a line to `limit` characters between words, with an ellipsis. */
export function shortenText(line: string, limit: number): string {
  if (line.length <= limit) return line;
  const start = line.slice(0, limit);
  const space = start.lastIndexOf(' ');
  return `${start.slice(0, space > limit / 2 ? space : limit - 1).toWellFormed()}…`;
}
