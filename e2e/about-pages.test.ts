import { readFileSync } from 'node:fs';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, readOnlyTest as test } from './support/site.ts';

const read = (file: string) =>
  JSON.parse(readFileSync(new URL(`../content/profile/${file}`, import.meta.url), 'utf8'));
const profile = read('profile.json');
const resume = read('resume.json');
const tools = read('tools.json');
const about = read('about.json');

test('/about shows the bio, the principles and a link to the contact page', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/about`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(about.title);
  const main = page.getByRole('main');
  for (const text of profile.bio) await expect(main).toContainText(text);
  for (const { title } of about.principles) {
    await expect(main.getByRole('heading', { name: title })).toBeVisible();
  }
  await expect(main.getByRole('img', { name: profile.avatarAlt })).toBeVisible();
  await main.getByRole('link', { name: 'Send Me A Message' }).click();
  await expect(page).toHaveURL(`${site.url}/contact`);
});

test('/tools lists every tool with its use', async ({ page, site }) => {
  await page.goto(`${site.url}/tools`);
  for (const group of tools.groups) {
    const section = page.getByRole('region', { name: group.name });
    for (const { name, use } of group.tools) {
      await expect(section.getByRole('heading', { name })).toBeVisible();
      await expect(section).toContainText(use);
    }
  }
  const last = tools.groups.at(-1).name;
  await page.getByRole('navigation', { name: 'On this page' }).getByText(last).click();
  await expect(page.getByRole('heading', { name: last })).toBeInViewport();
});

/** All sentences of the resume in their order. */
const sentences = [
  profile.name,
  resume.role,
  resume.summary,
  ...resume.experience.flatMap((job: { role: string; company: string; points: string[] }) => [
    job.role,
    job.company,
    ...job.points,
  ]),
  ...resume.projects.map((project: { text: string }) => project.text),
  ...resume.skills.map((skill: { items: string[] }) => skill.items.join(', ')),
  ...resume.talks.map((talk: { title: string }) => talk.title),
  ...resume.education.map((entry: { degree: string }) => entry.degree),
  ...resume.languages.map((language: { level: string }) => language.level),
];

function expectInOrder(text: string | null): void {
  const normalizedText = (text ?? '').replace(/\s+/g, ' ');
  let from = 0;
  for (const sentence of sentences) {
    const index = normalizedText.indexOf(sentence, from);
    expect(index, `“${sentence}” after character ${from}`).toBeGreaterThanOrEqual(from);
    from = index + sentence.length;
  }
}

test('/resume contains the whole career and prints only the resume', { tag: '@topic' }, async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/resume`);
  expectInOrder(await page.getByRole('article').textContent());
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const name of ['Menu', 'Print', 'Download as PDF']) {
    await expect(page.getByText(name, { exact: true })).toBeHidden();
  }
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  const colours = await page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body);
    return [backgroundColor, color];
  });
  expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
});

test('/resume.pdf contains the same resume as text, with title, language, links and tags', {
  tag: '@topic',
}, async ({ page, request, site }) => {
  await page.goto(`${site.url}/resume`);
  const link = page.getByRole('link', { name: 'Download as PDF' });
  await expect(link).toHaveAttribute('href', '/resume.pdf');
  const response = await request.get(`${site.url}/resume.pdf`);
  expect(response.headers()['content-type']).toBe('application/pdf');
  const document = await getDocumentProxy(new Uint8Array(await response.body()));
  const { text } = await extractText(document, { mergePages: true });
  expectInOrder(text);

  const { info } = await document.getMetadata();
  expect(info).toMatchObject({
    Title: `${profile.name} · Resume`,
    Author: profile.name,
    Language: 'en',
  });
  const first = await document.getPage(1);
  const links = (await first.getAnnotations()).map((annotation) => annotation.url);
  expect(links).toContain(`mailto:${profile.email}`);
  const tree = JSON.stringify(await first.getStructTree());
  for (const role of ['H1', 'H2', 'H3', 'P']) expect(tree).toContain(`"role":"${role}"`);
});
