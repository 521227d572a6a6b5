import type { Element, Nodes } from 'hast';
import { find, html } from 'property-information';

const VOID_ELEMENTS = new Set(['br', 'col', 'hr', 'img', 'input', 'wbr']);
const NEEDS_ESCAPE = /[&<>"\u00A0\r]/;

function escapeText(value: string): string {
  if (!NEEDS_ESCAPE.test(value)) return value;
  return value
    .replaceAll('\r', '\n')
    .replaceAll('&', '&amp;')
    .replaceAll('\u00A0', '&nbsp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function escapeAttribute(value: string): string {
  return escapeText(value).replaceAll('"', '&quot;');
}

function attributes({ properties }: Element): string {
  let result = '';
  for (const [property, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    const { attribute } = find(html, property);
    const text = Array.isArray(value) ? value.join(' ') : String(value === true ? '' : value);
    // The sanitiser leaves an empty list after it has removed all classes.
    if (Array.isArray(value) && text === '') continue;
    result += ` ${attribute}="${escapeAttribute(text)}"`;
  }
  return result;
}

// HTML parsers drop a line break directly after `<pre>`, so it is not written.
function content({ tagName, children }: Element): string {
  const inner = children.map(serialize).join('');
  return tagName === 'pre' ? inner.replace(/^\n+/, '') : inner;
}

/**
 * Serialises a tree by the algorithm of `innerHTML` in the HTML standard. Parsing and serialising the
 * result gives the same text, so that browsers parse the sanitised tree.
 */
export function serialize(node: Nodes): string {
  if (node.type === 'text') return escapeText(node.value);
  if (node.type === 'root') return node.children.map(serialize).join('');
  if (node.type !== 'element') return '';
  const start = `<${node.tagName}${attributes(node)}>`;
  return VOID_ELEMENTS.has(node.tagName) ? start : `${start}${content(node)}</${node.tagName}>`;
}
