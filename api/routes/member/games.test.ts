import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Challenge, LeaderboardResponse } from '#contracts/game.ts';
import * as connectFour from '#games/connect-four/engine.ts';
import * as sweetCrush from '#games/sweet-crush/engine.ts';
import * as ticTacToe from '#games/tic-tac-toe/engine.ts';
import { upsertSetting } from '../../db/repositories/site.ts';
import { DomainError } from '../../errors.ts';
import { submitScore } from '../../services/games/scores.ts';
import {
  type Caller,
  callerOf,
  type SignedIn,
  signedInAgain,
  signedInAs,
} from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';

let test: TestApp;
const people = {} as Record<'ann' | 'bob' | 'owner', SignedIn>;
const call = {} as Record<'guest' | 'ann' | 'bob' | 'owner', Caller>;

beforeAll(async () => {
  test = await buildTestApp();
  people.ann = await signedInAs(test, { name: 'Ann Able' });
  people.bob = await signedInAs(test, { name: 'Bob Best' });
  people.owner = await signedInAs(test, { name: 'Olga Owner', role: 'admin' });
  call.guest = callerOf(test.app, { headers: { cookie: '', 'sec-fetch-site': 'same-origin' } });
  for (const who of ['ann', 'bob', 'owner'] as const) call[who] = callerOf(test.app, people[who]);
});
afterAll(() => test.close());

/** Advances to the next day and signs all users in again. */
async function nextDay(): Promise<void> {
  test.clock.advance(86_400_000);
  for (const who of ['ann', 'bob', 'owner'] as const) {
    people[who] = await signedInAgain(test, people[who].user);
    call[who] = callerOf(test.app, people[who]);
  }
}

const FOUR = 29;
/** Columns that beat Easy, who fills the first column: four in a row at the bottom. */
const WINNING = [3, 4, 5, 6];

/** Plays Connect Four against Easy, some detours first, and returns the response of the API. */
async function win(who: Caller, { hints = 0, challenge = false } = {}) {
  const { token, seed } = (
    await who(`POST /api/games/${FOUR}/seeds`, { mode: 'easy', challenge })
  ).json();
  const options = { opponent: 'robot', level: 'easy' } as const;
  let state = connectFour.start(seed, options);
  const inputs: number[] = [];
  const applyInput = (input: number) => {
    state = connectFour.step(state, input);
    inputs.push(input, 1);
  };
  for (let hint = 0; hint < hints; hint += 1) {
    // A hint, and taking the move back with the answer to it, cost ten points each.
    applyInput(connectFour.HINT);
    applyInput(47 - 7);
    applyInput(connectFour.ROBOT_MOVES);
    applyInput(connectFour.UNDO);
  }
  for (const column of WINNING) {
    applyInput(40 + column);
    if (connectFour.outcomeOf(state) === 'playing') applyInput(connectFour.ROBOT_MOVES);
  }
  expect(connectFour.outcomeOf(state)).toBe('won');
  const request = { token, rules: connectFour.rules, inputs };
  const response = await who(`POST /api/games/${FOUR}/scores`, request);
  return { response, request, score: connectFour.scoreOf(state), inputs, seed };
}

/** Returns the context of the services with another function that plays games again. */
const withReplays = (play: () => Promise<never>) => ({
  ...test.app.games,
  replayVerifier: { play, close: async () => undefined },
});

const leaderboard = async (who: Caller, query = ''): Promise<LeaderboardResponse> =>
  (await who(`GET /api/games/${FOUR}/scores?mode=easy${query}`)).json();
const names = ({ scores }: LeaderboardResponse) => scores.map(({ member }) => member.name);

describe('likes', () => {
  it('belong to the account, and likes of a guest are added at sign-in', async () => {
    const likes = async () => (await call.ann('GET /api/games/likes')).json().likes.toSorted();
    expect(await likes()).toEqual([]);
    await call.ann('PUT /api/games/9/like');
    await call.ann('PUT /api/games/9/like');
    // 31 and 999 are in no catalogue.
    await call.ann('PUT /api/games/likes', { likes: [11, 9, 31, 999] });
    expect(await likes()).toEqual([11, 9]);
    await call.ann('DELETE /api/games/9/like');
    await call.ann('DELETE /api/games/9/like');
    expect(await likes()).toEqual([11]);
    expect((await call.bob('GET /api/games/likes')).json().likes).toEqual([]);
    expect((await call.ann('PUT /api/games/31/like')).statusCode).toBe(404);
    expect((await call.guest('PUT /api/games/9/like')).statusCode).toBe(401);
  });
});

