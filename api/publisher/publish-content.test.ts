import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acceptContent, fillContentFolder } from '../services/content/accept-content.ts';
import { callerOf } from '../testing/api-caller.ts';
import { buildVariant } from '../testing/build-variants.ts';
import { signedInAs } from '../testing/signed-in-as.ts';
import { startTestSite, type TestSite } from '../testing/test-site.ts';
import { until } from '../testing/until.ts';
import { startContentWorker } from '../workers/content-worker.ts';

let site: TestSite;
let stopWorker: () => Promise<void>;
const warned: unknown[] = [];
const log = { info: () => undefined, warn: (...parts: unknown[]) => void warned.push(...parts) };

beforeEach(async () => {
  site = await startTestSite();
  fillContentFolder(site.context);
  await acceptContent(site.context);
  stopWorker = startContentWorker(site.context, { ...log, error: log.warn });
  await site.settled();
  warned.length = 0;
});
afterEach(async () => {
  await stopWorker();
  await site.close();
});

const fileOf = (name: string) => path.join(site.context.config.contentFolder, name);
const read = (name: string) => readFileSync(fileOf(name), 'utf8');
const write = (name: string, text: string) => writeFileSync(fileOf(name), text);
const edit = (name: string, from: string, to: string) => write(name, read(name).replace(from, to));
const get = async (url: string) => (await site.app.inject(url)).body;
const shows = (url: string, text: string) =>
  until(`${url} shows ${text}`, async () => (await get(url)).includes(text));
async function listWarnings(): Promise<{ code: string; msg: string }[]> {
  const admin = callerOf(site.app, await signedInAs(site, { role: 'admin' }));
  return (await admin('GET /api/admin/warnings')).json().warnings;
}

describe('a changed file in CONTENT_DIR', () => {
  it.each([
    ['profile/about.json', 'Maren', '/about'],
    ['profile/contact.json', 'work', '/contact'],
    ['profile/tools.json', 'TypeScript', '/tools'],
    ['profile/resume.json', 'Engineer', '/resume'],
    ['profile/hero.json', 'INNOVATOR', '/'],
    ['profile/timeline.json', 'the', '/'],
    ['profile/testimonials.json', 'the', '/'],
    ['profile/technologies.json', 'SQLite', '/'],
    ['profile/blog.json', 'the', '/blog'],
    ['pages/help.md', 'the', '/help'],
    ['pages/privacy.md', 'the', '/privacy'],
    ['pages/terms.md', 'the', '/terms'],
  ])('%s changes its page', async (name, word, url) => {
    expect(await get(url)).not.toContain('Changedword');
    const before = read(name);
    const at = before.indexOf(word, name.endsWith('.md') ? before.indexOf('\n---', 4) : 0);
    write(name, `${before.slice(0, at)}Changedword${before.slice(at + word.length)}`);
    await shows(url, 'Changedword');
    expect(await listWarnings()).toEqual([]);
  });

  it('changes the documents that are made of it', async () => {
    const pdf = await get('/resume.pdf');
    edit('profile/resume.json', '"role": "', '"role": "Changed ');
    await until('the PDF changes', async () => (await get('/resume.pdf')) !== pdf);
    expect((await get('/technologies.svg')).match(/<symbol /g)).toHaveLength(37);
    edit('profile/technologies.json', '"SQLite"', '"An unknown database"');
    await until(
      'the icon is gone',
      async () => !(await get('/technologies.svg')).includes('sqlite'),
    );
    expect((await get('/technologies.svg')).match(/<symbol /g)).toHaveLength(36);
  });

  it('changes the list of pages and what the panels show', async () => {
    edit('pages/help.md', /^title: .*$/m.exec(read('pages/help.md'))?.[0] ?? '', 'title: Aid');
    await shows('/page-list.json', '{"path":"/help","title":"Aid","listed":true}');
    write('quotes/quotes.json', '[{ "text": "Only this.", "author": "Nobody" }]');
    await shows('/api/panels/quote', 'Only this.');
  });

  it('changes the article templates of the editor', async () => {
    const admin = callerOf(site.app, await signedInAs(site, { role: 'admin' }));
    const listTemplates = async () => (await admin('GET /api/admin/templates')).json().templates;
    const samples = await listTemplates();
    expect(samples).toHaveLength(4);
    write('templates/mine.md', 'Begin here.\n');
    await until('it is listed', async () => (await listTemplates()).length === 5);
    expect(await listTemplates()).toContainEqual({ name: 'mine', markdown: 'Begin here.\n' });
    for (const { name } of await listTemplates()) rmSync(fileOf(`templates/${name}.md`));
    await until('none is listed', async () => (await listTemplates()).length === 0);
    expect(await listWarnings()).toEqual([]);
  });

  it('is published when it was changed while the site was stopped', async () => {
    await stopWorker();
    edit('profile/about.json', '"title": "', '"title": "Changed ');
    stopWorker = startContentWorker(site.context, { ...log, error: log.warn });
    await shows('/about', 'Changed');
  });

  it('stays published in a release of another build', async () => {
    edit('profile/about.json', '"title": "', '"title": "Changed ');
    await shows('/about', 'Changed');
    await site.settled();
    await stopWorker();
    await site.stop();
    const build = buildVariant('other');
    const { dataFolder } = site;
    site = await startTestSite({ dataFolder, config: { buildFolder: build.folder } });
    await until('the other build is live', async () =>
      (await get('/favicon.svg')).includes('other'),
    );
    expect(await get('/about')).toContain('Changed');
    expect(await get('/page-list.json')).toContain('"path":"/about"');
    expect(await get('/sitemap-pages.xml')).toContain('/about</loc>');
    build.remove();
    stopWorker = async () => undefined;
    rmSync(dataFolder, { recursive: true });
  });
});

