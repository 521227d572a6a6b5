import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { contentFile, contentNames } from '#contracts/content.ts';
import type { Config } from '../config.ts';
import type { MarkdownService } from '../markdown/markdown-service.ts';
import { acceptContent } from '../services/content/accept-content.ts';
import { fillContentFolder } from '../services/content/content-folder.ts';
import { getChallenge } from '../services/games/scores.ts';
import { purgeOrphanedMedia } from '../services/media/store-image.ts';
import { callerOf, signedInAs } from '../testing/api-caller.ts';
import { buildVariant } from '../testing/built-site.ts';
import { startTestSite, type TestSite } from '../testing/test-site.ts';
import { until } from '../testing/until.ts';
import { startContentWorker } from '../workers/start-workers.ts';
import { gameCornerGuard } from './guarded-pages.ts';

let site: TestSite;
let stopWorker: () => Promise<void>;
const warned: unknown[] = [];
const log = { info: () => undefined, warn: (...parts: unknown[]) => void warned.push(...parts) };
const startWorker = () => startContentWorker(site.context, { ...log, error: log.warn });

beforeAll(async () => {
  site = await startTestSite();
  fillContentFolder(site.context);
  await acceptContent(site.context);
  stopWorker = startWorker();
  await site.settled();
});
beforeEach(() => {
  warned.length = 0;
});
afterAll(async () => {
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
    ['profile/corner.json', 'others', '/gamecorner'],
    ['pages/help.md', 'the', '/help'],
    ['pages/privacy.md', 'the', '/privacy'],
    ['pages/terms.md', 'the', '/terms'],
  ])('%s changes its page', async (name, word, url) => {
    const marker = `New${path.basename(name).replace('.', '')}`;
    const before = read(name);
    const start = before.indexOf(word, name.endsWith('.md') ? before.indexOf('\n---', 4) : 0);
    expect(start).toBeGreaterThan(0);
    write(name, `${before.slice(0, start)}${marker}${before.slice(start + word.length)}`);
    await shows(url, marker);
    write(name, before);
    await until('the page is as before', async () => !(await get(url)).includes(marker));
    expect(await listWarnings()).toEqual([]);
  });

  it('changes the documents that are made from it', async () => {
    const pdf = await get('/resume.pdf');
    edit('profile/resume.json', '"role": "', '"role": "Changed ');
    await until('the PDF changes', async () => (await get('/resume.pdf')) !== pdf);
    const findSheet = async () =>
      /\/_assets\/technologies\.\w+\.svg/.exec(await get('/'))?.[0] ?? '';
    const sheet = await findSheet();
    expect((await get(sheet)).match(/<symbol /g)).toHaveLength(37);
    const technologies = read('profile/technologies.json');
    edit('profile/technologies.json', '"SQLite"', '"An unknown database"');
    await until('the icons are in another file', async () => (await findSheet()) !== sheet);
    expect((await get(await findSheet())).match(/<symbol /g)).toHaveLength(36);
    write('profile/technologies.json', technologies);
  });

  it('changes the list of pages and what the panels show', async () => {
    edit('pages/help.md', /^title: .*$/m.exec(read('pages/help.md'))?.[0] ?? '', 'title: Aid');
    await shows('/page-list.json', '{"path":"/help","title":"Aid","listed":true}');
    write('quotes/quotes.json', '[{ "text": "Only this.", "author": "Nobody" }]');
    await shows('/api/panels/quote', 'Only this.');
  });

  it('changes the name of the owner on all kinds of pages, in feeds and in emails', async () => {
    const before = read('profile/profile.json');
    edit('profile/profile.json', '"name": "Maren Halvard"', '"name": "Nora Quell"');
    for (const url of ['/', '/about', '/blog', '/shop', '/gamecorner/game/10', '/project/1']) {
      await shows(url, 'Nora Quell');
    }
    for (const url of [
      '/login',
      '/admin',
      '/no/such/page',
      '/500.html',
      '/rss.xml',
      '/feed.json',
    ]) {
      await shows(url, 'Nora Quell');
    }
    expect(await get('/page-list.json')).toContain('"path":"/gamecorner/game/10"');
    await site.app.inject({
      method: 'POST',
      url: '/api/subscribers',
      payload: { email: 'reader@example.org' },
    });
    const { content } = site.context.database.raw
      .prepare('SELECT content FROM emails ORDER BY id DESC')
      .get() as { content: string };
    expect(content).toContain('Nora Quell');
    write('profile/profile.json', before);
    await shows('/login', 'Maren Halvard');
  });

  it('changes the portrait, without the metadata of the file', async () => {
    const before = read('profile/profile.json');
    const image = await sharp({
      create: { width: 900, height: 900, channels: 3, background: 'teal' },
    })
      .withExif({ IFD0: { Copyright: 'Somewhere' } })
      .jpeg()
      .toBuffer();
    mkdirSync(fileOf('media'), { recursive: true });
    writeFileSync(fileOf('media/me.jpg'), image);
    edit('profile/profile.json', '"../media/avatar.png"', '"me.jpg"');
    await shows('/about', 'src="/media/');
    const [url = ''] = /\/media\/[\w.-]+/.exec(await get('/about')) ?? [];
    const { statusCode, rawPayload } = await site.app.inject(url);
    expect([statusCode, (await sharp(rawPayload).metadata()).width]).toEqual([200, 900]);
    expect(rawPayload.includes('Somewhere')).toBe(false);
    const admin = callerOf(site.app, await signedInAs(site, { role: 'admin' }));
    expect((await admin('GET /api/admin/uploads?show=unused')).json().uploads).toEqual([]);

    edit('profile/profile.json', '"me.jpg"', '"you.jpg"');
    await until('it is read', () => warned.length > 0);
    expect(warned).toEqual([
      "profile/profile.json is invalid: 'avatar' names 'you.jpg', and there is no such file in media/",
    ]);
    await site.settled();
    expect(await get('/about')).toContain(url);
    write('profile/profile.json', before);
    await until('the sample is back', async () => !(await get('/about')).includes(url));
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
    edit('profile/about.json', '"title": "', '"title": "Offline ');
    stopWorker = startWorker();
    await shows('/about', 'Offline');
  });
});