describe('scores', () => {
  it('appear on the leaderboards of all time and of the day, the best per member, with replays', async () => {
    const first = await win(call.ann, { hints: 1 });
    expect(first.response.json()).toMatchObject({ score: first.score, rank: 1, improved: true });
    const best = await win(call.bob);
    expect(best.score).toBeGreaterThan(first.score);
    expect(best.response.json()).toMatchObject({ rank: 1, score: best.score });
    expect(names(await leaderboard(call.guest))).toEqual(['Bob Best', 'Ann Able']);
    // A lower score changes nothing.
    const worse = await win(call.bob, { hints: 2 });
    expect(worse.response.json()).toMatchObject({ rank: 1, improved: false, _id: null });
    const ofDay = await leaderboard(call.ann, '&period=day');
    expect(ofDay.scores.map(({ score, mine }) => [score, mine])).toEqual([
      [best.score, false],
      [first.score, true],
    ]);
    expect(ofDay.mine).toMatchObject({ rank: 2, score: first.score });

    const replay = (await call.guest(`GET /api/games/scores/${ofDay.scores[0]?._id}`)).json();
    expect(replay).toMatchObject({
      game: FOUR,
      mode: 'easy',
      score: best.score,
      member: { name: 'Bob Best' },
      record: { game: 'connect-four', seed: best.seed, inputs: best.inputs },
    });

    // The leaderboard of the next day is empty; a higher score there also leads the one of all time.
    await nextDay();
    expect((await leaderboard(call.guest, '&period=day')).scores).toEqual([]);
    await win(call.ann);
    expect((await leaderboard(call.guest)).scores.map(({ score }) => score)).toEqual([
      best.score,
      best.score,
    ]);
    expect(names(await leaderboard(call.guest))).toEqual(['Bob Best', 'Ann Able']);
  });

  it("are visible according to the member's privacy setting", async () => {
    const share = (scores: string) => call.bob('PUT /api/user/profile', { privacy: { scores } });
    const id = (await leaderboard(call.guest)).scores[0]?._id;
    const watch = async (who: Caller) => (await who(`GET /api/games/scores/${id}`)).statusCode;
    const timeline = async (who: Caller) => {
      const path = `GET /api/user/${people.bob.user.publicId}/timeline`;
      return (await who(path)).json().entries;
    };
    expect(await timeline(call.guest)).toMatchObject([
      {
        kind: 'score',
        title: `${(await leaderboard(call.guest)).scores[0]?.score} points in Connect Four (Robot, easy)`,
        href: `/gamecorner/game/${FOUR}?replay=${id}`,
      },
    ]);
    await share('members');
    expect(names(await leaderboard(call.guest))).toEqual(['Ann Able']);
    expect(names(await leaderboard(call.ann))).toEqual(['Bob Best', 'Ann Able']);
    expect([await watch(call.guest), await watch(call.ann)]).toEqual([404, 200]);
    expect([await timeline(call.guest), (await timeline(call.ann)).length]).toEqual([[], 1]);
    await share('me');
    expect(names(await leaderboard(call.ann))).toEqual(['Ann Able']);
    expect(names(await leaderboard(call.bob))).toEqual(['Bob Best', 'Ann Able']);
    expect([await watch(call.ann), await watch(call.bob), await watch(call.owner)]).toEqual([
      404, 200, 200,
    ]);
    expect(await timeline(call.ann)).toEqual([]);
    await share('public');
  });

  it('are only accepted from members, in ranked modes of known games', async () => {
    const seeds = async (who: Caller, game: number, mode: string) =>
      (await who(`POST /api/games/${game}/seeds`, { mode })).statusCode;
    expect(await seeds(call.guest, FOUR, 'easy')).toBe(401);
    expect(await seeds(call.ann, FOUR, 'human')).toBe(400);
    expect(await seeds(call.ann, 33, 'friend')).toBe(400);
    expect(await seeds(call.ann, 11, 'easy')).toBe(404);
    expect(await seeds(call.ann, 31, 'easy')).toBe(404);
    expect((await call.guest('GET /api/games/11/scores')).statusCode).toBe(404);
    // A game without points is not on a leaderboard.
    const { token, seed } = (await call.ann('POST /api/games/33/seeds', { mode: 'robot' })).json();
    let state = ticTacToe.start(seed, { opponent: 'robot', begins: 'you' });
    const inputs: number[] = [];
    while (ticTacToe.outcomeOf(state) === 'playing') {
      // The worst there is: where the robot's last answer leaves it the most.
      const free = state.squares.flatMap((mark, square) => (mark === '' ? [square] : []));
      const best = new Set(ticTacToe.bestSquares(state.squares));
      const bad = free.find((square) => !best.has(square)) ?? free[0] ?? 0;
      const input = ticTacToe.isRobotsTurn(state) ? ticTacToe.ROBOT_MOVES : bad;
      state = ticTacToe.step(state, input);
      inputs.push(input, 1);
    }
    expect(ticTacToe.outcomeOf(state)).toBe('lost');
    const sent = { token, rules: ticTacToe.rules, inputs };
    const lost = await call.ann('POST /api/games/33/scores', sent);
    expect(lost.json()).toMatchObject({ score: 0, rank: null, _id: null });
    expect((await call.ann('GET /api/games/33/scores')).json().scores).toEqual([]);
  });
});

