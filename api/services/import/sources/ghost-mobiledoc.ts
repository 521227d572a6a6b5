import type { Element, ElementContent, Root } from 'hast';
import { z } from 'zod';
import { element, text } from '../../../markdown/tree.ts';
import { ghostCard } from './ghost-cards.ts';

const MARKUP_SECTION = 1;
const IMAGE_SECTION = 2;
const LIST_SECTION = 3;
const CARD_SECTION = 10;
const ATOM = 1;

/** Marker: type, opened markups, number of closed ones, and text or atom index. */
const marker = z.tuple([
  z.number(),
  z.array(z.number()),
  z.number(),
  z.union([z.string(), z.number()]),
]);
type Marker = z.infer<typeof marker>;

/** Mobiledoc 0.3: https://github.com/bustle/mobiledoc-kit/blob/main/MOBILEDOC.md */
const mobiledoc = z.object({
  version: z.string().startsWith('0.3'),
  atoms: z.array(z.array(z.unknown())).default([]),
  cards: z.array(z.tuple([z.string(), z.unknown()]).rest(z.unknown())).default([]),
  markups: z.array(z.tuple([z.string()]).rest(z.array(z.string()))).default([]),
  sections: z.array(z.array(z.unknown())),
});
type Mobiledoc = z.infer<typeof mobiledoc>;

/**
 * Converts a Mobiledoc document (Ghost's editor of 2018 to 2023) to HTML; returns null if it is
 * invalid.
 */
export function mobiledocTree(document: unknown, notes: string[]): Root | null {
  const { data } = mobiledoc.safeParse(document);
  if (!data) return null;
  return {
    type: 'root',
    children: data.sections.flatMap((part) => convertSection(data, part, notes)),
  };
}

function convertSection(
  document: Mobiledoc,
  section: unknown[],
  notes: string[],
): ElementContent[] {
  const [kind, second, third] = section;
  switch (kind) {
    case MARKUP_SECTION:
      return [element(tagOf(second), {}, convertMarkers(document, third))];
    case IMAGE_SECTION:
      return [element('img', { src: String(second ?? ''), alt: '' })];
    case LIST_SECTION: {
      const items = Array.isArray(third) ? third : [];
      const list = items.map((item) => element('li', {}, convertMarkers(document, item)));
      return [element(second === 'ol' ? 'ol' : 'ul', {}, list)];
    }
    case CARD_SECTION: {
      const card = document.cards[Number(second)];
      return card ? ghostCard(card[0], card[1], notes) : [];
    }
    default:
      return [];
  }
}

/** Returns the tag of a section; asides and pull quotes become block quotes. */
function tagOf(name: unknown): string {
  const tag = String(name).toLowerCase();
  if (/^(?:p|h[1-6]|blockquote)$/.test(tag)) return tag;
  return tag === 'aside' || tag === 'pull-quote' ? 'blockquote' : 'p';
}

function convertMarkers(document: Mobiledoc, markers: unknown): ElementContent[] {
  const root = element('p', {});
  const open: Element[] = [root];
  for (const entry of Array.isArray(markers) ? markers : []) {
    const { data } = marker.safeParse(entry);
    if (data) addMarker(document, open, data);
  }
  return root.children;
}

function addMarker(
  document: Mobiledoc,
  open: Element[],
  [kind, opens, closes, value]: Marker,
): void {
  for (const number of opens) {
    const started = markupOf(document, number);
    open.at(-1)?.children.push(started);
    open.push(started);
  }
  open.at(-1)?.children.push(...contentOf(document, kind, value));
  for (let count = 0; count < closes && open.length > 1; count += 1) open.pop();
}

function contentOf(document: Mobiledoc, kind: number, value: string | number): ElementContent[] {
  if (kind !== ATOM) return [text(String(value))];
  const [name, words] = document.atoms[Number(value)] ?? [];
  return name === 'soft-return' ? [element('br', {})] : [text(String(words ?? ''))];
}

function markupOf(document: Mobiledoc, number: number): Element {
  const [tag = 'span', attributes = []] = document.markups[number] ?? [];
  const at = attributes.indexOf('href');
  return element(tag.toLowerCase(), at === -1 ? {} : { href: attributes[at + 1] ?? '' });
}
