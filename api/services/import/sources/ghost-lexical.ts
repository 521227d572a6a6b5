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

/** Elements by bit of a text's format; code is innermost. */
const formats = [
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
  [4, 'del'],
  [2, 'em'],
  [1, 'strong'],
] as const;

/** Converts a Lexical document (Ghost's current editor) to HTML; returns null if it is invalid. */
export function lexicalTree(document: unknown, notes: string[]): Root | null {
  // Documents nested too deep for the stack are treated as invalid.
  const parsed = tryParse(document);
  return parsed && { type: 'root', children: convertChildren(parsed, notes) };
}

function tryParse(document: unknown): LexicalNode | null {
  try {
    return state.safeParse(document).data?.root ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function convertChildren(parent: LexicalNode, notes: string[]): ElementContent[] {
  return (parent.children ?? []).flatMap((child) => convertNode(child, notes));
}

/** Converts a node; Ghost's own node types begin with `extended-`. */
function convertNode(source: LexicalNode, notes: string[]): ElementContent[] {
  const type = source.type.replace(/^extended-/, '');
  switch (type) {
    case 'text':
    case 'code-highlight':
      return convertText(source);
    case 'linebreak':
      return [element('br', {})];
    case 'tab':
      return [text('\t')];
    case 'paragraph':
      return [element('p', {}, convertChildren(source, notes))];
    case 'heading':
      return [element(headingOf(source.tag), {}, convertChildren(source, notes))];
    case 'quote':
    case 'aside':
      return [element('blockquote', {}, [element('p', {}, convertChildren(source, notes))])];
    case 'list':
      return [convertList(source, notes)];
    case 'listitem':
      return [element('li', {}, convertChildren(source, notes))];
    case 'link':
    case 'autolink':
      return [element('a', { href: String(source.url ?? '') }, convertChildren(source, notes))];
    case 'at-link':
    case 'zwnj':
      return convertChildren(source, notes);
    case 'code':
      return [codeBlock(codeOf(source), String(source.language ?? ''))];
    default:
      return ghostCard(type, source, notes);
  }
}

/** Converts a list; Lexical wraps nested lists in an item of their own. */
function convertList(source: LexicalNode, notes: string[]): Element {
  const items: Element[] = [];
  for (const item of source.children ?? []) {
    const [first] = item.children ?? [];
    const last = items.at(-1);
    if (first?.type === 'list' && item.children?.length === 1 && last) {
      last.children.push(...convertChildren(item, notes));
    } else items.push(element('li', {}, convertChildren(item, notes)));
  }
  return element(source.listType === 'number' ? 'ol' : 'ul', startOf(source), items);
}

function convertText(source: LexicalNode): ElementContent[] {
  const { data } = leaf.safeParse(source);
  if (!data) return [];
  let converted: ElementContent = text(data.text);
  for (const [bit, name] of formats) {
    if ((data.format & bit) !== 0) converted = element(name, {}, [converted]);
  }
  return [converted];
}

function headingOf(tag: unknown): string {
  return typeof tag === 'string' && /^h[1-6]$/.test(tag) ? tag : 'h2';
}

function startOf(source: LexicalNode): { start?: number } {
  return typeof source.start === 'number' && source.start > 1 ? { start: source.start } : {};
}

function codeOf(source: LexicalNode): string {
  const lines = (source.children ?? []).map((child) =>
    child.type === 'linebreak' ? '\n' : String(child.text ?? ''),
  );
  return lines.join('');
}
