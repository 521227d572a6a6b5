import type { Page } from '@playwright/test';
import * as birdShooter from '../games/bird-shooter/engine.ts';
import { BREEDS as SHOOTER_BREEDS } from '../games/bird-shooter/engine.ts';
import * as birdShooting from '../games/bird-shooting/engine.ts';
import { BREEDS as SHOOTING_BREEDS } from '../games/bird-shooting/engine.ts';
import {
  advanceBird,
  type Bird,
  type Breed,
  PARTS,
  SKY_HEIGHT,
  SKY_WIDTH,
  shotAt,
  targetOfShot,
} from '../games/kit/birds.ts';
import {
  DOWN,
  type Input,
  LEFT,
  type Outcome,
  PRIMARY,
  RIGHT,
  SECONDARY,
  UP,
} from '../games/kit/engine.ts';
import * as whacAMole from '../games/whac-a-mole/engine.ts';
import { SIDE } from '../games/whac-a-mole/engine.ts';
import {
  beginMuted,
  type Device,
  expectPauses,
  FRAME_TICKS,
  type GamePlayer,
  openGame,
  scriptOf,
} from './support/game-player.ts';
import {
  fingerOnField,
  type ScriptedDevice,
  type ScriptedEvent,
  scriptedKeys,
  scriptedPad,
} from './support/scripted-devices.ts';
import { expect, readOnlyTest as test } from './support/site.ts';

test.use({ hasTouch: true, viewport: { width: 1280, height: 900 } });
// These tests send many inputs, each of which takes longer on a busy machine.
test.slow();

/** State that both bird games share. */
interface Sky {
  birds: Bird[];
  phase: string;
  rest: number;
  ammunition?: number;
  reload?: number;
}
type Position = readonly [x: number, y: number];

/** Speed of a crosshair in units per tick, at first and after ACCELERATION_TICKS. */
const INITIAL_SPEED = 1.6;
const FULL_SPEED = 4.5;
const ACCELERATION_TICKS = 18;
/** Maximum number of frames to wait for a bird. */
const WAIT_FRAMES_MAX = 36;
/** Distance of a crosshair after each number of frames. */
const DISTANCES = Array.from({ length: WAIT_FRAMES_MAX }, (_, frames) =>
  Array.from({ length: frames * FRAME_TICKS }, (_, tick): number =>
    tick < ACCELERATION_TICKS ? INITIAL_SPEED : FULL_SPEED,
  ).reduce((sum, way) => sum + way, 0),
);

/** Returns the birds a number of ticks later. */
const predictBirds = (birds: readonly Bird[], breeds: readonly Breed[], ticks: number): Bird[] =>
  birds.map((bird) => {
    let after = bird;
    for (let tick = 0; tick < ticks; tick++) after = advanceBird(after, breeds[bird.kind] as Breed);
    return after;
  });

const isInSky = ({ is, x }: Bird) => is === 'flying' && x > 0 && x < SKY_WIDTH * PARTS;
const positionOf = ({ x, y }: Bird): Position => [Math.floor(x / PARTS), Math.floor(y / PARTS)];
/** True if the gun can fire in `ticks` ticks. */
const isReady = ({ rest, reload = 0 }: Sky, ticks: number) => ticks > Math.max(rest, reload);
const isRunning = ({ phase }: Sky) => phase === 'round' || phase === 'wave';

