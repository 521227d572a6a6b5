import type { Element, ElementContent } from 'hast';
import { parseUrl } from '../../../markdown/parse-url.ts';
import { element, isElement, text, textOf } from '../../../markdown/tree.ts';

/** Property of a blockquote that represents a callout. */
export const CALLOUT = 'dataCallout';

type Card = (node: Element, notes: string[]) => ElementContent[];

/** Converters of Ghost and Medium cards, by class name. */
const cards: Record<string, Card> = {
  'kg-bookmark-card': bookmark,
  'graf--mixtapeEmbed': bookmark,
  'kg-callout-card': callout,
  'kg-toggle-card': toggle,
  'kg-video-card': file('video', 'kg-video-title'),
  'kg-audio-card': file('audio', 'kg-audio-title'),
  'kg-file-card': file('file', 'kg-file-card-title'),
  'kg-product-card': plain('A product card became plain text.'),
  'kg-header-card': plain('A header card became plain text.'),
  'kg-cta-card': plain('A call-to-action card became plain text.'),
  'kg-signup-card': omitted('A sign-up form was ignored.'),
  'kg-paywall': omitted('A paywall line was ignored.'),
};

/** Converts a card; returns undefined for other elements. */
export function convertCard(node: Element, notes: string[]): ElementContent[] | undefined {
  const names = Array.isArray(node.properties.className) ? node.properties.className : [];
  for (const name of names) {
    const card = Object.hasOwn(cards, String(name)) ? cards[String(name)] : undefined;
    if (card) return card(node, notes);
  }
  return undefined;
}

function bookmark(node: Element, notes: string[]): ElementContent[] {
  const link = find(node, (inner) => inner.tagName === 'a' && Boolean(inner.properties.href));
  if (!link) return node.children;
  const href = String(link.properties.href);
  const title = findClass(node, 'kg-bookmark-title') ?? findTag(link, 'strong');
  notes.push(`A bookmark card became a link: ${href}`);
  return [linkParagraph(href, plainTextOf(title) || href)];
}

function callout(node: Element): ElementContent[] {
  const body = findClass(node, 'kg-callout-text');
  const emoji = plainTextOf(findClass(node, 'kg-callout-emoji'));
  const words = body?.children ?? node.children;
  const paragraphs = words.some((child) => isElement(child, 'p'))
    ? words
    : [element('p', {}, words)];
  const first = paragraphs.find((child) => isElement(child, 'p'));
  if (emoji !== '' && isElement(first)) first.children.unshift(text(`${emoji} `));
  return [element('blockquote', { [CALLOUT]: 'note' }, paragraphs)];
}

function toggle(node: Element, notes: string[]): ElementContent[] {
  notes.push('A collapsible section stays expanded.');
  const heading = plainTextOf(findClass(node, 'kg-toggle-heading'));
  const content = findClass(node, 'kg-toggle-content')?.children ?? [];
  return [element('p', {}, [element('strong', {}, [text(heading)])]), ...content];
}

function file(kind: string, titleClass: string): Card {
  return (node, notes) => {
    const source = find(node, ({ properties: { src, href } }) => Boolean(src ?? href));
    const address = String(source?.properties.src ?? source?.properties.href ?? '');
    if (address === '') return omitted(`A card with a ${kind} was ignored.`)(node, notes);
    notes.push(`A card with a ${kind} became a link: ${address}`);
    return [linkParagraph(address, plainTextOf(findClass(node, titleClass)) || `The ${kind}`)];
  };
}

function plain(note: string): Card {
  return (node, notes) => {
    notes.push(note);
    return node.children;
  };
}

function omitted(note: string): Card {
  return (_node, notes) => {
    notes.push(note);
    return [];
  };
}

function find(node: Element, wanted: (inner: Element) => boolean): Element | undefined {
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    const found = wanted(child) ? child : find(child, wanted);
    if (found) return found;
  }
  return undefined;
}

const findTag = (node: Element, tagName: string) =>
  find(node, (inner) => inner.tagName === tagName);
const findClass = (node: Element, name: string) =>
  find(
    node,
    ({ properties: { className } }) => Array.isArray(className) && className.includes(name),
  );

function plainTextOf(node: Element | undefined): string {
  return node ? textOf(node).replace(/\s+/g, ' ').trim() : '';
}

/** Returns a paragraph with a link to embedded content. */
function linkParagraph(href: string, words = href): Element {
  return element('p', {}, [element('a', { href }, [text(words)])]);
}

/** Returns the page URL of an embedded video. */
function pageOfEmbed(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  const video = /^\/embed\/([\w-]{6,20})$/.exec(url.pathname)?.[1];
  if (video && /(?:^|\.)youtube(?:-nocookie)?\.com$/.test(url.hostname)) {
    return `https://www.youtube.com/watch?v=${video}`;
  }
  const vimeo = /^\/video\/(\d+)$/.exec(url.pathname)?.[1];
  return vimeo && url.hostname === 'player.vimeo.com' ? `https://vimeo.com/${vimeo}` : address;
}

/** Converts a frame to a link. */
export function frameLink(frame: Element, notes: string[]): ElementContent[] {
  const written = String(frame.properties.src ?? '');
  const absolute = written.startsWith('//') ? `https:${written}` : written;
  const href = pageOfEmbed(absolute);
  if (parseUrl(href, undefined).kind !== 'external') {
    notes.push('An embedded frame without a page was ignored.');
    return [];
  }
  notes.push(`An embedded frame became a link: ${href}`);
  return [linkParagraph(href)];
}

/** Converts an embedded gist to a link and drops other scripts. */
export function scriptLink(script: Element, notes: string[]): ElementContent[] {
  const gist = /^https:\/\/gist\.github\.com\/[\w-]+\/[\da-f]+(?=\.js)/.exec(
    String(script.properties.src ?? ''),
  )?.[0];
  if (gist === undefined) {
    notes.push('A script was ignored.');
    return [];
  }
  notes.push(`An embedded gist became a link: ${gist}`);
  return [linkParagraph(gist)];
}
