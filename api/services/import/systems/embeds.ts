import type { Element, ElementContent } from 'hast';
import { readAddress } from '../../../markdown/address.ts';
import { element, text } from '../../../markdown/tree.ts';

/** A paragraph that leads to what was embedded. */
export function linkParagraph(href: string, words = href): Element {
  return element('p', {}, [element('a', { href }, [text(words)])]);
}

/** The page that shows what a player's address plays. */
export function pageOfPlayer(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  const video = /^\/embed\/([\w-]{6,20})$/.exec(url.pathname)?.[1];
  if (video && /(?:^|\.)youtube(?:-nocookie)?\.com$/.test(url.hostname)) {
    return `https://www.youtube.com/watch?v=${video}`;
  }
  const vimeo = /^\/video\/(\d+)$/.exec(url.pathname)?.[1];
  return vimeo && url.hostname === 'player.vimeo.com' ? `https://vimeo.com/${vimeo}` : address;
}

/** A frame becomes a link to what it shows. */
export function frameLink(frame: Element, notes: string[]): ElementContent[] {
  const written = String(frame.properties.src ?? '');
  const absolute = written.startsWith('//') ? `https:${written}` : written;
  const href = pageOfPlayer(absolute);
  if (readAddress(href, undefined).kind !== 'external') {
    notes.push('An embedded frame that leads to no page was left out.');
    return [];
  }
  notes.push(`An embedded frame became a link: ${href}`);
  return [linkParagraph(href)];
}

/** Of scripts only one kind is content: a gist, which becomes a link to it. */
export function scriptLink(script: Element, notes: string[]): ElementContent[] {
  const gist = /^https:\/\/gist\.github\.com\/[\w-]+\/[\da-f]+(?=\.js)/.exec(
    String(script.properties.src ?? ''),
  )?.[0];
  if (gist === undefined) {
    notes.push('A script was left out.');
    return [];
  }
  notes.push(`An embedded gist became a link: ${gist}`);
  return [linkParagraph(gist)];
}
