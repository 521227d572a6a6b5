import type { Element, ElementContent, Root } from 'hast';
import { z } from 'zod';
import { element, text } from '../../../markdown/tree.ts';
import { codeBlock, ghostCard } from './ghost-cards.ts';

const node = z.looseObject({
  type: z.string(),
  get children() {
    return z.array(node).optional();
  },
});
type LexicalNode = z.infer<typeof node>;

const state = z.object({ root: node });
const leaf = z.object({ text: z.string(), format: z.number().optional().default(0) });

/** What each bit of a text's format means; the code is innermost. */
const formats = [
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
  [4, 'del'],
  [2, 'em'],
  [1, 'strong'],
] as const;

/** The text of Ghost's present editor as HTML; null when a document is none. */
export function lexicalTree(document: unknown, notes: string[]): Root | null {
  // The document is as deep as whoever wrote the archive likes; beyond the stack it is none.
  const parsed = tryParse(document);
  return parsed && { type: 'root', children: inside(parsed, notes) };
}

function tryParse(document: unknown): LexicalNode | null {
  try {
    return state.safeParse(document).data?.root ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function inside(parent: LexicalNode, notes: string[]): ElementContent[] {
  return (parent.children ?? []).flatMap((child) => turn(child, notes));
}

/** The names of Ghost's own nodes begin with `extended-`. */
function turn(held: LexicalNode, notes: string[]): ElementContent[] {
  const type = held.type.replace(/^extended-/, '');
  switch (type) {
    case 'text':
    case 'code-highlight':
      return turnText(held);
    case 'linebreak':
      return [element('br', {})];
    case 'tab':
      return [text('\t')];
    case 'paragraph':
      return [element('p', {}, inside(held, notes))];
    case 'heading':
      return [element(headingOf(held.tag), {}, inside(held, notes))];
    case 'quote':
    case 'aside':
      return [element('blockquote', {}, [element('p', {}, inside(held, notes))])];
    case 'list':
      return [turnList(held, notes)];
    case 'listitem':
      return [element('li', {}, inside(held, notes))];
    case 'link':
    case 'autolink':
      return [element('a', { href: String(held.url ?? '') }, inside(held, notes))];
    case 'at-link':
    case 'zwnj':
      return inside(held, notes);
    case 'code':
      return [codeBlock(codeOf(held), String(held.language ?? ''))];
    default:
      return ghostCard(type, held, notes);
  }
}

/** Lexical puts an inner list into an item of its own; it belongs to the item before. */
function turnList(held: LexicalNode, notes: string[]): Element {
  const items: Element[] = [];
  for (const item of held.children ?? []) {
    const [first] = item.children ?? [];
    const last = items.at(-1);
    if (first?.type === 'list' && item.children?.length === 1 && last) {
      last.children.push(...inside(item, notes));
    } else items.push(element('li', {}, inside(item, notes)));
  }
  return element(held.listType === 'number' ? 'ol' : 'ul', startOf(held), items);
}

function turnText(held: LexicalNode): ElementContent[] {
  const { data } = leaf.safeParse(held);
  if (!data) return [];
  let turned: ElementContent = text(data.text);
  for (const [bit, name] of formats) {
    if ((data.format & bit) !== 0) turned = element(name, {}, [turned]);
  }
  return [turned];
}

function headingOf(tag: unknown): string {
  return typeof tag === 'string' && /^h[1-6]$/.test(tag) ? tag : 'h2';
}

function startOf(held: LexicalNode): { start?: number } {
  return typeof held.start === 'number' && held.start > 1 ? { start: held.start } : {};
}

function codeOf(held: LexicalNode): string {
  const lines = (held.children ?? []).map((child) =>
    child.type === 'linebreak' ? '\n' : String(child.text ?? ''),
  );
  return lines.join('');
}
