import type { Element, ElementContent } from 'hast';
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
export function ghostCard(name: string, value: unknown, notes: string[]): ElementContent[] {
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

/** Creates a code block. */
export function codeBlock(code: string, language: string): Element {
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
