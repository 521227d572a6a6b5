import type { Element, ElementContent, Root } from 'hast';
import { createHtmlParser } from './html-parser.ts';
import { ALLOWED_ELEMENTS } from './sanitize-schema.ts';
import { serialize } from './serialize.ts';
import { element, replaceElements, text, textOf } from './tree.ts';

// Usual HTML is stable after one round, hostile HTML after two or three.
const ROUNDS_MAX = 6;

// Outside of a list, these elements would close a list item around the text.
const NEEDS_LIST: Record<string, readonly string[]> = {
  li: ['ol', 'ul'],
  dd: ['dl'],
  dt: ['dl'],
};

function unwrapDisallowed(
  node: Element,
  ancestors: readonly Element[],
): ElementContent[] | undefined {
  const lists = NEEDS_LIST[node.tagName];
  const misplaced = lists && !ancestors.some(({ tagName }) => lists.includes(tagName));
  return misplaced || !ALLOWED_ELEMENTS.has(node.tagName) ? node.children : undefined;
}

/**
 * Removes disallowed elements and parses the rest again until it no longer changes.
 * Some nested HTML changes each time it is parsed, which can bypass a sanitiser; HTML that does not
 * become stable is returned as text.
 */
export function stabilizeHtml(tree: Root): Root {
  let current = tree;
  let previousHtml: string | undefined;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    replaceElements(current, unwrapDisallowed);
    const html = serialize(current);
    if (html === previousHtml) return current;
    previousHtml = html;
    const parser = createHtmlParser();
    parser.write(html);
    current = parser.finish();
  }
  return { type: 'root', children: [element('p', {}, [text(textOf(tree))])] };
}
