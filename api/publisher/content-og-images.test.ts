import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptContent } from '../services/content/accept-content.ts';
import { fillContentFolder } from '../services/content/content-folder.ts';
import { purgeOrphanedMedia } from '../services/media/store-image.ts';
import { readSiteFile } from '../testing/test-release.ts';
import { startTestSite, type TestSite } from '../testing/test-site.ts';
import { until } from '../testing/until.ts';

let site: TestSite;

beforeAll(async () => {
  site = await startTestSite({ config: { makeImages: true } });
  fillContentFolder(site.context);
  await acceptContent(site.context);
  await site.settled();
});
afterAll(() => site.close());

const fileOf = (name: string) => path.join(site.context.config.contentFolder, name);
const read = (name: string) => readFileSync(fileOf(name), 'utf8');
/** Changes a file, and returns when its pages and images are published. */
async function publish(name: string, text: string): Promise<void> {
  writeFileSync(fileOf(name), text);
  expect(await acceptContent(site.context)).toEqual([]);
  await site.settled();
}
/** Returns the path of the Open Graph image of a page. */
const ogImageOf = (url: string) =>
  /property="og:image" content="https?:\/\/[^/]+([^"]+)"/.exec(
    readSiteFile(site.siteFolder(), url) ?? '',
  )?.[1] ?? '';
const published = (url: string) => path.join(site.siteFolder(), url.replace(/\?.*/, ''));

/** Returns the colour in the middle of the cover of an image. */
async function coverColour(url: string): Promise<number[]> {
  const { data, info } = await sharp(published(url))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([1200, 630]);
  const start = (315 * 1200 + 1000) * info.channels;
  return [...data.subarray(start, start + 3)];
}

const draw = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

describe('the Open Graph image', () => {
  it('of a game is drawn again for a new name or cover, and replaced by the image of the build for the sample', async () => {
    const page = '/gamecorner/game/1';
    const sample = ogImageOf(page);
    expect(sample).toMatch(/^\/_assets\/og-image-celeste\./);
    const file = 'games/celeste.json';
    const before = read(file);
    await publish(file, before.replace('"rating": 92', '"rating": 91'));
    expect(ogImageOf(page)).toBe(sample);

    await publish(file, before.replace('"name": "', '"name": "Old '));
    const renamed = ogImageOf(page);
    expect(renamed).toMatch(/^\/og\/gamecorner-game-1\.png\?v=[0-9a-f]{8}$/);
    // The drawing of the sample.
    const drawing = await coverColour(renamed);

    mkdirSync(fileOf('media/games/celeste'), { recursive: true });
    writeFileSync(fileOf('media/games/celeste/cover.png'), await draw(600, 800, '#0a6e78'));
    await publish(file, before);
    const covered = ogImageOf(page);
    expect(covered).toMatch(/^\/og\//);
    expect(covered).not.toBe(renamed);
    const colour = await coverColour(covered);
    expect(colour).not.toEqual(drawing);
    for (const [index, part] of [0x0a, 0x6e, 0x78].entries()) {
      expect(Math.abs((colour[index] ?? 0) - part)).toBeLessThan(8);
    }

    rmSync(fileOf('media/games/celeste'), { recursive: true });
    await publish(file, before);
    expect(ogImageOf(page)).toBe(sample);
    expect(existsSync(published('/og/gamecorner-game-1.png'))).toBe(false);
  });

  it('of a case study has its title and cover, and is removed with it', async () => {
    mkdirSync(fileOf('media/case-studies'), { recursive: true });
    writeFileSync(fileOf('media/case-studies/lock.png'), await draw(640, 360, '#803010'));
    const study = `---
id: 7
name: Lock
title: A lock
headline: Up and down.
role: Developer
context: One lock
period: 2014
technologies: [C]
cover: { src: lock.png, alt: A lock }
---
Text.
`;
    await publish('case-studies/lock.md', study);
    const first = ogImageOf('/project/7');
    expect(first).toMatch(/^\/og\/project-7\.png\?v=/);
    const [red = 0, green = 0] = await coverColour(first);
    expect(red).toBeGreaterThan(green + 40);
    await publish('case-studies/lock.md', study.replace('title: A lock', 'title: Two locks'));
    expect(ogImageOf('/project/7')).not.toBe(first);
    await purgeOrphanedMedia({ ...site.context, clock: () => Date.now() + 2 * 86_400_000 });
    expect(existsSync(path.join(site.dataFolder, 'images/og/project-7.png'))).toBe(true);
    rmSync(fileOf('case-studies/lock.md'));
    await acceptContent(site.context);
    await until('the image is removed', () => !existsSync(published('/og/project-7.png')));
    await site.settled();
  });

  it('contains the new name of the site', { tags: ['topic'] }, async () => {
    const before = ogImageOf('/gamecorner/game/2');
    expect(before).toMatch(/^\/_assets\//);
    const name = 'profile/profile.json';
    await publish(name, read(name).replace('"name": "Maren Halvard"', '"name": "Nora Quell"'));
    for (const page of ['/gamecorner/game/2', '/project/1']) {
      expect(ogImageOf(page)).toMatch(/^\/og\//);
      expect(existsSync(published(ogImageOf(page)))).toBe(true);
    }
  });
});