/** Returns the frames that move the crosshair in front of the next bird in reach, with the shot. */
function planShot(
  sky: Sky,
  breeds: readonly Breed[],
  from: Position,
  firstFrame: number,
): number[] {
  if (!isRunning(sky)) return [0];
  if (sky.ammunition === 0 && sky.reload === 0) return [SECONDARY, 0];
  for (let frames = firstFrame; frames < WAIT_FRAMES_MAX; frames++) {
    if (!isReady(sky, frames * FRAME_TICKS)) continue;
    const nearest = (way: number): number =>
      DISTANCES.slice(0, frames + 1).reduce(
        (best, each, at) =>
          Math.abs(way - each) < Math.abs(way - (DISTANCES[best] ?? 0)) ? at : best,
        0,
      );
    for (const bird of predictBirds(sky.birds, breeds, frames * FRAME_TICKS).filter(isInSky)) {
      const [right, down] = [bird.x / PARTS - from[0], bird.y / PARTS - from[1]];
      const [across, along] = [nearest(Math.abs(right)), nearest(Math.abs(down))];
      const missDistance = Math.hypot(
        Math.abs(right) - (DISTANCES[across] ?? 0),
        Math.abs(down) - (DISTANCES[along] ?? 0),
      );
      if (missDistance > 0.8 * (breeds[bird.kind]?.radius ?? 0)) continue;
      const way = Array.from(
        { length: frames },
        (_, frame) =>
          (frame < across ? (right < 0 ? LEFT : RIGHT) : 0) |
          (frame < along ? (down < 0 ? UP : DOWN) : 0),
      );
      return [...way, PRIMARY];
    }
  }
  return [0];
}

/** Bot for an action game, with the inputs that the game’s view makes of the held bits. */
interface ActionBot {
  bot(sky: Sky): number;
  inputOf(held: number): Input;
}

/** Creates a bot that aims and fires a number of shots. The crosshair starts where the last game left it. */
function createAimingBot(
  breeds: readonly Breed[],
  crosshair: [x: number, y: number],
  shots: number,
): ActionBot {
  let plan: number[] = [];
  let before = 0;
  let pushed = 0;
  let left = shots;
  const actions: Input[] = [];
  const within = (value: number, size: number) => Math.max(0, Math.min(size - 1, value));
  return {
    bot(sky) {
      if (plan.length === 0 && left > 0) {
        plan = planShot(sky, breeds, crosshair, before & PRIMARY ? 1 : 0);
      }
      const held = plan.shift() ?? 0;
      const [x, y] = crosshair;
      if (held & ~before & PRIMARY) {
        actions.push(shotAt(Math.floor(x), Math.floor(y)));
        left--;
      }
      if (held & ~before & SECONDARY) actions.push(birdShooter.RELOAD);
      before = held;
      return held;
    },
    // A shot replaces the movement of the crosshair.
    inputOf(held) {
      const action = actions.shift();
      if (action !== undefined) return action;
      const right = ((held & RIGHT) !== 0 ? 1 : 0) - ((held & LEFT) !== 0 ? 1 : 0);
      const down = ((held & DOWN) !== 0 ? 1 : 0) - ((held & UP) !== 0 ? 1 : 0);
      pushed = right === 0 && down === 0 ? 0 : pushed + 1;
      const speed = pushed > ACCELERATION_TICKS ? FULL_SPEED : INITIAL_SPEED;
      crosshair[0] = within(crosshair[0] + right * speed, SKY_WIDTH);
      crosshair[1] = within(crosshair[1] + down * speed, SKY_HEIGHT);
      return 0;
    },
  };
}

/** Creates a bot that taps a number of birds; its script contains the shots. */
function createTappingBot(shots: number): ActionBot {
  let action = 0;
  let left = shots;
  return {
    bot(sky) {
      const target = sky.birds.find(isInSky);
      action = 0;
      if (sky.ammunition === 0 && sky.reload === 0) action = birdShooter.RELOAD;
      else if (isRunning(sky) && isReady(sky, 1) && target && left-- > 0)
        action = shotAt(...positionOf(target));
      return action;
    },
    inputOf() {
      const input = action;
      action = 0;
      return input;
    },
  };
}