it('verifies one game of a member at a time, and keeps a seed that was not used', async () => {
  const begin = async () => (await call.ann('POST /api/games/29/seeds', { mode: 'easy' })).json();
  const [first, second] = [await begin(), await begin()];
  const played = ({ token }: { token: string }) => ({ token, rules: 1, inputs: [40, 1] });
  const stuck = Promise.withResolvers<never>();
  const reached = Promise.withResolvers<void>();
  const play = () => {
    reached.resolve();
    return stuck.promise;
  };
  const { id } = people.ann.user;
  const context = withReplays(play);
  const counting = submitScore(context, id, FOUR, played(first));
  await expect(submitScore(context, id, FOUR, played(second))).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  });
  await reached.promise;
  stuck.reject(new DomainError('BUSY'));
  await expect(counting).rejects.toMatchObject({ code: 'BUSY' });
  // The seeds are still valid: the games are rejected because they have no end.
  for (const begun of [first, second]) {
    const response = await call.ann('POST /api/games/29/scores', played(begun));
    expect([response.statusCode, response.json().code]).toEqual([422, 'SCORE_REJECTED']);
  }
});

it('keeps the seed after an error of the site, and uses it up with a rejected score', async () => {
  const { token } = (await call.ann('POST /api/games/29/seeds', { mode: 'easy' })).json();
  const unfinished = { token, rules: 1, inputs: [40, 1] };
  const broken = withReplays(() => Promise.reject(new Error('a replay broke')));
  await expect(submitScore(broken, people.ann.user.id, FOUR, unfinished)).rejects.toThrow('broke');
  const codes: string[] = [];
  for (let attempt = 0; attempt < 2; attempt += 1) {
    codes.push((await call.ann('POST /api/games/29/scores', unfinished)).json().code);
  }
  expect(codes).toEqual(['SCORE_REJECTED', 'SEED_UNKNOWN']);
});

it('accepts a score again that could not be stored', async () => {
  const { raw } = test.context.database;
  raw.exec(
    `CREATE TRIGGER broken BEFORE INSERT ON game_scores BEGIN SELECT RAISE(ABORT, 'broken'); END`,
  );
  const { response, request } = await win(call.ann);
  raw.exec('DROP TRIGGER broken');
  expect(response.statusCode).toBe(500);
  expect((await call.ann(`POST /api/games/${FOUR}/scores`, request)).statusCode).toBe(201);
  expect((await call.ann(`POST /api/games/${FOUR}/scores`, request)).json().code).toBe(
    'SEED_UNKNOWN',
  );
});

