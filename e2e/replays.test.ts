import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { randomPlayers } from '../games/testing/engines.ts';
import { endsOf, playRandomly } from '../games/testing/random-games.ts';
import { expect, bareTest as test } from './site.ts';

/** The bar is 1,000 of each: REPLAYED_GAMES=1000. */
const games = Number(process.env.REPLAYED_GAMES ?? 50);
const repository = new URL('../', import.meta.url);
const origin = 'http://games.test';

test('each game ends in the browser as it ended in Node, to the last bit', {
  tag: '@verify',
}, async ({ page }) => {
  // The engines themselves, with nothing but their types taken away.
  await page.route(`${origin}/**`, (route) => {
    const path = new URL(route.request().url()).pathname.slice(1);
    if (!path.startsWith('games/')) {
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
    }
    const source = readFileSync(new URL(path, repository), 'utf8');
    return route.fulfill({ contentType: 'text/javascript', body: stripTypeScriptTypes(source) });
  });
  await page.goto(origin);
  for (const [game, player] of Object.entries(randomPlayers)) {
    const engine = await import(new URL(`games/${game}/engine.ts`, repository).href);
    const played = playRandomly(engine, player, games, 20_261_121);
    const records = played.map(({ record }) => record);
    const ends = played.map(({ end }) => end);
    expect(endsOf(engine, records), `${game} in Node`).toEqual(ends);
    const inBrowser = await page.evaluate(
      async ({ game, sent }) => {
        const [engine, { endsOf }] = await Promise.all([
          import(`/games/${game}/engine.ts`),
          import('/games/testing/random-games.ts' as string),
        ]);
        return endsOf(engine, JSON.parse(sent)) as string[];
      },
      { game, sent: JSON.stringify(records) },
    );
    expect(inBrowser, `${game} in the browser`).toEqual(ends);
  }
});
