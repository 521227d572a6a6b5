import type { Element, ElementContent, Root } from 'hast';
import { z } from 'zod';
import { element, text } from '../../../markdown/tree.ts';
import { parseHtml, RAW_MARKDOWN } from './html-to-markdown.ts';

const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** Fields of all cards; some contain HTML. */
const payloadSchema = z.object({
  src: optionalText,
  alt: optionalText,
  caption: optionalText,
  href: optionalText,
  url: optionalText,
  html: optionalText,
  code: optionalText,
  language: optionalText,
  markdown: optionalText,
  calloutEmoji: optionalText,
  calloutText: optionalText,
  heading: optionalText,
  content: optionalText,
  buttonText: optionalText,
  buttonUrl: optionalText,
  title: optionalText,
  fileTitle: optionalText,
  fileName: optionalText,
  productTitle: optionalText,
  productDescription: optionalText,
  productUrl: optionalText,
  header: optionalText,
  subheader: optionalText,
  textValue: optionalText,
  metadata: z.object({ title: optionalText, description: optionalText }).nullish(),
  images: z
    .array(z.object({ src: optionalText, alt: optionalText }))
    .nullish()
    .transform((list) => list ?? []),
});
type Payload = z.infer<typeof payloadSchema>;

type Card = (payload: Payload) => ElementContent[];

/** Converters of Ghost editor cards by name, to the HTML that Ghost renders. */
const cards: Record<string, Card> = {
  image: ({ src, alt, caption, href }) => [figure([{ src, alt }], caption, href)],
  gallery: ({ images, caption }) => [figure(images, caption)],
  code: ({ code, language }) => [codeBlock(code, language)],
  markdown: ({ markdown }) => [element(RAW_MARKDOWN, { value: markdown })],
  html: ({ html }) => fragment(html),
  hr: () => [element('hr', {})],
  embed: ({ html, url }) => (html === '' ? [link(url, url)] : fragment(html)),
  bookmark: ({ url, metadata }) => [
    element('figure', { className: ['kg-bookmark-card'] }, [
      element('a', { href: url }, [
        element('div', { className: ['kg-bookmark-title'] }, [text(metadata?.title ?? '')]),
      ]),
    ]),
  ],
  callout: ({ calloutEmoji, calloutText }) => [
    element('div', { className: ['kg-callout-card'] }, [
      element('div', { className: ['kg-callout-emoji'] }, [text(calloutEmoji)]),
      element('div', { className: ['kg-callout-text'] }, fragment(calloutText)),
    ]),
  ],
  toggle: ({ heading, content }) => [
    element('div', { className: ['kg-toggle-card'] }, [
      element('div', { className: ['kg-toggle-heading'] }, fragment(heading)),
      element('div', { className: ['kg-toggle-content'] }, fragment(content)),
    ]),
  ],
  button: ({ buttonUrl, buttonText }) => [link(buttonUrl, buttonText || buttonUrl)],
  video: (payload) => [mediaCard('video', payload, payload.fileName)],
  audio: (payload) => [mediaCard('audio', payload, payload.title)],
  file: (payload) => [mediaCard('file-card', payload, payload.fileTitle || payload.fileName)],
  product: (payload) => [
    element('div', { className: ['kg-product-card'] }, [
      element('h4', {}, fragment(payload.productTitle)),
      ...fragment(payload.productDescription),
      ...(payload.productUrl === '' ? [] : [link(payload.productUrl, payload.productUrl)]),
    ]),
  ],
  header: ({ header, subheader }) => [
    element('div', { className: ['kg-header-card'] }, [
      element('h2', {}, fragment(header)),
      element('p', {}, fragment(subheader)),
    ]),
  ],
  'call-to-action': ({ textValue, buttonUrl, buttonText }) => [
    element('div', { className: ['kg-cta-card'] }, [
      ...fragment(textValue),
      ...(buttonUrl === '' ? [] : [link(buttonUrl, buttonText || buttonUrl)]),
    ]),
  ],
  signup: () => [element('div', { className: ['kg-signup-card'] })],
  paywall: () => [element('div', { className: ['kg-paywall'] })],
};

/** Aliases of card names. */
const names: Record<string, string> = {
  'card-markdown': 'markdown',
  codeblock: 'code',
  horizontalrule: 'hr',
};

/** Converts a Ghost card to HTML; unknown cards are noted and omitted. */
function ghostCard(name: string, value: unknown, notes: string[]): ElementContent[] {
  const cardName = Object.hasOwn(names, name) ? names[name] : name;
  const card =
    cardName !== undefined && Object.hasOwn(cards, cardName) ? cards[cardName] : undefined;
  const parsed = payloadSchema.safeParse(value ?? {});
  if (card && parsed.success) return card(parsed.data);
  notes.push(`A card of type “${name.slice(0, 60)}” was ignored.`);
  return [];
}

function fragment(html: string): ElementContent[] {
  return parseHtml(html).children as ElementContent[];
}

function link(href: string, written: string): Element {
  return element('p', {}, [element('a', { href }, [text(written)])]);
}

function codeBlock(code: string, language: string): Element {
  const className = language === '' ? [] : [`language-${language}`];
  return element('pre', {}, [element('code', { className }, [text(code)])]);
}

function figure(images: { src: string; alt: string }[], caption: string, href = ''): Element {
  const shown = images.map(({ src, alt }) => {
    const image = element('img', { src, alt });
    return href === '' ? image : element('a', { href }, [image]);
  });
  const below = caption === '' ? [] : [element('figcaption', {}, fragment(caption))];
  return element('figure', {}, [...shown, ...below]);
}

function mediaCard(
  kind: 'video' | 'audio' | 'file-card',
  { src }: Payload,
  title: string,
): Element {
  return element(
    'div',
    { className: [kind === 'file-card' ? 'kg-file-card' : `kg-${kind}-card`] },
    [
      element('a', { href: src }, []),
      element('div', { className: [`kg-${kind}-title`] }, [text(title)]),
    ],
  );
}

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
      return [codeBlock(codeBlockTextOf(source), String(source.language ?? ''))];
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

function codeBlockTextOf(source: LexicalNode): string {
  const lines = (source.children ?? []).map((child) =>
    child.type === 'linebreak' ? '\n' : String(child.text ?? ''),
  );
  return lines.join('');
}

/** Converts a Mobiledoc document (Ghost's editor of 2018 to 2023) to HTML; returns null if it is invalid. */
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
