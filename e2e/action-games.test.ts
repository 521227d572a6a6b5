import type { Page } from '@playwright/test';
import { BREEDS as SHOOTER_BREEDS } from '../games/bird-shooter/constants.ts';
import * as birdShooter from '../games/bird-shooter/engine.ts';
import { BREEDS as SHOOTING_BREEDS } from '../games/bird-shooting/constants.ts';
import * as birdShooting from '../games/bird-shooting/engine.ts';
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
import type { Input, Outcome } from '../games/kit/engine.ts';
import { DOWN, LEFT, PRIMARY, RIGHT, SECONDARY, UP } from '../games/kit/intents.ts';
import { SIDE } from '../games/whac-a-mole/constants.ts';
import * as whacAMole from '../games/whac-a-mole/engine.ts';
import {
  beginsInSilence,
  type Device,
  FRAME_TICKS,
  openTitle,
  pausesWhenLeft,
  type Seat,
  scriptOf,
} from './game-player.ts';
import {
  fingerOnField,
  type ScriptedDevice,
  type ScriptedEvent,
  scriptedKeys,
  scriptedPad,
} from './scripted-devices.ts';
import { expect, lookingTest as test } from './site.ts';

test.use({ hasTouch: true, viewport: { width: 1280, height: 900 } });
// Some seconds on a quiet machine, and many acts that each take their time on a busy one.
test.slow();

/** What both games of birds are to who aims. */
interface Sky {
  birds: Bird[];
  phase: string;
  rest: number;
  ammunition?: number;
  reload?: number;
}
type Spot = readonly [x: number, y: number];

/** Units a tick by which a crosshair is pushed, at first and after so many ticks. */
const SLOW = 1.6;
const FAST = 4.5;
const UNTIL_FAST_TICKS = 18;
/** So many frames a bird is waited for at most. */
const PATIENCE = 36;
/** How far a crosshair goes in so many frames. */
const WAYS = Array.from({ length: PATIENCE }, (_, frames) =>
  Array.from({ length: frames * FRAME_TICKS }, (_, tick): number =>
    tick < UNTIL_FAST_TICKS ? SLOW : FAST,
  ).reduce((sum, way) => sum + way, 0),
);

/** The sky so many ticks later. */
const later = (birds: readonly Bird[], breeds: readonly Breed[], ticks: number): Bird[] =>
  birds.map((bird) => {
    let after = bird;
    for (let tick = 0; tick < ticks; tick++) after = advanceBird(after, breeds[bird.kind] as Breed);
    return after;
  });

const isInSky = ({ is, x }: Bird) => is === 'flying' && x > 0 && x < SKY_WIDTH * PARTS;
const spotOf = ({ x, y }: Bird): Spot => [Math.floor(x / PARTS), Math.floor(y / PARTS)];
/** Whether the gun fires in so many ticks. */
const isReady = ({ rest, reload = 0 }: Sky, ticks: number) => ticks > Math.max(rest, reload);
const isOn = ({ phase }: Sky) => phase === 'round' || phase === 'wave';