describe('a case study in CONTENT_DIR', () => {
  const source = `---
id: 4
name: Harbour office
title: A bridge that says when
headline: Opening times for a drawbridge.
role: Developer
context: One bridge
period: 2015
technologies: [Zephyrlang]
cover: { src: bridge.png, alt: A raised bridge }
---

import { writeFileSync } from 'node:fs';

It opens {900_000_000 + 13337} times a day <img src=x onerror="alert(2)">.

<Aside title="Cost & care">
  Three **seats**, {process.exit()}.
</Aside>
`;

  it('gets its page, and a place in lists, search and sitemap, until it is deleted', async () => {
    mkdirSync(fileOf('media/case-studies'), { recursive: true });
    const image = await sharp({
      create: { width: 640, height: 360, channels: 3, background: 'teal' },
    })
      .png()
      .toBuffer();
    writeFileSync(fileOf('media/case-studies/bridge.png'), image);
    write('case-studies/bridge.md', source);
    await shows('/project/4', 'A bridge that says when');
    const page = await get('/project/4');
    expect(page).toMatch(
      /<img src="\/media\/[0-9a-f]{32}\.png" width="640" height="360" alt="A raised bridge"/,
    );
    expect(page).toContain('<p class="label">Cost &amp; care</p>');
    expect(page).toContain('<p>Three <strong>seats</strong>, {process.exit()}.</p>');
    const text = page.slice(page.indexOf('<article'), page.indexOf('</article>'));
    expect(text).toContain('It opens {900_000_000 + 13337} times a day');
    expect(text).toContain('import { writeFileSync }');
    expect(text).not.toMatch(/900013337|onerror|<Aside/);
    await site.settled();
    const list = await get('/project');
    expect(list).toContain('href="/project/4"');
    // The filter by technology is a style that the CSP of the page allows, as all others.
    expect(list).toContain('#technology-zephyrlang:checked');
    const styles = [...list.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(
      ([, style = '']) => style,
    );
    expect(styles.length).toBeGreaterThan(2);
    for (const style of styles) {
      expect(list).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    }
    expect(await get('/project/3')).toContain('rel="next"');
    expect(await get('/page-list.json')).toContain('"path":"/project/4"');
    expect(await get('/sitemap-pages.xml')).toContain('/project/4</loc>');
    expect(await get('/search-index-built.json')).toContain('"p":"/project/4"');
    expect(await get('/api/search?q=zephyrlang')).toContain('/project/4');

    rmSync(fileOf('case-studies/bridge.md'));
    await until('it is gone', async () => (await site.app.inject('/project/4')).statusCode === 404);
    await site.settled();
    expect(await get('/project')).not.toContain('/project/4');
    expect(await get('/page-list.json')).not.toContain('/project/4');
    expect(await get('/search-index-built.json')).not.toContain('/project/4');
    expect(await get('/api/search?q=zephyrlang')).not.toContain('/project/4');
  });

  it('of the samples can be changed', async () => {
    const file = 'case-studies/gates-that-stay-open.md';
    const before = read(file);
    const page = await get('/project/1');
    write(file, before.replace('The first draft was a cache.', 'The first draft was a stash.'));
    await shows('/project/1', 'The first draft was a stash.');
    expect(await get('/project/1')).toContain('<p class="label">What it cost</p>');
    write(file, before);
    await until('it is as before', async () => (await get('/project/1')) === page);
  });

  it.each([
    ['a field', ['title: A bridge that says when\n', ''], "'title' is missing"],
    [
      'an image',
      ['bridge.png', 'brigde.png'],
      "'cover.src': there is no file 'brigde.png' in content/media/case-studies",
    ],
    ['a block', ['</Aside>', ''], 'line 17: <Aside> has no </Aside>'],
    ['an ID', ['id: 4', 'id: 3'], "'id': 3 is taken by "],
  ])('changes nothing without a valid %s', async (_title, [from = '', to = ''], problem) => {
    write('case-studies/bridge.md', source.replace(from, to));
    await until('it is read', () => warned.length > 0);
    expect(warned[0]).toContain(problem);
    expect(warned[0]).toContain('case-studies/');
    await site.settled();
    expect((await site.app.inject('/project/4')).statusCode).toBe(404);
    expect(await get('/project')).toContain('Forty years in nine formats');
    rmSync(fileOf('case-studies/bridge.md'));
    await until('it is valid again', async () => (await listWarnings()).length === 0);
  });
});

const colourful = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } }).png();

