import type { Element, ElementContent } from 'hast';
import { parseUrl } from '../../../markdown/parse-url.ts';
import { element, text } from '../../../markdown/tree.ts';

/** Returns a paragraph with a link to embedded content. */
export function linkParagraph(href: string, words = href): Element {
  return element('p', {}, [element('a', { href }, [text(words)])]);
}

/** Returns the page URL of an embedded video. */
export function pageOfEmbed(address: string): string {
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
