import type { Element, Root } from 'hast';
import type { Block, SourceBlocks } from './blocks.ts';
import type { CodeSource } from './code-block.ts';
import { readCodeBlock } from './prepare.ts';
import { isElement } from './tree.ts';

/** Counts the characters of code in a source, in fences and raw HTML. */
export function codeCharacters({ blocks, footnotes }: SourceBlocks): number {
  let characters = 0;
  for (const { tokens } of [...blocks, ...footnotes.values()]) {
    for (const { type, content } of tokens) {
      const isRawCode = type === 'html_block' && content.includes('language-');
      if (type === 'fence' || isRawCode) characters += content.length;
    }
  }
  return characters;
}

/** True if a block with parsed inline content contains raw HTML. */
export function containsRawHtml({ tokens }: Block): boolean {
  return tokens.some(
    ({ type, children }) =>
      type === 'html_block' || children?.some((child) => child.type === 'html_inline'),
  );
}

/** Returns the code blocks of a tree in order. */
export function findCodeBlocks(tree: Root | Element): CodeSource[] {
  return tree.children.flatMap((node) => {
    if (node.type !== 'element') return [];
    const source = isElement(node, 'pre') ? readCodeBlock(node) : undefined;
    return source ? [source] : findCodeBlocks(node);
  });
}
