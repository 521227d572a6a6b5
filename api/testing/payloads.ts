import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import naughty from 'big-list-of-naughty-strings' with { type: 'json' };
import { type DefaultTreeAdapterTypes, parseFragment, serialize } from 'parse5';
import { createMarkdownRenderer } from '../markdown/render.ts';

/** Folder beside the clone with lists of attacks. Their licences do not allow copies in this repository. */
const CORPORA = path.resolve(import.meta.dirname, '../../../shared/corpora');

/** Lists of HTML payloads among the corpora. */
export const payloadFiles = ['dompurify-payloads.json', 'h5sc-payloads.json'];

/** True if the corpora are beside the clone; tests that need them are skipped otherwise. */
export const hasCorpora = existsSync(CORPORA);

/** Returns the parsed content of a JSON file of the corpora. */
export function readCorpus(file: string): unknown {
  return JSON.parse(readFileSync(path.join(CORPORA, file), 'utf8'));
}

/** Returns the payloads of a list; the code that they would run is `alert(1)`. */
export function readPayloadFile(file: string): string[] {
  return (readCorpus(file) as { payload: string }[]).map(({ payload }) =>
    payload.replaceAll(/%js_uri\w*%/g, 'javascript:alert(1)').replaceAll(/%js_\w+%/g, 'alert(1)'),
  );
}

/** Returns attacks on pages that show texts of users: the naughty strings, and the payload lists if present. */
export function readPayloads(): string[] {
  return [...naughty, ...(hasCorpora ? payloadFiles.flatMap(readPayloadFile) : [])];
}

/** All positions that a payload can have in a comment. */
export const placesInComments: ((payload: string) => string)[] = [
  (payload) => payload,
  (payload) => `before ${payload} *after* [x](/y)\n\n> ${payload}`,
  (payload) => `[a](<${payload}>) ![${payload}](/media/a.png "${payload}") <${payload}>`,
  (payload) => `\`\`\`${payload}\n${payload}\n\`\`\`\n\n- \`${payload}\``,
];

/** Returns the HTML of comments with all payloads in all positions. */
export async function renderPayloads(): Promise<string[]> {
  const { render } = createMarkdownRenderer({ rules: 'comment' });
  const pages: string[] = [];
  for (const payload of readPayloads()) {
    for (const place of placesInComments) pages.push((await render(place(payload))).html);
  }
  return pages;
}

// Checks HTML for tests with rules that are independent of the sanitiser, so that errors in its allow-list
// are found.

type Node = DefaultTreeAdapterTypes.ChildNode;

const FORBIDDEN_ELEMENTS = new Set(
  `applet audio base body button dialog embed fieldset form frame frameset head html iframe link
  map marquee math meta noembed noframes noscript object option picture plaintext portal script
  select slot source style svg template textarea title track video xmp`.split(/\s+/),
);
const FORBIDDEN_ATTRIBUTE =
  /^(?:on|xmlns|xlink|data-|form|style$|src(?:set|doc)$|name$|target$|ping$|action$|is$|slot$|background$|contenteditable$|autofocus$|accesskey$|download$|for$|usemap$)/;
const RENDERER_CLASS =
  /^(?:code|line|tok|callout|image|table-scroll|task-list-item|heading-anchor|footnote|v?align-)/;
const SAFE_SCHEME = /^(?:https?|mailto):/i;

// Ignores spaces at the ends, and tabs and line breaks anywhere, as browsers do.
function hasSafeScheme(url: string): boolean {
  const characters = [...url.replace(/[\t\n\r]/g, '')];
  const start = characters.findIndex((character) => character > ' ');
  const cleanUrl = characters.slice(Math.max(start, 0)).join('');
  return SAFE_SCHEME.test(cleanUrl) || !/^[^/?#]*:/.test(cleanUrl);
}

function isForbiddenAttribute(element: string, name: string, value: string): boolean {
  if (FORBIDDEN_ATTRIBUTE.test(name) || name.includes(':')) return true;
  if (name === 'id') return !value.startsWith('s-');
  if (name === 'class') return value.split(/\s+/).some((part) => !RENDERER_CLASS.test(part));
  if (name === 'href' || name === 'cite') return !hasSafeScheme(value);
  if (name === 'src') return element !== 'img' || !value.startsWith('/media/');
  return name === 'type' && element === 'input' && value !== 'checkbox';
}

function inspect(node: Node, problems: string[]): void {
  if (node.nodeName === '#comment') problems.push('comment');
  if (!('tagName' in node)) return;
  const { tagName, attrs, namespaceURI } = node;
  if (FORBIDDEN_ELEMENTS.has(tagName) || !namespaceURI.endsWith('xhtml')) {
    problems.push(`<${tagName}>`);
  }
  for (const { name, value } of attrs) {
    if (isForbiddenAttribute(tagName, name, value))
      problems.push(`<${tagName} ${name}="${value}">`);
  }
  if (tagName === 'input' && !attrs.some(({ name }) => name === 'disabled')) {
    problems.push('<input> that is not disabled');
  }
  for (const child of node.childNodes) inspect(child, problems);
}

/** Returns everything in a rendered text that is not allowed; empty if the HTML is safe. */
export function findProblems(html: string): string[] {
  const problems: string[] = [];
  const tree = parseFragment(html);
  for (const child of tree.childNodes) inspect(child, problems);
  if (serialize(tree) !== html) problems.push('reading and writing it again changes it');
  return problems;
}