/** Creates a bot that hits the creature that leaves first or, to lose, empty holes. */
function createHammerBot(cursor: { at: number }, end: End) {
  let before = 0;
  let action = 0;
  const goalOf = ({ phase, creatures }: whacAMole.State): number | null => {
    if (phase !== 'round') return null;
    const occupied = creatures.filter(({ is }) => is !== 'away').map(({ hole }) => hole);
    if (end === 'lost')
      return [cursor.at, 0, 8, 4].find((hole) => !occupied.includes(hole)) ?? null;
    const up = creatures.filter(({ is }) => is === 'up').sort((a, b) => a.left - b.left);
    return up[0]?.hole ?? null;
  };
  return {
    bot(state: whacAMole.State): number {
      const goal = goalOf(state);
      let held = 0;
      const press = (intent: number, by: number) => {
        // An intent of the last frame has to be released before it is pressed again.
        if ((before & intent) !== 0) return false;
        held |= intent;
        cursor.at += by;
        return true;
      };
      if (goal !== null) {
        const right = (goal % SIDE) - (cursor.at % SIDE);
        const down = Math.floor(goal / SIDE) - Math.floor(cursor.at / SIDE);
        if (right !== 0) press(right < 0 ? LEFT : RIGHT, Math.sign(right));
        if (down !== 0) press(down < 0 ? UP : DOWN, Math.sign(down) * SIDE);
        if (cursor.at === goal && state.swing.left === 0 && press(PRIMARY, 0)) action = goal + 1;
      }
      before = held;
      return held;
    },
    inputOf(): Input {
      const input = action;
      action = 0;
      return input;
    },
  };
}

/** Creates a bot that hits a hole directly, by its digit or by a touch; its script contains the holes, from 1. */
function createHittingBot(end: End) {
  let action = 0;
  return {
    bot({ phase, creatures, swing }: whacAMole.State): number {
      const up = creatures.find(({ is }) => is === 'up');
      const isFree = !creatures.some(({ is, hole }) => is !== 'away' && hole === 0);
      const hole = end === 'won' ? (up?.hole ?? null) : isFree ? 0 : null;
      action = phase === 'round' && swing.left === 0 && hole !== null ? hole + 1 : 0;
      return action;
    },
    inputOf(): Input {
      const input = action;
      action = 0;
      return input;
    },
  };
}

/** Creates a device that performs one action for each frame with an entry in the script. */
const createDevice = (perform: (action: number) => Promise<unknown>): Device => ({
  hold: async (action) => void (action !== 0 && (await perform(action))),
});

type End = 'won' | 'lost';
type DeviceName = 'keys' | 'pad' | 'gamepad' | 'taps';
type Turn = readonly [DeviceName, End];

/** Both ends by gamepad, which needs the fewest messages to the browser, and the shorter end by every other device. */
const shortTurns: readonly Turn[] = [
  ['keys', 'lost'],
  ['pad', 'lost'],
  ['gamepad', 'won'],
  ['gamepad', 'lost'],
  ['taps', 'lost'],
];
const allTurns = (['keys', 'pad', 'gamepad', 'taps'] as const).flatMap((by): Turn[] => [
  [by, 'won'],
  [by, 'lost'],
]);

/** Game with its devices and results. */
interface Game {
  path: string;
  headings: Readonly<Record<End, string>>;
  devices(player: GamePlayer): { keys?: Device; taps: Device };
  /** Returns a function that simulates one game after another, in the same order as on the page. */
  createSimulator(): (by: DeviceName, end: End) => SimulatedGame;
}
interface SimulatedGame {
  script: readonly number[];
  end: Outcome;
  score: number;
}

/** Plays a list of turns. @returns the best score, and the script that lost by gamepad */
async function playTurns(
  player: GamePlayer,
  { headings, devices, createSimulator }: Game,
  turns: readonly Turn[],
) {
  const allDevices = { keys: player.keyboard(), pad: player.pad(), ...devices(player) };
  const simulate = createSimulator();
  let best = 0;
  let lost: readonly number[] = [];
  for (const [index, [by, end]] of turns.entries()) {
    const isFirst = turns.findIndex((turn) => turn[0] === by) === index;
    if (by === 'pad' && isFirst) await player.press('On-screen pad');
    const result = simulate(by, end);
    expect(result.end, by).toBe(end);
    if (by === 'gamepad') {
      await player.playGamepad(result.script);
      if (end === 'lost') lost = result.script;
    } else {
      if ((await player.phase()) === 'over') await player.begin('Play again');
      await player.play(allDevices[by], result.script);
    }
    await player.expectEnd(headings[end], result.score);
    best = Math.max(best, result.score);
  }
  return { best, lost };
}

