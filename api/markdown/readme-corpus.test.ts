import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findProblems } from './inspect-html.ts';
import { createMarkdownRenderer } from './render.ts';

const PACKAGES = path.resolve(import.meta.dirname, '../../node_modules');
const SAMPLE = 150;

function findReadmes(): string[] {
  return readdirSync(PACKAGES, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'README.md')
    .toSorted();
}

describe('the READMEs of our packages, documents by many hands', () => {
  test(`render without error and come out sound (${SAMPLE} of them)`, {
    timeout: 30_000,
  }, async () => {
    const { render } = createMarkdownRenderer();
    const files = findReadmes();
    const stride = Math.max(1, Math.floor(files.length / SAMPLE));
    for (const file of files.filter((_, index) => index % stride === 0)) {
      const markdown = readFileSync(path.join(PACKAGES, file), 'utf8');
      const { html } = await render(markdown);
      expect(findProblems(html), file).toEqual([]);
      if (markdown.trim() !== '') expect(html, file).not.toBe('');
    }
  });
});
