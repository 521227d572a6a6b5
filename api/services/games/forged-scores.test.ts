import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPLAY_NUMBERS_MAX, type ScoreCounted, SEED_MS } from '#contracts/game.ts';
import { games } from '#games/index.ts';
import { type AnyEngine, type Json, LARGEST_INPUT } from '#games/kit/engine.ts';
import { below, next } from '#games/kit/random.ts';
import { lastOf, REPLAY_RUNS_MAX, REPLAY_STEPS_MAX } from '#games/kit/replay.ts';
import { playRandomly } from '../../../games/testing/random-games.ts';
import { gameScores } from '../../db/schema/games.ts';
import { type Caller, callerOf, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { unpackInputs } from './replay-messages.ts';
import { createReplayVerifier } from './replay-verifier.ts';

const SHORT_RUNS = 60;
/** The long form, in `make attack`, sends 10,000 with a seed of its own. */
const runs = Number(process.env.FORGED_RUNS ?? 150);
const firstSeed = Number(process.env.FORGED_SEED ?? 20_261_122);

/** Games that are left unfinished after this many steps are sent as they are. */
const STEPS_MAX = 1200;

/** Games and modes in which random play soon comes to an end. */
const endingSoon = [
  'tic-tac-toe robot',
  'tic-tac-toe robot-begins',
  'connect-four easy',
  'bird-shooting classic',
  'space-invaders classic',
  'pacman classic',
  'whac-a-mole garden',
];
const played = games.flatMap(({ meta, loadEngine }) =>
  meta.modes
    .filter(({ id }) => endingSoon.includes(`${meta.game} ${id}`))
    .map((mode) => ({ meta, mode, loadEngine })),
);

let test: TestApp;
let ann: Caller;
let bob: Caller;
const engines = new Map<string, AnyEngine>();

beforeAll(async () => {
  test = await buildTestApp();
  ann = callerOf(test.app, await signedInAs(test));
  bob = callerOf(test.app, await signedInAs(test));
  expect(played).toHaveLength(endingSoon.length);
  for (const { meta, loadEngine } of played) engines.set(meta.game, await loadEngine());
});
afterAll(() => test.close());

let random = firstSeed >>> 0;
const draw = (count: number) => {
  random = next(random);
  return below(random, count);
};

interface Begun {
  id: number;
  engine: AnyEngine;
  options: Json;
  seed: number;
  token: string;
  inputs: number[];
}

/** Starts a game as Ann and plays it at random. */
async function playGame(): Promise<Begun> {
  const { meta, mode } = played[draw(played.length)] as (typeof played)[number];
  const { options } = mode;
  const engine = engines.get(meta.game) as AnyEngine;
  const { token, seed } = (await ann(`POST /api/games/${meta.id}/seeds`, { mode: mode.id })).json();
  // The server chooses the seed of the game.
  const seeded = { ...engine, start: (_: number, options: Json) => engine.start(seed, options) };
  const [game] = playRandomly(seeded, {
    options: [options],
    games: 1,
    seed: draw(0x10_0000),
    stepsMax: STEPS_MAX,
  });
  return { id: meta.id, engine, options, seed, token, inputs: game?.record.inputs ?? [] };
}

/** Moves the start of a game into the past. Advancing the clock would end the player's session. */
function beganBefore({ token }: Pick<Begun, 'token'>, ms: number): void {
  test.context.database.raw
    .prepare(
      'UPDATE game_seeds SET created_at = created_at - @ms, ends_at = ends_at - @ms WHERE public_id = @token',
    )
    .run({ token, ms });
}

type Body = { token: unknown; rules: unknown; inputs: unknown };
/** A forged request and its expected statuses. With 201, the score must be correct as well. */
interface Forgery {
  name: string;
  forge(begun: Begun, body: Body & { inputs: number[] }): Body | Promise<Body>;
  as?: () => Caller;
  to?: (begun: Begun) => number;
  statuses: readonly number[];
}

const altered = (inputs: number[], at: number, value: number) => inputs.with(at, value);
const forgeries: readonly Forgery[] = [
  { name: 'as it was played', forge: (_, body) => body, statuses: [201, 422] },
  {
    name: 'an altered number',
    forge: (_, body) => ({
      ...body,
      inputs: altered(body.inputs, draw(body.inputs.length), 1 + draw(60)),
    }),
    statuses: [201, 422],
  },
  {
    name: 'without its end',
    forge: (_, body) => ({ ...body, inputs: body.inputs.slice(0, -2) }),
    statuses: [201, 422],
  },
  {
    name: 'with more after its end',
    forge: (_, body) => ({ ...body, inputs: [...body.inputs, 0, 1 + draw(500)] }),
    statuses: [201, 422],
  },
  {
    name: 'half a run',
    forge: (_, body) => ({ ...body, inputs: body.inputs.slice(0, -1) }),
    statuses: [422],
  },
  { name: 'nothing', forge: (_, body) => ({ ...body, inputs: [] }), statuses: [422] },
  {
    name: 'made up altogether',
    forge: (_, body) => ({
      ...body,
      inputs: Array.from({ length: 2 * draw(40) }, (_, index) =>
        index % 2 === 0 ? draw(80_000) : 1 + draw(200),
      ),
    }),
    statuses: [201, 422],
  },
  {
    name: 'longer than any game',
    forge: (_, body) => ({ ...body, inputs: [0, REPLAY_STEPS_MAX, 1, REPLAY_STEPS_MAX] }),
    statuses: [422],
  },
  {
    name: 'more numbers than are taken',
    forge: (_, body) => ({ ...body, inputs: new Array(REPLAY_NUMBERS_MAX + 2).fill(1) }),
    statuses: [400],
  },
  {
    name: 'numbers that are none',
    forge: (_, body) => ({
      ...body,
      inputs: [
        ['1', 1],
        [0.5, 1],
        [-1, 1],
        [null, 1],
        [2 ** 40, 1],
      ][draw(5)],
    }),
    statuses: [400],
  },
  {
    name: 'other rules',
    forge: (_, body) => ({ ...body, rules: Number(body.rules) + 1 + draw(5) }),
    statuses: [422],
  },
  {
    name: 'a score of its own',
    forge: (_, body) => ({ ...body, score: 1_000_000 }),
    statuses: [400],
  },
  {
    name: 'a seed that nobody issued',
    forge: (_, body) => ({ ...body, token: `nobodyissued${draw(10_000)}` }),
    statuses: [409],
  },
  { name: "another member's seed", forge: (_, body) => body, as: () => bob, statuses: [409] },
  {
    name: 'the seed of another game',
    forge: (_, body) => body,
    to: ({ id }) => (id === 33 ? 29 : 33),
    statuses: [409],
  },
  {
    name: 'a seed that was used',
    async forge({ id }, body) {
      await ann(`POST /api/games/${id}/scores`, body);
      return body;
    },
    statuses: [409],
  },
  {
    name: 'too late',
    forge(begun, body) {
      beganBefore(begun, SEED_MS);
      return body;
    },
    statuses: [409],
  },
];

/** Returns the result that the engine computes from the inputs. */
const truth = ({ engine, options, seed }: Begun, inputs: number[]) => {
  const known = engine.readOptions(options) as Json;
  const { state } = lastOf(engine, { seed, options: known, inputs });
  return { score: engine.scoreOf(state), outcome: engine.outcomeOf(state) };
};

const sendForgeries = (count: number) => async () => {
  const wrong: string[] = [];
  const counted = new Map<string, number>();
  for (let run = 0; run < count; run += 1) {
    const forgery = forgeries[run % forgeries.length] as Forgery;
    const begun = await playGame();
    // The game takes this long to play.
    beganBefore(begun, SEED_MS / 3);
    const body = { token: begun.token, rules: begun.engine.rules, inputs: begun.inputs };
    const sent = await forgery.forge(begun, body);
    const id = forgery.to?.(begun) ?? begun.id;
    const response = await (forgery.as?.() ?? ann)(`POST /api/games/${id}/scores`, sent);
    const attemptText = `${forgery.name}, ${begun.engine.game}, run ${run}: ${response.statusCode}`;
    if (!forgery.statuses.includes(response.statusCode))
      wrong.push(`${attemptText} ${response.body}`);
    if (response.statusCode !== 201) continue;
    const { score } = response.json() as ScoreCounted;
    const real = truth(begun, sent.inputs as number[]);
    if (real.score !== score || real.outcome === 'playing')
      wrong.push(`${attemptText}, ${score} points`);
    counted.set(forgery.name, (counted.get(forgery.name) ?? 0) + 1);
  }
  expect(wrong).toEqual([]);
  expect(counted.get('as it was played')).toBeGreaterThan(0);

  // Playing the stored replay again gives the same score.
  const rows = test.context.database.query.select().from(gameScores).all();
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    const { meta } = played.find(({ meta }) => meta.id === row.game) as (typeof played)[number];
    const engine = engines.get(meta.game) as AnyEngine;
    const options = engine.readOptions(
      meta.modes.find(({ id }) => id === row.mode)?.options,
    ) as Json;
    const inputs = unpackInputs(row.inputs);
    const { state, steps } = lastOf(engine, { seed: row.seed, options, inputs });
    expect([engine.scoreOf(state), steps]).toEqual([row.score, row.steps]);
  }
  expect((await ann('GET /api/games/33/scores')).statusCode).toBe(200);
};