/** Frames that bring the crosshair before the next bird that it can reach, and the shot. */
function planned(sky: Sky, breeds: readonly Breed[], from: Spot, soonest: number): number[] {
  if (!isOn(sky)) return [0];
  if (sky.ammunition === 0 && sky.reload === 0) return [SECONDARY, 0];
  for (let frames = soonest; frames < PATIENCE; frames++) {
    if (!isReady(sky, frames * FRAME_TICKS)) continue;
    const nearest = (way: number): number =>
      WAYS.slice(0, frames + 1).reduce(
        (best, each, at) => (Math.abs(way - each) < Math.abs(way - (WAYS[best] ?? 0)) ? at : best),
        0,
      );
    for (const bird of later(sky.birds, breeds, frames * FRAME_TICKS).filter(isInSky)) {
      const [right, down] = [bird.x / PARTS - from[0], bird.y / PARTS - from[1]];
      const [across, along] = [nearest(Math.abs(right)), nearest(Math.abs(down))];
      const beside = Math.hypot(
        Math.abs(right) - (WAYS[across] ?? 0),
        Math.abs(down) - (WAYS[along] ?? 0),
      );
      if (beside > 0.8 * (breeds[bird.kind]?.radius ?? 0)) continue;
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

/** Somebody who plays a game of birds: what is held in a frame, and what its view makes of that. */
interface Player {
  bot(sky: Sky): number;
  inputOf(held: number): Input;
}

/** Aims by what is held, and fires so many shots. The crosshair begins where the last game left it. */
function aimer(breeds: readonly Breed[], crosshair: [x: number, y: number], shots: number): Player {
  let plan: number[] = [];
  let before = 0;
  let pushed = 0;
  let left = shots;
  const acts: Input[] = [];
  const within = (value: number, size: number) => Math.max(0, Math.min(size - 1, value));
  return {
    bot(sky) {
      if (plan.length === 0 && left > 0) {
        plan = planned(sky, breeds, crosshair, before & PRIMARY ? 1 : 0);
      }
      const held = plan.shift() ?? 0;
      const [x, y] = crosshair;
      if (held & ~before & PRIMARY) {
        acts.push(shotAt(Math.floor(x), Math.floor(y)));
        left--;
      }
      if (held & ~before & SECONDARY) acts.push(birdShooter.RELOAD);
      before = held;
      return held;
    },
    // A shot takes the place of a push of the crosshair.
    inputOf(held) {
      const act = acts.shift();
      if (act !== undefined) return act;
      const right = ((held & RIGHT) !== 0 ? 1 : 0) - ((held & LEFT) !== 0 ? 1 : 0);
      const down = ((held & DOWN) !== 0 ? 1 : 0) - ((held & UP) !== 0 ? 1 : 0);
      pushed = right === 0 && down === 0 ? 0 : pushed + 1;
      const speed = pushed > UNTIL_FAST_TICKS ? FAST : SLOW;
      crosshair[0] = within(crosshair[0] + right * speed, SKY_WIDTH);
      crosshair[1] = within(crosshair[1] + down * speed, SKY_HEIGHT);
      return 0;
    },
  };
}

/** Taps whoever is in the sky, so many times; its script is the shots. */
function tapper(shots: number): Player {
  let act = 0;
  let left = shots;
  return {
    bot(sky) {
      const target = sky.birds.find(isInSky);
      act = 0;
      if (sky.ammunition === 0 && sky.reload === 0) act = birdShooter.RELOAD;
      else if (isOn(sky) && isReady(sky, 1) && target && left-- > 0)
        act = shotAt(...spotOf(target));
      return act;
    },
    inputOf() {
      const input = act;
      act = 0;
      return input;
    },
  };
}

/** Goes to who will go first, and hits them; or hits where nobody is. The cursor begins where it was left. */
function hammer(cursor: { at: number }, end: End) {
  let before = 0;
  let act = 0;
  const goalOf = ({ phase, creatures }: whacAMole.State): number | null => {
    if (phase !== 'round') return null;
    const seen = creatures.filter(({ is }) => is !== 'away').map(({ hole }) => hole);
    if (end === 'lost') return [cursor.at, 0, 8, 4].find((hole) => !seen.includes(hole)) ?? null;
    const up = creatures.filter(({ is }) => is === 'up').sort((one, two) => one.left - two.left);
    return up[0]?.hole ?? null;
  };
  return {
    bot(state: whacAMole.State): number {
      const goal = goalOf(state);
      let held = 0;
      const press = (intent: number, by: number) => {
        // What was held a frame ago has to be let go before it is pressed again.
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
        if (cursor.at === goal && state.swing.left === 0 && press(PRIMARY, 0)) act = goal + 1;
      }
      before = held;
      return held;
    },
    inputOf(): Input {
      const input = act;
      act = 0;
      return input;
    },
  };
}

/** Hits a hole at once, by its digit or by a finger; its script is the holes, from 1. */
function hitter(end: End) {
  let act = 0;
  return {
    bot({ phase, creatures, swing }: whacAMole.State): number {
      const up = creatures.find(({ is }) => is === 'up');
      const isFree = !creatures.some(({ is, hole }) => is !== 'away' && hole === 0);
      const hole = end === 'won' ? (up?.hole ?? null) : isFree ? 0 : null;
      act = phase === 'round' && swing.left === 0 && hole !== null ? hole + 1 : 0;
      return act;
    },
    inputOf(): Input {
      const input = act;
      act = 0;
      return input;
    },
  };
}

/** A device that does something once in each frame for which its script says so. */
const doing = (does: (act: number) => Promise<unknown>): Device => ({
  hold: async (act) => void (act !== 0 && (await does(act))),
});

type End = 'won' | 'lost';
type By = 'keys' | 'pad' | 'gamepad' | 'taps';
type Turn = readonly [By, End];

/** Both ends by gamepad, which needs the fewest messages to the browser, and the short one by each other device. */
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

/** A game as it is played by each device to each end. */
interface Game {
  address: string;
  words: Readonly<Record<End, string>>;
  devices(seat: Seat): { keys?: Device; taps: Device };
  /** Returns what plays one game after the other, in the same order as on the page. */
  players(): (by: By, end: End) => Played;
}
interface Played {
  script: readonly number[];
  end: Outcome;
  score: number;
}

/** Plays a game by turns. @returns the best score, and the script that lost by gamepad */
async function playByTurns(seat: Seat, { words, devices, players }: Game, turns: readonly Turn[]) {
  const made = { keys: seat.keyboard(), pad: seat.pad(), ...devices(seat) };
  const play = players();
  let best = 0;
  let lost: readonly number[] = [];
  for (const [index, [by, end]] of turns.entries()) {
    const isFirst = turns.findIndex((turn) => turn[0] === by) === index;
    if (by === 'pad' && isFirst) await seat.press('On-screen pad');
    const played = play(by, end);
    expect(played.end, by).toBe(end);
    if (by === 'gamepad') {
      await seat.playGamepad(played.script);
      if (end === 'lost') lost = played.script;
    } else {
      if ((await seat.phase()) === 'over') await seat.begin('Play again');
      await seat.play(made[by], played.script);
    }
    await seat.ended(words[end], played.score);
    best = Math.max(best, played.score);
  }
  return { best, lost };
}

/** Opens a game and wins it by each device but the gamepad. */
async function winByScript(page: Page, game: Game, taps: ScriptedDevice, keys = scriptedKeys()) {
  const seat = await openTitle(page, game.address);
  await seat.begin();
  await page.keyboard.press('m');
  await seat.press('On-screen pad');
  await seat.begin('Restart');
  const play = game.players();
  for (const [by, device] of [
    ['keys', keys],
    ['pad', scriptedPad()],
    ['taps', taps],
  ] as const) {
    if ((await seat.phase()) === 'over') await seat.begin('Play again');
    const { script, end, score } = play(by, 'won');
    expect(end, by).toBe('won');
    await seat.replay(device, script);
    await seat.ended(game.words.won, score);
  }
}

/** What is around each of these games: silence, pauses, Restart. */
async function beginWithCare(seat: Seat): Promise<void> {
  await beginsInSilence(seat);
  await expect(seat.page.getByRole('application')).toBeFocused();
  await seat.frames(30);
  await pausesWhenLeft(seat);
  await seat.begin('Restart');
  await expect(seat.heading).toHaveCount(0);
  await expect(seat.readout('Score')).toHaveText('0');
}

/** The best of these games is kept, and who wants less motion plays them just as well. */
async function comeBack(seat: Seat, best: number, lost: string, script: readonly number[]) {
  await seat.page.emulateMedia({ reducedMotion: 'reduce' });
  await seat.reopen();
  await expect(seat.readout('Best')).toHaveText(`${best}`);
  await seat.playGamepad(script);
  await expect(seat.heading).toHaveText(lost);
  await seat.allTold();
  await expect(seat.heading).toBeFocused();
  expect(await seat.page.evaluate(() => window.kept.motions)).toEqual([]);
}

/** Where the field is tapped for a shot. Cartridges lie at the lower left: a tap on them loads. */
function shareOfAct(act: number): [right: number, down: number] {
  const { x, y } = targetOfShot(act) ?? { x: 30, y: SKY_HEIGHT - 12 };
  return [(x + 0.5) / SKY_WIDTH, (y + 0.5) / SKY_HEIGHT];
}

/** Where the field is tapped for a hole. */
function shareOfHole(hole: number): [right: number, down: number] {
  const middle = (each: number) => (each + 0.5) / SIDE;
  return [middle(hole % SIDE), middle(Math.floor(hole / SIDE))];
}

const tapAt = (right: number, down: number): ScriptedEvent[] => [
  fingerOnField('pointerdown', right, down),
  fingerOnField('pointerup', right, down),
];

const tapSky = ({ tap, onField }: Seat): Device =>
  doing(async (act) => tap(await onField(...shareOfAct(act))));

test('Bird Shooting is won and lost by keys, pad, gamepad and finger', { tag: '@verify' }, async ({
  page,
}) => {
  const game: Game = {
    address: '/gamecorner/game/28?mode=classic&seed=1',
    words: { won: 'Well shot', lost: 'Time is up' },
    devices: (seat) => ({ taps: tapSky(seat) }),
    players() {
      const crosshair: [number, number] = [SKY_WIDTH / 2, SKY_HEIGHT / 2];
      return (by, end) => {
        const shots = end === 'won' ? Number.POSITIVE_INFINITY : 1;
        const who = by === 'taps' ? tapper(shots) : aimer(SHOOTING_BREEDS, crosshair, shots);
        const first = birdShooting.start(1, { mode: 'classic' });
        const { script, end: last } = scriptOf(birdShooting, first, who.bot, who.inputOf);
        return { script, end: birdShooting.outcomeOf(last), score: birdShooting.scoreOf(last) };
      };
    },
  };
  const seat = await openTitle(page, game.address);
  await beginWithCare(seat);
  const { best, lost } = await playByTurns(seat, game, allTurns);
  await comeBack(seat, best, game.words.lost, lost);
});

const birdShooterGame: Game = {
  address: '/gamecorner/game/30?seed=1',
  words: { won: 'You win!', lost: 'Too many escapes' },
  devices: (seat) => ({ taps: tapSky(seat) }),
  players() {
    const crosshair: [number, number] = [SKY_WIDTH / 2, SKY_HEIGHT / 2];
    return (by, end) => {
      const shots = end === 'won' ? Number.POSITIVE_INFINITY : 1;
      const who = by === 'taps' ? tapper(shots) : aimer(SHOOTER_BREEDS, crosshair, shots);
      const first = birdShooter.start(1);
      const { script, end: last } = scriptOf(birdShooter, first, who.bot, who.inputOf);
      return { script, end: birdShooter.outcomeOf(last), score: birdShooter.scoreOf(last) };
    };
  },
};

test('Bird Shooter is won and lost by gamepad, and lost by keys, pad and finger', async ({
  page,
}) => {
  const seat = await openTitle(page, birdShooterGame.address);
  await beginWithCare(seat);
  const { best, lost } = await playByTurns(seat, birdShooterGame, shortTurns);
  await comeBack(seat, best, birdShooterGame.words.lost, lost);
});

test('Bird Shooter is won by keys, pad and finger', { tag: '@verify' }, async ({ page }) => {
  await winByScript(page, birdShooterGame, (act) => (act === 0 ? [] : tapAt(...shareOfAct(act))));
});

const whacAMoleGame: Game = {
  address: '/gamecorner/game/27?seed=1',
  words: { won: 'You win!', lost: 'Too many misses' },
  devices: (seat) => ({
    keys: doing((act) => seat.page.keyboard.press(`${act}`)),
    taps: doing(async (act) => seat.tap(await seat.onField(...shareOfHole(act - 1)))),
  }),
  players() {
    const cursor = { at: 4 };
    return (by, end) => {
      const isAtOnce = by === 'keys' || by === 'taps';
      const who = isAtOnce ? hitter(end) : hammer(cursor, end);
      const first = whacAMole.start(1);
      const { script, end: last } = scriptOf(whacAMole, first, who.bot, who.inputOf);
      // A digit leaves the cursor where it hit.
      if (isAtOnce) cursor.at = (script.findLast((act) => act !== 0) ?? 1) - 1;
      return { script, end: whacAMole.outcomeOf(last), score: whacAMole.scoreOf(last) };
    };
  },
};

test('Whac-A-Mole is won and lost by gamepad, and lost by digits, pad and finger', {
  tag: '@verify',
}, async ({ page }) => {
  const seat = await openTitle(page, whacAMoleGame.address);
  await beginWithCare(seat);
  const { best } = await playByTurns(seat, whacAMoleGame, shortTurns);
  const { bot, inputOf } = hammer({ at: 4 }, 'lost');
  const { script } = scriptOf(whacAMole, whacAMole.start(1), bot, inputOf);
  await comeBack(seat, best, whacAMoleGame.words.lost, script);
  await expect(seat.readout('Misses')).toHaveText('12 of 12');
});

test('Whac-A-Mole is won by digits, pad and finger', { tag: '@verify' }, async ({ page }) => {
  const digit: ScriptedDevice = (act) =>
    act === 0 ? [] : [{ type: 'keydown', code: `Digit${act}` }];
  const tap: ScriptedDevice = (act) => (act === 0 ? [] : tapAt(...shareOfHole(act - 1)));
  await winByScript(page, whacAMoleGame, tap, digit);
});
