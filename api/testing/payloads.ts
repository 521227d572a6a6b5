import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import naughty from 'big-list-of-naughty-strings' with { type: 'json' };
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