describe('an invalid file in CONTENT_DIR', () => {
  it('changes nothing, and admins see the file and the field until it is valid', async () => {
    const before = await get('/tools');
    const source = read('profile/tools.json');
    edit('profile/tools.json', '"lead"', '"lede"');
    await until('it was read', () => warned.length > 0);
    const problem = "profile/tools.json is invalid: 'lead' is missing";
    expect(warned).toEqual([problem]);
    expect(await listWarnings()).toEqual([
      { code: 'CONTENT_INVALID', msg: expect.stringContaining(problem) },
    ]);
    await site.settled();
    expect(await get('/tools')).toBe(before);

    write('profile/tools.json', source.replace('"lead": "', '"lead": "Corrected '));
    await shows('/tools', 'Corrected');
    expect(await listWarnings()).toEqual([]);
  });

  it('does not keep other files from being published', async () => {
    write('profile/tools.json', '{');
    edit('profile/about.json', '"title": "', '"title": "Changed ');
    await shows('/about', 'Changed');
    expect(await listWarnings()).toMatchObject([{ code: 'CONTENT_INVALID' }]);
  });

  it('counts as such if it is missing, and its sample does not come back', async () => {
    const before = await get('/help');
    rmSync(fileOf('pages/help.md'));
    await until('it was missed', () => warned.length > 0);
    expect(await listWarnings()).toMatchObject([
      { msg: expect.stringContaining('pages/help.md is missing') },
    ]);
    fillContentFolder(site.context);
    expect(existsSync(fileOf('pages/help.md'))).toBe(false);
    await site.settled();
    expect(await get('/help')).toBe(before);
  });
});

describe('Markdown in CONTENT_DIR', () => {
  it('is never executed', async () => {
    const matter = read('pages/terms.md').split('\n---')[0];
    write(
      'pages/terms.md',
      `${matter}
---
import { writeFileSync } from 'node:fs';
export const secret = process.env.PATH;

## Rules {globalThis.executed = true}

{1000 + 337} <script>alert(1)</script> <img src=x onerror="alert(2)"> [a](javascript:alert(3))

<Fragment set:html={secret} />
`,
    );
    await shows('/terms', 'globalThis.executed');
    const page = await get('/terms');
    const text = page.slice(page.indexOf('<div class="prose'));
    expect(text).toContain('import {');
    expect(text).toContain('{1000 + 337}');
    expect(text).not.toContain('1337');
    expect(text).not.toMatch(/<script>alert|<img[^>]*onerror|href="javascript:|<Fragment/i);
    expect(Object.hasOwn(globalThis, 'executed')).toBe(false);
  });
});
