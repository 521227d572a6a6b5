import { globSync, readFileSync } from 'node:fs';
import { tests as examples } from 'commonmark-spec';
import { expect, it } from 'vitest';
import { callerOf, createByApi, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp } from '../../testing/build-test-app.ts';
import { readSiteFile, startTestRelease } from '../../testing/test-release.ts';

/** Real documents by many hands, spread over the alphabet of packages. */
function readmes(count: number): string[] {
  const files = globSync('node_modules/{*,@*/*}/README.md').sort();
  const step = Math.floor(files.length / count);
  return Array.from({ length: count }, (_, index) =>
    readFileSync(files[index * step] ?? '', 'utf8'),
  );
}

/** Publishes one of every `step` examples of CommonMark, and as small a share of forty READMEs. */
const publishEvery = (step: number) => async () => {
  const test = await buildTestApp();
  const admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
  const texts = [
    ...examples
      .filter((_, index) => index % step === 0)
      .map((example) => example.markdown.replaceAll('→', '\t')),
    ...readmes(40 / step),
  ].filter((markdown) => markdown.trim() !== '');
  expect(texts.length).toBeGreaterThan(680 / step);
  const previews = new Map<string, string>();
  for (const markdown of texts) {
    const preview = await admin('POST /api/preview', { markdown });
    expect([markdown.slice(0, 80), preview.statusCode]).toEqual([markdown.slice(0, 80), 200]);
    const { html } = preview.json();
    const article = await createByApi(admin, { title: `Text ${previews.size}`, markdown });
    expect(article.content).toBe(html);
    expect(article.markdown).toBe(markdown);
    previews.set(article.slug, html);
  }
  const { siteFolder } = await startTestRelease(test);
  const different = [...previews].filter(
    ([slug, html]) =>
      !readSiteFile(siteFolder, `/blog/${slug}`)?.includes(`<div class="prose">${html}</div>`),
  );
  expect(different).toEqual([]);
  await test.close();
};

const title = 'shows, stores and publishes the same bytes';
it(`${title} of some texts`, publishEvery(20));
it(`${title} of all texts`, { tags: ['verify'] }, publishEvery(1));