describe('a video of a case study in CONTENT_DIR', () => {
  const source = `---
id: 5
name: Sluice
title: A sluice on film
headline: Four seconds of water.
role: Developer
context: One sluice
period: 2016
technologies: [Go]
cover: { src: sluice.png, alt: A sluice }
features:
  videos:
    - { src: sluice.webm, title: The sluice opens, poster: sluice.png, captions: sluice.vtt }
---
`;
  const media = (name: string) => fileOf(`media/case-studies/${name}`);
  const film = readFileSync('content/media/case-studies/gates-line-cut.webm');
  afterAll(() => rmSync(fileOf('case-studies/sluice.md'), { force: true }));

  it('is published by its content hash, with its poster and captions, in ranges', async () => {
    mkdirSync(fileOf('media/case-studies'), { recursive: true });
    writeFileSync(media('sluice.png'), await colourful(640, 360).toBuffer());
    writeFileSync(media('sluice.webm'), film);
    writeFileSync(media('sluice.vtt'), 'WEBVTT\n\n00:00.000 --> 00:04.000\nWater.\n');
    write('case-studies/sluice.md', source);
    await shows('/project/5', 'A sluice on film');
    const video = /<video[\s\S]*?<\/video>/.exec(await get('/project/5'))?.[0] ?? '';
    const name = createHash('sha256').update(film).digest('hex').slice(0, 32);
    expect(video).toContain(`<source src="/media/${name}.webm" type="video/webm"`);
    expect(video).toMatch(/poster="\/media\/[0-9a-f]{32}\.png" width="640" height="360"/);
    const captions = /<track [^>]*src="([^"]+)"/.exec(video)?.[1] ?? '';
    expect(await get(captions)).toContain('Water.');
    // Other file servers get the same file.
    expect(readFileSync(path.join(site.siteFolder(), `media/${name}.webm`)).equals(film)).toBe(
      true,
    );
    const part = await site.app.inject({
      url: `/media/${name}.webm`,
      headers: { range: 'bytes=100-199' },
    });
    expect([part.statusCode, part.headers['content-range'], part.headers['content-type']]).toEqual([
      206,
      `bytes 100-199/${film.length}`,
      'video/webm',
    ]);
    expect(part.rawPayload.equals(film.subarray(100, 200))).toBe(true);
    expect(part.headers['cache-control']).toContain('immutable');
    await purgeOrphanedMedia({ ...site.context, clock: () => Date.now() + 2 * 86_400_000 });
    expect(existsSync(path.join(site.dataFolder, 'uploads', `${name}.webm`))).toBe(true);
  });

  it('changes nothing if the file is no video or no captions', async () => {
    writeFileSync(media('sluice.webm'), 'not a video');
    await until('it is read', () => warned.length > 0);
    expect(warned[0]).toBe(
      "case-studies/sluice.md is invalid: 'features.videos.0.src': The file is no webm file.",
    );
    await site.settled();
    expect(await get('/project/5')).toContain('<source src="/media/');
    rmSync(fileOf('case-studies/sluice.md'));
    await until('it is valid again', async () => (await listWarnings()).length === 0);
    await purgeOrphanedMedia({ ...site.context, clock: () => Date.now() + 2 * 86_400_000 });
    expect(readdirSync(path.join(site.dataFolder, 'uploads')).join()).not.toMatch(/webm|vtt/);
  });
});