describe('the daily challenge', () => {
  it('is the same game and seed for everyone, changes each day and cannot be predicted', async () => {
    const seen = new Set<string>();
    for (let day = 0; day < 10; day += 1) {
      const today: Challenge = (await call.guest('GET /api/games/challenge')).json();
      const begun = await call.ann(`POST /api/games/${today.game}/seeds`, {
        mode: today.mode,
        challenge: true,
      });
      expect([begun.statusCode, begun.json().seed]).toEqual([201, today.seed]);
      const other = today.game === 33 ? 29 : 33;
      const wrong = await call.ann(`POST /api/games/${other}/seeds`, {
        mode: other === 33 ? 'robot' : 'easy',
        challenge: true,
      });
      expect([wrong.statusCode, wrong.json().code]).toEqual([409, 'STATE_CONFLICT']);
      seen.add(`${today.day} ${today.seed}`);
      await nextDay();
    }
    expect(seen.size).toBe(10);
  });

  it('has its own leaderboard, and replays once it is over', async () => {
    const today: Challenge = (await call.guest('GET /api/games/challenge')).json();
    test.context.database.raw
      .prepare(
        `INSERT INTO game_scores (public_id, user_id, game, mode, day, challenge, score, outcome,
          rules, seed, steps, inputs, created_at)
        VALUES ('challengeofann23', ?, ?, ?, ?, 1, 70, 'won', 1, ?, 1, 'izYx0DGMBQA=', ?)`,
      )
      .run(
        ...[people.ann.user.id, today.game, today.mode],
        ...[Math.floor(test.clock.now() / 86_400_000), today.seed, test.clock.now()],
      );
    const path = `GET /api/games/${today.game}/scores?mode=${today.mode}`;
    const places = async (more: string) =>
      (await call.guest(`${path}&period=${more}`)).json().scores.length;
    expect([await places('challenge'), await places('day'), await places('all')]).toEqual([
      1, 0, 0,
    ]);
    const watch = async (who: Caller) =>
      (await who('GET /api/games/scores/challengeofann23')).statusCode;
    expect([await watch(call.guest), await watch(call.bob), await watch(call.ann)]).toEqual([
      409, 409, 200,
    ]);
    await nextDay();
    expect(await watch(call.guest)).toBe(200);
    expect([await places('challenge'), await places(`challenge&day=${today.day}`)]).toEqual([0, 1]);
  });
});

describe('reviews', () => {
  const review = { stars: 4, text: 'It held me for an evening.\r\nAnd another.' };
  const read = async (who: Caller, game = 11) =>
    (await who(`GET /api/games/${game}/reviews`)).json();

  it('are held for moderation, cause notifications, and are then public', async () => {
    const saved = await call.ann('PUT /api/games/11/review', review);
    expect(saved.json()).toMatchObject({ mine: { state: 'held', stars: 4 } });
    expect(await read(call.guest)).toMatchObject({ result: 0, average: null, mine: null });
    expect((await read(call.ann)).mine.text).toBe('It held me for an evening.\nAnd another.');
    expect((await call.owner('GET /api/admin/waiting')).json().reviews).toBe(1);

    const queue = (await call.owner('GET /api/admin/reviews')).json();
    expect(queue.reviews).toMatchObject([{ name: 'Firewatch', member: { name: 'Ann Able' } }]);
    const ids = [queue.reviews[0]._id, 'gone'];
    const decided = await call.owner('POST /api/admin/reviews/decide', {
      ids,
      decision: 'approve',
    });
    expect(decided.json()).toMatchObject({ msg: '1 review approved.', changed: [ids[0]] });
    expect(await read(call.guest)).toMatchObject({
      result: 1,
      average: 4,
      reviews: [{ stars: 4, member: { name: 'Ann Able' }, edited: null }],
    });
    const received = (await call.ann('GET /api/notifications')).json().notifications;
    expect(received[0]).toMatchObject({
      kind: 'moderation',
      title: 'Your review of “Firewatch” is published.',
      path: '/gamecorner/game/11#reviews',
    });

    // A member has one review per game: a second one replaces it and is held again.
    await call.ann('PUT /api/games/11/review', { ...review, stars: 2 });
    expect(await read(call.guest)).toMatchObject({ result: 1, average: 2 });
    await call.ann('PUT /api/games/11/review', { stars: 2, text: 'I think otherwise now.' });
    expect(await read(call.guest)).toMatchObject({ result: 0, average: null });
    const reject = { ids, decision: 'reject', reason: 'Too short.' };
    await call.owner('POST /api/admin/reviews/decide', reject);
    expect((await read(call.ann)).mine).toMatchObject({ state: 'rejected', reason: 'Too short.' });

    // Even a member whose reviews are published at once needs another decision.
    const { database } = test.context;
    upsertSetting(database.query, 'comments-trusted-after', 0, test.clock.now());
    await call.ann('PUT /api/games/9/review', review);
    expect((await read(call.ann, 9)).mine.state).toBe('published');
    await call.ann('DELETE /api/games/9/review');
    await call.ann('PUT /api/games/11/review', { stars: 2, text: 'I think otherwise now.' });
    expect((await read(call.ann)).mine.state).toBe('held');
    expect(await read(call.guest)).toMatchObject({ result: 0 });
    upsertSetting(database.query, 'comments-trusted-after', 1, test.clock.now());
  });

  it('of admins are public at once, also in the list of all games', async () => {
    await call.owner('PUT /api/games/9/review', { stars: 5, text: 'Mine.' });
    const all = (await call.guest('GET /api/games/reviews')).json();
    expect(all).toMatchObject({ result: 1, reviews: [{ game: 9, stars: 5 }] });
    await call.owner('DELETE /api/games/9/review');
    expect((await call.guest('GET /api/games/reviews')).json().result).toBe(0);
  });

  it.each([
    [{ stars: 0, text: 'x' }, { stars: 'Please choose a rating.' }],
    [{ stars: null, text: 'x' }, { stars: 'Please choose a rating.' }],
    [{ stars: 3, text: '  ' }, { text: 'Please write a few words.' }],
    [{ stars: 6, text: 'x' }, { stars: 'Choose at most 5 stars.' }],
  ])('reject %j with a message at the field', async (body, fields) => {
    const response = await call.bob('PUT /api/games/9/review', body);
    expect([response.statusCode, response.json().fields]).toEqual([400, fields]);
  });
});

