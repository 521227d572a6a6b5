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

/** Text of a tree, one line for each block, spaces collapsed, without code blocks. */
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

/** Text of the first paragraph at the top of a tree that has any. */
export function firstParagraph(tree: Root): string | undefined {
  for (const child of tree.children) {
    if (!isElement(child, 'p')) continue;
    const line = plainText({ type: 'root', children: [child] }).replaceAll('\n', ' ');
    if (line !== '') return line;
  }
  return undefined;
}

/** At most `limit` characters of a line, cut between words, with an ellipsis if cut. */
export function shortenText(line: string, limit: number): string {
  if (line.length <= limit) return line;
  const start = line.slice(0, limit);
  const space = start.lastIndexOf(' ');
  return `${start.slice(0, space > limit / 2 ? space : limit - 1).toWellFormed()}…`;
}