const title = (count: number) =>
  `keeps of ${count} forged, altered, truncated, oversized, replayed and late games what it has computed itself`;
it(title(SHORT_RUNS), sendForgeries(SHORT_RUNS));
it(title(runs), { tags: ['verify'], timeout: 900_000 + runs * 60 }, sendForgeries(runs));

it('uses the same limits of replays as the game kit', () => {
  expect(REPLAY_NUMBERS_MAX).toBe(2 * REPLAY_RUNS_MAX);
  expect(LARGEST_INPUT).toBe(0x7fff_ffff);
});

it('rejects a game that ended faster than it can be played', async () => {
  const mode = 'classic';
  const engine = engines.get('bird-shooting') as AnyEngine;
  const { token } = (await ann('POST /api/games/28/seeds', { mode })).json();
  const { state, steps } = lastOf(engine, { seed: 1, options: { mode }, inputs: [0, 100_000] });
  expect(engine.outcomeOf(state)).not.toBe('playing');
  const response = await ann('POST /api/games/28/scores', {
    token,
    rules: engine.rules,
    inputs: [0, steps],
  });
  expect([response.statusCode, response.json().code]).toEqual([422, 'SCORE_REJECTED']);
});

describe('the thread that plays games again', () => {
  const request = async (steps: number) => ({
    game: 'pacman',
    rules: (engines.get('pacman') as AnyEngine).rules,
    seed: 1,
    options: { mode: 'arcade' },
    inputs: [0, steps],
  });

  it('is stopped when a game takes too long, and continues with the next one', async () => {
    const replayVerifier = createReplayVerifier({ limitMs: 1 });
    const long = { ...(await request(1)), inputs: new Array(40_000).fill([3, 5]).flat() };
    await expect(replayVerifier.play(long)).rejects.toMatchObject({ code: 'SCORE_REJECTED' });
    await expect(replayVerifier.play(long)).rejects.toMatchObject({ code: 'SCORE_REJECTED' });
    await replayVerifier.close();
  });

  it('rejects requests when the queue is full', async () => {
    const replayVerifier = createReplayVerifier({ waitingMax: 2 });
    const all = await Promise.allSettled(
      Array.from({ length: 5 }, async () => replayVerifier.play(await request(1))),
    );
    const codes = all.map((one) => (one.status === 'rejected' ? one.reason.code : 'played'));
    expect(codes.filter((code) => code === 'BUSY')).toHaveLength(2);
    expect(codes.filter((code) => code === 'SCORE_REJECTED')).toHaveLength(3);
    await replayVerifier.close();
  });
});
