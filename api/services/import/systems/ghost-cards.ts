import type { Element, ElementContent } from 'hast';
import { z } from 'zod';
import { element, text } from '../../../markdown/tree.ts';
import { parseHtml } from './html-to-markdown.ts';
import { RAW_MARKDOWN } from './tidy-html.ts';

const words = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** What cards hold, whichever they are. Some fields are HTML. */
const payload = z.object({
  ...{ src: words, alt: words, caption: words, href: words, url: words, html: words, code: words },
  ...{ language: words, markdown: words, calloutEmoji: words, calloutText: words },
  ...{ heading: words, content: words, buttonText: words, buttonUrl: words, title: words },
  ...{ fileTitle: words, fileName: words, productTitle: words, productDescription: words },
  ...{ productUrl: words, header: words, subheader: words, textValue: words },
  metadata: z.object({ title: words, description: words }).nullish(),
  images: z
    .array(z.object({ src: words, alt: words }))
    .nullish()
    .transform((list) => list ?? []),
});
type Payload = z.infer<typeof payload>;

type Card = (held: Payload) => ElementContent[];

/** Cards of Ghost's editors by their names, drawn as Ghost draws them, as far as markdown has it. */
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
  video: (held) => [mediaCard('video', held, held.fileName)],
  audio: (held) => [mediaCard('audio', held, held.title)],
  file: (held) => [mediaCard('file-card', held, held.fileTitle || held.fileName)],
  product: (held) => [
    element('div', { className: ['kg-product-card'] }, [
      element('h4', {}, fragment(held.productTitle)),
      ...fragment(held.productDescription),
      ...(held.productUrl === '' ? [] : [link(held.productUrl, held.productUrl)]),
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

/** Other names that cards have had. */
const names: Record<string, string> = {
  'card-markdown': 'markdown',
  codeblock: 'code',
  horizontalrule: 'hr',
};

/** What a card of Ghost's editors holds, as HTML; one that nothing is known of is noted. */
export function ghostCard(name: string, held: unknown, notes: string[]): ElementContent[] {
  const known = Object.hasOwn(names, name) ? names[name] : name;
  const card = known !== undefined && Object.hasOwn(cards, known) ? cards[known] : undefined;
  const parsed = payload.safeParse(held ?? {});
  if (card && parsed.success) return card(parsed.data);
  notes.push(`A card of the kind “${name.slice(0, 60)}” was left out.`);
  return [];
}

function fragment(html: string): ElementContent[] {
  return parseHtml(html).children as ElementContent[];
}

function link(href: string, written: string): Element {
  return element('p', {}, [element('a', { href }, [text(written)])]);
}

/** A block of code. */
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
