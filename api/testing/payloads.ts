import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import naughty from 'big-list-of-naughty-strings' with { type: 'json' };
import { createMarkdownRenderer } from '../markdown/render.ts';

const CORPORA = path.resolve(import.meta.dirname, '../../../shared/corpora');

/** Whether the lists of attacks are there that lie beside a clone. */
export const corporaAreThere = existsSync(CORPORA);

/** Attacks on whatever shows what people write, from lists of others; what they would run is `alert(1)`. */
export function readPayloads(): string[] {
  const files = corporaAreThere ? ['dompurify-payloads.json', 'h5sc-payloads.json'] : [];
  const listed = files.flatMap((file) => {
    const entries = JSON.parse(readFileSync(path.join(CORPORA, file), 'utf8'));
    return (entries as { payload: string }[]).map(({ payload }) =>
      payload.replaceAll(/%js_uri\w*%/g, 'javascript:alert(1)').replaceAll(/%js_\w+%/g, 'alert(1)'),
    );
  });
  return [...naughty, ...listed];
}

/** Each place where a payload can stand in a comment. */
export const placesInComments: ((payload: string) => string)[] = [
  (payload) => payload,
  (payload) => `before ${payload} *after* [x](/y)\n\n> ${payload}`,
  (payload) => `[a](<${payload}>) ![${payload}](/media/a.png "${payload}") <${payload}>`,
  (payload) => `\`\`\`${payload}\n${payload}\n\`\`\`\n\n- \`${payload}\``,
];

/** All payloads at all places, as comments are stored. */
export async function renderPayloads(): Promise<string[]> {
  const { render } = createMarkdownRenderer({ rules: 'comment' });
  const pages: string[] = [];
  for (const payload of readPayloads()) {
    for (const place of placesInComments) pages.push((await render(place(payload))).html);
  }
  return pages;
}
