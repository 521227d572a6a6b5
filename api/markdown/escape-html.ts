import { ALLOWED_ELEMENTS } from './sanitize-schema.ts';

// Elements that would hide the following text, so their tags are shown as text (GFM 6.11).
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
 * Renames disallowed elements so that the HTML parser treats them as unknown: `<svg>` becomes
 * `<x-svg>`, without another namespace or parsing mode.
 * The sanitiser decides later which elements are allowed.
 */
export function escapeRawHtml(html: string): string {
  return html.replace(TAG_START, (whole, slash: string, written: string) => {
    const name = written.toLowerCase();
    if (SHOWN_AS_TEXT.has(name)) return `&lt;${slash}${written}`;
    return ALLOWED_ELEMENTS.has(name) ? whole : `<${slash}x-${written}`;
  });
}