it('includes scores and reviews in the data export and deletes them with the account', async () => {
  const { response } = await win(call.bob);
  expect(response.statusCode).toBe(201);
  await call.bob('PUT /api/games/likes', { likes: [3] });
  await call.bob('PUT /api/games/3/review', { stars: 3, text: 'So so.' });
  const data = (await call.bob('GET /api/account/data')).json();
  expect(data.likedGames).toMatchObject([{ game: 3 }]);
  expect(data.gameReviews).toMatchObject([{ game: 3, stars: 3, text: 'So so.' }]);
  expect(data.gameScores.length).toBeGreaterThan(0);
  expect(data.begunGames.length).toBeGreaterThan(0);
  const deleted = await call.bob('DELETE /api/account', { comments: 'keep' });
  expect(deleted.statusCode).toBe(200);
  const { raw } = test.context.database;
  for (const table of ['game_likes', 'game_seeds', 'game_scores', 'game_reviews']) {
    const left = raw.prepare(`SELECT count(*) FROM ${table} WHERE user_id = ?`).pluck();
    expect([table, left.get(people.bob.user.id)]).toEqual([table, 0]);
  }
  expect(names(await leaderboard(call.guest))).toEqual(['Ann Able']);
});

it('stores an endless game on its own leaderboard once it has ended', async () => {
  const eve = callerOf(test.app, await signedInAs(test, { name: 'Eve Endless' }));
  const leaderboardOf = async (mode: string): Promise<LeaderboardResponse> =>
    (await call.guest(`GET /api/games/8/scores?mode=${mode}`)).json();
  const play = async (ends: boolean) => {
    const { token, seed } = (await eve('POST /api/games/8/seeds', { mode: 'endless' })).json();
    let state = sweetCrush.start(seed, { mode: 'endless' });
    const inputs: number[] = [];
    const applyInput = (input: number) => {
      state = sweetCrush.step(state, input);
      inputs.push(input, 1);
    };
    for (let swap = 0; swap < 40; swap += 1) {
      applyInput(sweetCrush.bestSwap(state));
      while (state.phase !== 'settled') applyInput(sweetCrush.SETTLE);
    }
    if (ends) applyInput(sweetCrush.END);
    const score = sweetCrush.scoreOf(state);
    const body = { token, rules: sweetCrush.rules, inputs };
    return { score, response: await eve('POST /api/games/8/scores', body) };
  };
  const unfinished = await play(false);
  expect(unfinished.response.json()).toMatchObject({ code: 'SCORE_REJECTED' });
  const classic = await leaderboardOf('classic');
  const { score, response } = await play(true);
  expect(response.json()).toMatchObject({ score, rank: 1, improved: true });
  expect((await leaderboardOf('endless')).scores.map((row) => row.score)).toEqual([score]);
  expect(await leaderboardOf('classic')).toEqual(classic);
});
