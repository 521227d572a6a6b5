import { ALLOWED_ELEMENTS } from './sanitize-schema.ts';

// GFM 6.11, 'Disallowed Raw HTML': these would swallow the text behind them, so they are shown.
const SHOWN_AS_TEXT = new Set([
  'iframe',
  'noembed',
  'noframes',
  'plaintext',
  'script',
  'style',
  'textarea',
  'title',
  'xmp',
]);

const TAG_START = /<(\/?)([a-z][^\s/>]*)/gi;

/**
 * Raw HTML in which elements that don't survive anyway are already powerless for the HTML parser:
 * `<svg>` becomes `<x-svg>`, an ordinary unknown element, which opens neither another namespace
 * nor another parsing mode. What is allowed in the end is decided by the sanitizer, not here.
 */
export function calmRawHtml(html: string): string {
  return html.replace(TAG_START, (whole, slash: string, written: string) => {
    const name = written.toLowerCase();
    if (SHOWN_AS_TEXT.has(name)) return `&lt;${slash}${written}`;
    return ALLOWED_ELEMENTS.has(name) ? whole : `<${slash}x-${written}`;
  });
}