/** Opens a game and wins it by every device except the gamepad. */
async function winByScript(page: Page, game: Game, taps: ScriptedDevice, keys = scriptedKeys()) {
  const player = await openGame(page, game.path);
  await player.begin();
  await page.keyboard.press('m');
  await player.press('On-screen pad');
  await player.begin('Restart');
  const simulate = game.createSimulator();
  for (const [by, device] of [
    ['keys', keys],
    ['pad', scriptedPad()],
    ['taps', taps],
  ] as const) {
    if ((await player.phase()) === 'over') await player.begin('Play again');
    const { script, end, score } = simulate(by, 'won');
    expect(end, by).toBe('won');
    await player.replay(device, script);
    await player.expectEnd(game.headings.won, score);
  }
}

/** Checks silence, pauses and Restart of a game. */
async function expectPausesAndRestart(player: GamePlayer): Promise<void> {
  await beginMuted(player);
  await expect(player.page.getByRole('application')).toBeFocused();
  await player.runFrames(30);
  await expectPauses(player);
  await player.begin('Restart');
  await expect(player.heading).toHaveCount(0);
  await expect(player.hudValue('Score')).toHaveText('0');
}

/** Checks that the best score is stored and that a game with reduced motion plays the same. */
async function expectBestScoreAndReducedMotion(
  player: GamePlayer,
  best: number,
  lost: string,
  script: readonly number[],
) {
  await player.page.emulateMedia({ reducedMotion: 'reduce' });
  await player.reopen();
  await expect(player.hudValue('Best')).toHaveText(`${best}`);
  await player.playGamepad(script);
  await expect(player.heading).toHaveText(lost);
  await player.finishAnnouncements();
  await expect(player.heading).toBeFocused();
  expect(await player.page.evaluate(() => window.gameProbe.motions)).toEqual([]);
}

/** Returns the position of the tap for an action. A tap on the cartridges at the lower left reloads. */
function positionOfAction(action: number): [right: number, down: number] {
  const { x, y } = targetOfShot(action) ?? { x: 30, y: SKY_HEIGHT - 12 };
  return [(x + 0.5) / SKY_WIDTH, (y + 0.5) / SKY_HEIGHT];
}

/** Returns the position of the tap for a hole. */
function positionOfHole(hole: number): [right: number, down: number] {
  const middle = (each: number) => (each + 0.5) / SIDE;
  return [middle(hole % SIDE), middle(Math.floor(hole / SIDE))];
}

const tapAt = (right: number, down: number): ScriptedEvent[] => [
  fingerOnField('pointerdown', right, down),
  fingerOnField('pointerup', right, down),
];

const createSkyTaps = ({ tap, fieldPoint }: GamePlayer): Device =>
  createDevice(async (action) => tap(await fieldPoint(...positionOfAction(action))));

test('Bird Shooting is won and lost by keys, pad, gamepad and finger', { tag: '@verify' }, async ({
  page,
}) => {
  const game: Game = {
    path: '/gamecorner/game/28?mode=classic&seed=1',
    headings: { won: 'Well shot', lost: 'Time is up' },
    devices: (player) => ({ taps: createSkyTaps(player) }),
    createSimulator() {
      const crosshair: [number, number] = [SKY_WIDTH / 2, SKY_HEIGHT / 2];
      return (by, end) => {
        const shots = end === 'won' ? Number.POSITIVE_INFINITY : 1;
        const actionBot =
          by === 'taps'
            ? createTappingBot(shots)
            : createAimingBot(SHOOTING_BREEDS, crosshair, shots);
        const first = birdShooting.start(1, { mode: 'classic' });
        const { script, end: last } = scriptOf(
          birdShooting,
          first,
          actionBot.bot,
          actionBot.inputOf,
        );
        return { script, end: birdShooting.outcomeOf(last), score: birdShooting.scoreOf(last) };
      };
    },
  };
  const player = await openGame(page, game.path);
  await expectPausesAndRestart(player);
  const { best, lost } = await playTurns(player, game, allTurns);
  await expectBestScoreAndReducedMotion(player, best, game.headings.lost, lost);
});

