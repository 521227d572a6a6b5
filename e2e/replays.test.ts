import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { games } from '../games/index.ts';
import { endsOf, playRandomly } from '../games/testing/random-games.ts';
import { expect, testWithoutSite as test } from './support/site.ts';

/** Number of games of each kind; the target of a long run is 1,000. */
const count = Number(process.env.REPLAYED_GAMES ?? 50);
/** Maximum number of steps of a random game; longer games are left unfinished. */
const STEPS_MAX = 5000;
const repository = new URL('../', import.meta.url);
const origin = 'http://games.test';

test('replays of each game give bit-identical states in Node and in the browser', {
  tag: '@verify',
}, async ({ page }) => {
  // Serves the source of the engines without types.
  await page.route(`${origin}/**`, (route) => {
    const path = new URL(route.request().url()).pathname.slice(1);
    if (!path.startsWith('games/')) {
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
    }
    const source = readFileSync(new URL(path, repository), 'utf8');
    return route.fulfill({ contentType: 'text/javascript', body: stripTypeScriptTypes(source) });
  });
  await page.goto(origin);
  for (const { meta, loadEngine } of games) {
    const { game } = meta;
    const engine = await loadEngine();
    const options = meta.modes.map((mode) => mode.options);
    const played = playRandomly(engine, {
      options,
      games: count,
      seed: 20_261_121,
      stepsMax: STEPS_MAX,
    });
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
