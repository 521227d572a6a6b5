import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { violationsOf } from './support/axe.ts';
import { expect, signInAsOwner, test } from './support/site.ts';

test('the owner changes a file and reads the page, and sees a mistake in the admin', async ({
  page,
  site,
}) => {
  const file = path.join(site.dataFolder, 'content', 'profile', 'tools.json');
  const tools = JSON.parse(readFileSync(file, 'utf8'));
  const readText = async (url: string) => (await page.request.get(site.url + url)).text();
  await page.goto(`${site.url}/tools`);
  await expect(page.getByText(tools.lead)).toBeVisible();

  writeFileSync(file, JSON.stringify({ ...tools, lead: 'Nothing but a pencil.' }));
  await expect.poll(() => readText('/tools')).toContain('Nothing but a pencil.');
  await page.reload();
  await expect(page.getByText('Nothing but a pencil.')).toBeVisible();

  writeFileSync(file, JSON.stringify({ groups: tools.groups }));
  await signInAsOwner(page, site);
  const mistake = "profile/tools.json is invalid: 'lead' is missing";
  await expect.poll(() => readText('/api/admin/warnings')).toContain(mistake);
  await page.goto(`${site.url}/admin/settings`);
  await expect(page.getByText(mistake)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.goto(`${site.url}/tools`);
  await expect(page.getByText('Nothing but a pencil.')).toBeVisible();
});

test('the owner adds a game with its images, and a reader finds it', async ({ page, site }) => {
  const content = path.join(site.dataFolder, 'content');
  const readText = async (url: string) => (await page.request.get(site.url + url)).text();
  const imageFolder = path.join(content, 'media', 'games', 'harbour-chess');
  mkdirSync(imageFolder, { recursive: true });
  for (const [index, name] of ['cover', '1', '2', '3', '4'].entries()) {
    const [width, height] = name === 'cover' ? [600, 800] : [1280, 720];
    const background = { r: 40 * index, g: 110, b: 120 };
    await sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toFile(path.join(imageFolder, `${name}.jpg`));
  }
  const sample = JSON.parse(readFileSync(path.join(content, 'games', 'celeste.json'), 'utf8'));
  const file = path.join(content, 'games', 'harbour-chess.json');
  const game = { ...sample, id: 50, name: 'Harbour Chess', surname: 'harbour-chess' };
  writeFileSync(file, JSON.stringify(game));
  await expect.poll(() => readText('/gamecorner/browser')).toContain('Harbour Chess');

  await page.goto(`${site.url}/gamecorner/browser`);
  await page.getByRole('searchbox', { name: 'Search games' }).fill('harbour');
  await expect(page.getByText('1 game', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Harbour Chess' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour Chess' })).toBeVisible();
  const shown = page.getByRole('group', { name: '1 of 4' }).getByRole('img', { name: /image 1/ });
  await expect(shown).toHaveJSProperty('complete', true);
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1280);
  await page.getByRole('button', { name: 'Next image' }).click();
  await expect(page.getByRole('group', { name: '2 of 4' })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);

  rmSync(file);
  await expect.poll(() => readText('/gamecorner/browser')).not.toContain('Harbour Chess');
  await page.goto(`${site.url}/gamecorner/game/50`);
  await expect(page.getByRole('heading', { name: 'Game not found' })).toBeVisible();
});