describe('a game in CONTENT_DIR', () => {
  const game = {
    id: 40,
    name: 'Tide & Tiller',
    surname: 'tide-and-tiller',
    genre: 'Racing',
    classic: true,
    rating: 77,
    price: '9.99',
    desc: 'Sail around a buoy.\n\nThen <b>back</b> before zephyrgale comes.',
    release: 'May 2020',
    platforms: ['Windows'],
    developers: ['Quay {900_000_000 + 13337}</script><img src=x onerror="alert(1)">'],
    publishers: ['Quayworks'],
    link: 'https://example.com/tide',
  };
  const file = 'games/tide-and-tiller.json';
  const writeGame = (fields: object) => write(file, JSON.stringify({ ...game, ...fields }));
  const drawImages = async () => {
    const folder = fileOf('media/games/tide-and-tiller');
    mkdirSync(folder, { recursive: true });
    await colourful(450, 600).toFile(path.join(folder, 'cover.png'));
    for (const number of [1, 2, 3, 4]) {
      await colourful(640, 360 + number)
        .webp()
        .toFile(path.join(folder, `${number}.webp`));
    }
  };
  afterEach(() => rmSync(fileOf(file), { force: true }));

  const isGone = (url: string) =>
    until(`${url} is gone`, async () => (await site.app.inject(url)).statusCode === 404);

  it('gets its page, and a place wherever the catalogue is shown, until it is deleted', async () => {
    await drawImages();
    writeGame({});
    await shows('/gamecorner/game/40', 'Tide &amp; Tiller');
    const page = await get('/gamecorner/game/40');
    expect(page).toMatch(
      /<img src="\/media\/[0-9a-f]{32}\.png" width="640" height="361" alt="Tide &amp; Tiller, image 1 of 4"/,
    );
    expect(page.match(/data-slide /g)).toHaveLength(4);
    expect(page).toContain('<p>Then &lt;b&gt;back&lt;/b&gt; before zephyrgale comes.</p>');
    const data = [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
    expect(data.map(([, text]) => text).join()).toContain('"name":"Tide & Tiller"');
    expect(page).toContain('Quay {900_000_000 + 13337}&lt;/script&gt;&lt;img src=x');
    // Within attributes, quotes are escaped.
    expect(page.replaceAll(/ data-tags="[^"]*"/g, '')).not.toMatch(/<img src=x/);
    expect(page.slice(page.indexOf('<article'))).not.toContain('900013337');
    await site.settled();
    for (const url of ['/gamecorner/browser', '/gamecorner/made']) {
      expect(await get(url)).toContain('Tide &amp; Tiller');
    }
    expect(await get('/gamecorner/browser')).toContain('href="/gamecorner/game/40"');
    expect(await get('/page-list.json')).toContain('"path":"/gamecorner/game/40"');
    expect(await get('/sitemap-pages.xml')).toContain('/gamecorner/game/40</loc>');
    expect(await get('/search-index-built.json')).toContain('"p":"/gamecorner/game/40"');
    expect(await get('/api/search?q=zephyrgale')).toContain('/gamecorner/game/40');
    const member = callerOf(site.app, await signedInAs(site, {}));
    expect((await member('PUT /api/games/40/like')).json()).toEqual({ likes: [40] });
    const review = { stars: 4, text: 'A fine breeze.' };
    expect((await member('PUT /api/games/40/review', review)).statusCode).toBe(200);
    const admin = callerOf(site.app, await signedInAs(site, { role: 'admin' }));
    const held = (await admin('GET /api/admin/reviews?state=held')).json().reviews;
    expect(held).toMatchObject([{ game: 40, name: 'Tide & Tiller' }]);
    const { uploads } = (await admin('GET /api/admin/uploads?show=unused')).json();
    expect(uploads.map((upload: { name: string }) => upload.name)).not.toContain('cover.png');
    const [, shown] = /src="\/media\/([0-9a-f]{32}\.png)" width="640"/.exec(page) ?? [];
    const { id } = site.context.database.raw
      .prepare('SELECT public_id AS id FROM media WHERE file_name = ?')
      .get(shown) as { id: string };
    const refused = await admin('POST /api/destroy', { public_id: id, used: true });
    expect(refused.json()).toEqual({
      code: 'STATE_CONFLICT',
      msg: 'This image belongs to games/*.json in CONTENT_DIR. Remove it there first.',
    });

    rmSync(fileOf(file));
    await isGone('/gamecorner/game/40');
    await site.settled();
    for (const url of [
      '/gamecorner/browser',
      '/page-list.json',
      '/sitemap-pages.xml',
      '/search-index-built.json',
      '/api/search?q=zephyrgale',
    ]) {
      expect([url, (await get(url)).includes('/gamecorner/game/40')]).toEqual([url, false]);
    }
    expect((await member('PUT /api/games/40/like')).statusCode).toBe(404);
  });

  it('of the samples can be changed, and only its page and the lists are rendered again', async () => {
    const name = 'games/space-invaders.json';
    const before = read(name);
    const page = await get('/gamecorner/game/10');
    const rendered = () =>
      new Map(
        ['1', '9', '10'].map((id) => {
          const html = path.join(site.siteFolder(), 'gamecorner/game', id, 'index.html');
          return [id, statSync(html).mtimeMs] as const;
        }),
      );
    const times = rendered();
    edit(name, '"name": "Space Invaders"', '"name": "Sky Invaders"');
    await shows('/gamecorner/game/10', '<h1>Sky Invaders</h1>');
    await shows('/gamecorner', 'Sky Invaders');
    await site.settled();
    // It is still the game that is played here, with the images of the sample.
    expect(await get('/gamecorner/game/10')).toContain('GameStage');
    expect(await get('/gamecorner/game/10')).toMatch(/\/_assets\/cover-600\.[\w-]+\.webp/);
    expect(await get('/api/search?q=sky+invaders')).toContain('/gamecorner/game/10');
    expect([rendered().get('1'), rendered().get('9')]).toEqual([times.get('1'), times.get('9')]);
    write(name, before);
    await until('it is as before', async () => (await get('/gamecorner/game/10')) === page);
  });

  it('of the samples can be removed, and random games and challenges offer the others', async () => {
    const name = 'games/space-invaders.json';
    const before = read(name);
    const randomPaths = async () => {
      const [, island = ''] =
        /<astro-island[^>]*RandomGame[^>]*? props="([^"]*)"/.exec(await get('/gamecorner')) ?? [];
      return [...island.matchAll(/\/gamecorner\/game\/(\d+)/g)].map(([, id]) => Number(id));
    };
    const all = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    expect(await randomPaths()).toEqual(all);
    const covers = async () =>
      /<div class="corner-wall"[\s\S]*?<section/.exec(await get('/gamecorner'))?.[0].match(/<img /g)
        ?.length;
    const wall = await covers();
    rmSync(fileOf(name));
    await isGone('/gamecorner/game/10');
    await until('the corner follows', async () => (await randomPaths()).length === 10);
    expect(await randomPaths()).toEqual(all.slice(0, 10));
    expect((await site.app.inject('/gamecorner/game/9')).statusCode).toBe(200);
    expect(await covers()).toBe(wall);
    expect((await site.app.inject('/api/games/10/scores')).statusCode).toBe(404);
    for (let days = 0; days < 8; days += 1) {
      const clock = () => Date.UTC(2026, 10, 20 + days);
      const keyed = { ...site.context, clock, challengeKey: Buffer.alloc(32) };
      expect(getChallenge(keyed).game).not.toBe(10);
    }
    write(name, before);
    await shows('/gamecorner/game/10', 'Space Invaders');
  });

  it.each([
    ['EISDIR', (cover: string) => mkdirSync(cover)],
    ['ELOOP', (cover: string) => symlinkSync(cover, cover)],
  ])('changes nothing with an image that cannot be read: %s', async (code, replaceCover) => {
    await drawImages();
    const cover = fileOf('media/games/tide-and-tiller/cover.png');
    rmSync(cover);
    replaceCover(cover);
    writeGame({});
    await until('it is read', () => warned.length > 0);
    expect(warned[0]).toContain(`games/*.json cannot be read or stored: ${code}`);
    expect(await listWarnings()).toMatchObject([{ code: 'CONTENT_INVALID' }]);
    edit('profile/tools.json', '"lead": "', '"lead": "Still ');
    await shows('/tools', 'Still ');
    edit('profile/tools.json', '"lead": "Still ', '"lead": "');
    rmSync(fileOf(file));
    rmSync(cover, { recursive: true });
    await until('it is valid again', async () => (await listWarnings()).length === 0);
  });

  it.each([
    ['a field', { genre: undefined }, "'genre' is missing"],
    ['a known field', { gerne: 'Racing' }, "'gerne': there is no such field"],
    [
      'a link to a web page',
      { link: 'javascript:alert(1)' },
      "'link' needs a URL that starts with https://",
    ],
    ['its own ID', { id: 1 }, "is invalid: 'id' 1 is taken by games/"],
    ['the name of its file', { surname: 'tide' }, "'surname' needs to be the name of the file"],
    ['a playable game', { play: 'chess', link: undefined }, "'play': there is no game 'chess'"],
    [
      'the game of its ID',
      { id: 10, play: 'pacman', link: undefined },
      "'id' 10 belongs to the game 'space-invaders'",
    ],
  ])('changes nothing without %s', async (_title, fields, problem) => {
    await drawImages();
    writeGame(fields);
    await until('it is read', () => warned.length > 0);
    expect(warned[0]).toContain(problem);
    expect(warned[0]).toMatch(/^games\/[a-z-]+\.json is invalid: /);
    expect(await listWarnings()).toMatchObject([{ code: 'CONTENT_INVALID' }]);
    await site.settled();
    expect((await site.app.inject('/gamecorner/game/40')).statusCode).toBe(404);
    expect(await get('/gamecorner/browser')).toContain('href="/gamecorner/game/1"');
    rmSync(fileOf(file));
    await until('it is valid again', async () => (await listWarnings()).length === 0);
  });

  it('changes nothing without its images, or with an image that cannot be read', async () => {
    await drawImages();
    rmSync(fileOf('media/games/tide-and-tiller/cover.png'));
    writeGame({});
    await until('it is read', () => warned.length > 0);
    expect(warned[0]).toContain(
      "'surname': there is no image cover in media/games/tide-and-tiller/",
    );
    warned.length = 0;
    writeFileSync(fileOf('media/games/tide-and-tiller/cover.png'), 'not an image');
    await until('it is read again', () => warned.length > 0);
    expect(warned[0]).toContain("'surname': cover.png in media/games/tide-and-tiller/: ");
    expect((await site.app.inject('/gamecorner/game/40')).statusCode).toBe(404);
    // A better image is enough to publish it.
    await drawImages();
    await shows('/gamecorner/game/40', 'Tide &amp; Tiller');
    rmSync(fileOf(file));
    await isGone('/gamecorner/game/40');
  });
});

