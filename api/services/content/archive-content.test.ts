import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listContentProblems, readContentOf } from '../../db/hot/site.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { createBackupFile } from '../backup/make-backup.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { importSite } from '../site-export/import-site.ts';
import { writeSiteExport } from '../site-export/write-export.ts';
import { acceptContent } from './accept-content.ts';
import { fillContentFolder } from './content-folder.ts';

const hostile = `---
title: Terms
lead: What applies here.
updated: 2026-11-25
---
import { writeFileSync } from 'node:fs';
export const secret = process.env.PATH;

{globalThis.executed = true} {900_000_000 + 13337} <script>globalThis.executed = true</script>

[a link](javascript:alert(1)) <img src="x" onerror="alert(2)"> <Aside title={secret}>Note</Aside>
`;

const hostileStudy = `---
id: 4
name: Harbour
title: A bridge
headline: Opening times.
role: Developer
context: One bridge
period: 2015
technologies: [Python]
cover: { src: archive-cover.png, alt: A bridge }
---
${hostile.slice(hostile.indexOf('import {')).replace('<Aside title={secret}>Note</Aside>', '')}
`;

const hostileGame = {
  id: 41,
  name: '{globalThis.executed = true} <script>globalThis.executed = true</script>',
  surname: 'hostile',
  genre: 'Puzzle',
  classic: false,
  rating: 80,
  price: '5.00',
  desc: hostile,
  release: '</script><img src=x onerror="alert(1)">',
  platforms: ['{process.env.PATH}'],
  developers: ['constructor', '__proto__'],
  publishers: ['"><svg onload=alert(1)>'],
  link: 'https://example.com/"><script>',
};

let folder: string;
let source: TestApp;
let target: TestApp;

const openApp = async (contentFolder: string) => {
  const test = await buildTestApp({ config: { contentFolder } });
  fillContentFolder(test.context);
  await acceptContent(test.context);
  return test;
};
const fileOf = ({ context }: TestApp, name: string) =>
  path.join(context.config.contentFolder, name);
const read = (test: TestApp, name: string) => readFileSync(fileOf(test, name), 'utf8');

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'test-content-'));
  source = await openApp(path.join(folder, 'source'));
  // The folder of the other site is on its own, as on another disk.
  target = await openApp(path.join(folder, 'target'));
  writeFileSync(fileOf(source, 'profile/hero.json'), '{ "words": ["A", "B", "C", "D"] }');
  writeFileSync(fileOf(source, 'profile/tools.json'), '{ "lead": 1 }');
  writeFileSync(fileOf(source, 'pages/terms.md'), hostile);
  writeFileSync(fileOf(source, 'case-studies/bridge.md'), hostileStudy);
  writeFileSync(fileOf(source, 'games/hostile.json'), JSON.stringify(hostileGame));
  mkdirSync(fileOf(source, 'media/games/hostile'), { recursive: true });
  const image = await sharp({ create: { width: 8, height: 6, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  for (const name of ['cover', 1, 2, 3, 4]) {
    writeFileSync(fileOf(source, `media/games/hostile/${name}.png`), image);
  }
  writeFileSync(fileOf(source, 'templates/Über mich.md'), 'Begin here.\n');
  symlinkSync('/etc/passwd', fileOf(source, 'templates/link.md'));
  writeFileSync(fileOf(target, 'profile/hero.json'), '{ "words": ["E", "F", "G", "H"] }');
});
afterEach(async () => {
  await source.close();
  await target.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Expects that the target has the files of the source, except invalid files and code. */
async function expectContentOfSource(): Promise<void> {
  const { database } = target.context;
  expect(read(target, 'pages/terms.md')).toBe(hostile);
  expect(readdirSync(fileOf(target, 'templates'))).toContain('Über mich.md');
  expect(readdirSync(fileOf(target, 'templates'))).not.toContain('link.md');
  expect(readContentOf(database, 'hero')).toEqual({ words: ['A', 'B', 'C', 'D'] });
  expect(listContentProblems(database)).toEqual([
    { name: 'tools', problem: expect.stringMatching(/^profile\/tools\.json is invalid: 'lead'/) },
  ]);
  expect(readContentOf(database, 'tools')?.groups.length).toBeGreaterThan(1);
  const study = readContentOf(database, 'caseStudies')?.find(
    ({ path: page }) => page === '/project/4',
  );
  const texts = [
    readContentOf(database, 'terms')?.html,
    study?.parts.map(({ html }) => html).join(''),
  ];
  for (const html of texts) {
    expect(html).toContain('import {');
    expect(html).toContain('{900_000_000 + 13337}');
    expect(html).not.toMatch(/<script>|<img[^>]*onerror|href="javascript:|<Aside|900013337/i);
  }
  const games = readContentOf(database, 'games') ?? [];
  expect(games.length).toBeGreaterThan(30);
  const game = games.find(({ id }) => id === 41);
  // Texts stay data, which pages escape, and the images are in the media library.
  expect(game).toMatchObject({ ...hostileGame, desc: hostile.trim() });
  expect(Object.keys(game?.images ?? {}).sort()).toEqual(['1', '2', '3', '4', 'cover']);
  expect(Object.hasOwn(globalThis, 'executed')).toBe(false);
}

describe('the files of CONTENT_DIR', () => {
  it('are in a site export, and its import publishes them and keeps the previous ones', async () => {
    const archive = path.join(folder, 'site.tar.gz');
    await writeSiteExport(source.context, archive);
    await importSite(target.context, archive);
    await expectContentOfSource();
    const { dataFolder } = target.context.config;
    const aside = readdirSync(dataFolder).find((name) => name.startsWith('before-import-')) ?? '';
    expect(
      readFileSync(path.join(dataFolder, aside, 'content/profile/hero.json'), 'utf8'),
    ).toContain('"E"');
  });

  it('are in a backup, and its restore puts them into CONTENT_DIR and keeps the previous ones', async () => {
    const { dataFolder, contentFolder } = source.context.config;
    const data = path.join(folder, 'data');
    source.context.database.raw.exec(`VACUUM INTO '${path.join(dataFolder, 'site.db')}'`);
    const backup = await createBackupFile(dataFolder, 0, path.join(folder, 'backups'), {
      contentFolder,
    });
    const { aside } = await restoreBackup(data, backup.file, {
      contentFolder: target.context.config.contentFolder,
      now: 1,
      holderHasEnded: () => true,
    });
    await acceptContent(target.context);
    await expectContentOfSource();
    expect(readFileSync(path.join(aside ?? '', 'content/profile/hero.json'), 'utf8')).toContain(
      '"E"',
    );
    expect(readdirSync(data)).not.toContain('restored-content');
  });
});
