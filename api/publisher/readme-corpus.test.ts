import { randomInt } from 'node:crypto';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderMarkdown } from '../services/articles/render-markdown.ts';
import { importMarkdownFolder } from '../services/import/import-markdown-folder.ts';
import type { ImportReport } from '../services/import/import-result.ts';
import { insertTestUser } from '../testing/factories.ts';
import { findProblems } from '../testing/payloads.ts';
import { startTestSite, type TestSite } from '../testing/test-site.ts';
import { until } from '../testing/until.ts';

const root = path.join(import.meta.dirname, '..', '..');
// The import skips empty files and files with only a title.
const hasText = (file: string) =>
  /\S/.test(readFileSync(path.join(root, file), 'utf8').replace(/^\s*#[^\n]*/, ''));
const readmes = globSync('node_modules/**/README.md', { cwd: root }).filter(hasText).sort();
/** One of so many files is published; `make attack` publishes all. */
const SHARE = process.env.README_RUNS === undefined ? 3 : 1;
const offset = randomInt(SHARE);
const OPENING = '<div class="prose">';

/** Returns the author's part of a published page. */
function readBody(site: TestSite, slug: string, expected: string): string {
  const page = readFileSync(path.join(site.siteFolder(), 'blog', slug, 'index.html'), 'utf8');
  const start = page.indexOf(OPENING) + OPENING.length;
  return page.slice(start, start + expected.length);
}

/** Files with much HTML, tables, code in many languages and long lists of options, and a short one. */
const few = ['fast-check', 'fastify', 'diff', 'autocannon', 'react'].map(
  (name) => `node_modules/${name}/README.md`,
);

// Uses the README.md files of all installed packages as real documents by many authors.
describe('README files of different kinds', () => publishReadmes(few));
describe('README files below node_modules', { tags: ['verify'] }, () => {
  publishReadmes(readmes.filter((_, index) => index % SHARE === offset));

  it('are several hundred', () => expect(readmes.length).toBeGreaterThan(300));
});

function publishReadmes(files: string[]): void {
  let site: TestSite;
  let folder: string;
  let report: ImportReport;

  beforeAll(async () => {
    site = await startTestSite();
    folder = mkdtempSync(path.join(os.tmpdir(), 'readmes-'));
    for (const [index, file] of files.entries()) {
      const target = path.join(folder, String(index));
      mkdirSync(target);
      cpSync(path.join(root, file), path.join(target, 'README.md'));
    }
    const author = insertTestUser(site.context.database, {});
    report = await importMarkdownFolder(site.context, folder, { authorId: author.id });
    const queuedJobs = site.context.database.raw.prepare(
      "SELECT 1 FROM jobs WHERE kind = 'publish' AND state IN ('queued', 'running') LIMIT 1",
    );
    await until('everything is published', () => queuedJobs.get() === undefined);
  }, 600_000);

  afterAll(async () => {
    await site?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('are all imported', () => {
    expect(report.files.filter((file) => file.outcome !== 'created')).toEqual([]);
    expect(report.created).toBe(files.length);
  });

  it('are published as in the preview without active content', async () => {
    const problems: string[] = [];
    const articles = site.context.database.raw
      .prepare<[], { slug: string; markdown: string; html: string }>(
        'SELECT slug, markdown, html FROM articles',
      )
      .all();
    expect(articles).toHaveLength(files.length);
    for (const { slug, markdown, html } of articles) {
      const preview = await renderMarkdown(site.context, markdown);
      if (preview.html !== html) problems.push(`${slug}: the preview differs from what is stored`);
      const body = readBody(site, slug, html);
      if (body !== html) problems.push(`${slug}: the page differs from what is stored`);
      for (const problem of findProblems(body)) problems.push(`${slug}: ${problem}`);
    }
    expect(problems).toEqual([]);
  }, 240_000);
}