describe('unchanged files in CONTENT_DIR', () => {
  /** Reads the files as a new process does. @returns the number of texts that were converted */
  async function countRenderings(config: Partial<Config> = {}): Promise<number> {
    let renderings = 0;
    const render: MarkdownService['render'] = (...parameters) => {
      renderings += 1;
      return site.context.markdown.render(...parameters);
    };
    const markdown = { ...site.context.markdown, render };
    const merged = { ...site.context.config, ...config };
    await acceptContent({ ...site.context, config: merged, markdown });
    return renderings;
  }

  it('are validated again by another build only', async () => {
    edit('pages/help.md', /^lead: .*$/m.exec(read('pages/help.md'))?.[0] ?? '', 'lead: Unchanged');
    await shows('/help', 'Unchanged');
    await stopWorker();
    expect(await countRenderings()).toBe(0);
    const build = buildVariant('next');
    expect(await countRenderings({ buildFolder: build.folder })).toBeGreaterThan(0);
    build.remove();
    await acceptContent(site.context);
    stopWorker = startWorker();
  });

  it('are read if only the time of their last change differs', async () => {
    const file = fileOf('pages/help.md');
    const { atime, mtime } = statSync(file);
    edit('pages/help.md', 'Unchanged', 'Changed!!');
    utimesSync(file, atime, mtime);
    await shows('/help', 'Changed!!');
  });
});

