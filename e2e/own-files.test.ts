import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { violationsOf } from './axe.ts';
import { expect, signInAsOwner, test } from './site.ts';

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