const birdShooterGame: Game = {
  path: '/gamecorner/game/30?seed=1',
  headings: { won: 'You win!', lost: 'Too many escapes' },
  devices: (player) => ({ taps: createSkyTaps(player) }),
  createSimulator() {
    const crosshair: [number, number] = [SKY_WIDTH / 2, SKY_HEIGHT / 2];
    return (by, end) => {
      const shots = end === 'won' ? Number.POSITIVE_INFINITY : 1;
      const actionBot =
        by === 'taps' ? createTappingBot(shots) : createAimingBot(SHOOTER_BREEDS, crosshair, shots);
      const first = birdShooter.start(1);
      const { script, end: last } = scriptOf(birdShooter, first, actionBot.bot, actionBot.inputOf);
      return { script, end: birdShooter.outcomeOf(last), score: birdShooter.scoreOf(last) };
    };
  },
};

test('Bird Shooter is won and lost by gamepad, and lost by keys, pad and finger', async ({
  page,
}) => {
  const player = await openGame(page, birdShooterGame.path);
  await expectPausesAndRestart(player);
  const { best, lost } = await playTurns(player, birdShooterGame, shortTurns);
  await expectBestScoreAndReducedMotion(player, best, birdShooterGame.headings.lost, lost);
});

test('Bird Shooter is won by keys, pad and finger', { tag: '@verify' }, async ({ page }) => {
  await winByScript(page, birdShooterGame, (action) =>
    action === 0 ? [] : tapAt(...positionOfAction(action)),
  );
});

const whacAMoleGame: Game = {
  path: '/gamecorner/game/27?seed=1',
  headings: { won: 'You win!', lost: 'Too many misses' },
  devices: (player) => ({
    keys: createDevice((action) => player.page.keyboard.press(`${action}`)),
    taps: createDevice(async (action) =>
      player.tap(await player.fieldPoint(...positionOfHole(action - 1))),
    ),
  }),
  createSimulator() {
    const cursor = { at: 4 };
    return (by, end) => {
      const isDirect = by === 'keys' || by === 'taps';
      const actionBot = isDirect ? createHittingBot(end) : createHammerBot(cursor, end);
      const first = whacAMole.start(1);
      const { script, end: last } = scriptOf(whacAMole, first, actionBot.bot, actionBot.inputOf);
      // A digit moves the cursor to its hole.
      if (isDirect) cursor.at = (script.findLast((action) => action !== 0) ?? 1) - 1;
      return { script, end: whacAMole.outcomeOf(last), score: whacAMole.scoreOf(last) };
    };
  },
};

test('Whac-A-Mole is won and lost by gamepad, and lost by digits, pad and finger', {
  tag: '@verify',
}, async ({ page }) => {
  const player = await openGame(page, whacAMoleGame.path);
  await expectPausesAndRestart(player);
  const { best } = await playTurns(player, whacAMoleGame, shortTurns);
  const { bot, inputOf } = createHammerBot({ at: 4 }, 'lost');
  const { script } = scriptOf(whacAMole, whacAMole.start(1), bot, inputOf);
  await expectBestScoreAndReducedMotion(player, best, whacAMoleGame.headings.lost, script);
  await expect(player.hudValue('Misses')).toHaveText('12 of 12');
});

test('Whac-A-Mole is won by digits, pad and finger', { tag: '@verify' }, async ({ page }) => {
  const digit: ScriptedDevice = (action) =>
    action === 0 ? [] : [{ type: 'keydown', code: `Digit${action}` }];
  const tap: ScriptedDevice = (action) =>
    action === 0 ? [] : tapAt(...positionOfHole(action - 1));
  await winByScript(page, whacAMoleGame, tap, digit);
});