describe('an invalid file in CONTENT_DIR', () => {
  it('changes nothing, and admins see the file and the field until it is valid', async () => {
    const before = await get('/tools');
    const source = read('profile/tools.json');
    edit('profile/tools.json', '"lead"', '"lede"');
    await until('it is read', () => warned.length > 0);
    const problem =
      "profile/tools.json is invalid: 'lead' is missing; 'lede': there is no such field";
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
    const source = read('profile/tools.json');
    write('profile/tools.json', '{');
    edit('profile/about.json', '"title": "', '"title": "Published ');
    await shows('/about', 'Published');
    expect(await listWarnings()).toMatchObject([{ code: 'CONTENT_INVALID' }]);
    write('profile/tools.json', source);
    await until('it is valid again', async () => (await listWarnings()).length === 0);
  });

  it('is reported if it is missing, and its sample does not come back', async () => {
    const before = await get('/help');
    const source = read('pages/help.md');
    rmSync(fileOf('pages/help.md'));
    await until('it is missing', () => warned.length > 0);
    expect(await listWarnings()).toMatchObject([
      { msg: expect.stringContaining('pages/help.md is missing') },
    ]);
    fillContentFolder(site.context);
    expect(existsSync(fileOf('pages/help.md'))).toBe(false);
    await site.settled();
    expect(await get('/help')).toBe(before);
    write('pages/help.md', source);
    await until('it is valid again', async () => (await listWarnings()).length === 0);
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

{900_000_000 + 13337} <script>alert(1)</script> <img src=x onerror="alert(2)"> [a](javascript:alert(3))

<Fragment set:html={secret} />
`,
    );
    await shows('/terms', 'globalThis.executed');
    const page = await get('/terms');
    const text = page.slice(page.indexOf('<div class="prose'));
    expect(text).toContain('import {');
    expect(text).toContain('{900_000_000 + 13337}');
    expect(text).not.toContain('900013337');
    expect(text).not.toMatch(/<script>alert|<img[^>]*onerror|href="javascript:|<Fragment/i);
    expect(Object.hasOwn(globalThis, 'executed')).toBe(false);
  });
});

test('the repository stays clean when the owner has changed every file', async () => {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' });
  const before = git('status', '--porcelain');
  for (const name of contentNames.filter((candidate) => !contentFile(candidate).includes('*'))) {
    const file = contentFile(name);
    write(file, `${read(file)}\n`);
  }
  write('templates/techPost.md', 'Begin here.\n');
  edit('case-studies/the-night-planner.md', 'title: ', 'title: New ');
  edit('games/celeste.json', '"name": "', '"name": "New ');
  write('pages/terms.md', `${read('pages/terms.md')}\nAdded.\n`);
  await shows('/terms', 'Added.');
  await site.settled();
  expect(git('status', '--porcelain')).toBe(before);
  // The default folder is below DATA_DIR, which Git ignores.
  expect(git('check-ignore', 'var/content/profile/profile.json')).toContain('var/content');
});

test('content stays published in a release of another build', { tags: ['topic'] }, async () => {
  edit('profile/about.json', '"title": "', '"title": "Kept ');
  edit('profile/profile.json', '"name": "Maren Halvard"', '"name": "Nora Quell"');
  await shows('/about', 'Kept');
  await shows('/rss.xml', 'Nora Quell');
  await site.settled();
  await stopWorker();
  await site.stop();
  const build = buildVariant('other');
  const other = await startTestSite({
    copyOf: site.dataFolder,
    config: { buildFolder: build.folder, guards: [gameCornerGuard] },
  });
  const getOther = async (url: string) => (await other.app.inject(url)).body;
  await until('the other build is live', async () =>
    (await getOther('/favicon.svg')).includes('other'),
  );
  expect(await getOther('/about')).toContain('Kept');
  expect(await getOther('/page-list.json')).toContain('"path":"/about"');
  expect(await getOther('/sitemap-pages.xml')).toContain('/about</loc>');
  // Guests get the shell, which shows the name, too.
  for (const url of ['/gamecorner', '/gamecorner/browser', '/gamecorner/game/10']) {
    const shell = await getOther(url);
    expect(shell).toContain('id="guarded-shell"');
    expect(shell).toContain('Nora Quell');
    expect(shell).not.toContain('Maren Halvard');
  }
  const { headers } = await signedInAs(other, {});
  const { body } = await other.app.inject({ url: '/gamecorner/game/10', headers });
  expect(body).toContain('<h1>Space Invaders</h1>');
  expect(body).toContain('Nora Quell');
  await other.close();
  build.remove();
});
