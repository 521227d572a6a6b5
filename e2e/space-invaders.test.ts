import { DOWN, LEFT, PRIMARY, RIGHT, UP } from '../games/kit/engine.ts';
import { type ArcadeState, bombSpeedOf } from '../games/space-invaders/arcade.ts';
import { fieldColumnOf, fieldRowOf } from '../games/space-invaders/classic.ts';
import {
  BOMB_HEIGHT,
  COLUMNS,
  FIELD,
  INVADER_MOVE_TICKS,
  INVADER_SPACE_Y,
  INVADERS_IN_ROW,
  LASER_STEP_TICKS,
  PARTS,
  SHIP_HEIGHT,
  SHIP_SPEED,
  SHIP_WIDTH,
  SHIP_Y,
  SHOT_SPEED,
} from '../games/space-invaders/constants.ts';
import * as engine from '../games/space-invaders/engine.ts';
import { invadersLeft, middleOf, speedOf } from '../games/space-invaders/formation.ts';
import {
  beginMuted,
  type Device,
  expectPauses,
  type GamePlayer,
  openGame,
  scriptOf,
  switchBots,
} from './support/game-player.ts';
import {
  fingerOnField,
  type ScriptedDevice,
  scriptedKeys,
  scriptedPad,
} from './support/scripted-devices.ts';
import { expect, readOnlyTest as test } from './support/site.ts';

test.use({ hasTouch: true, viewport: { width: 1280, height: 900 } });

// These tests send many inputs, each of which takes longer on a busy machine.
test.slow();
const ADDRESS = '/gamecorner/game/10';

/** Number of frames in which each device steers the ship well. */
const STEERED_FRAMES = 60;

/** Horizontal distance at which a bomb counts as a hit, in parts of a pixel. */
const REACH = (SHIP_WIDTH / 2 + 4) * PARTS;
/** Bombs that need more ticks than this to reach the ship are ignored. */
const AHEAD_TICKS = 20;
/** The ship starts to move beyond the first distance to an invader, and stops within the second, in pixels. */
const START_DISTANCE = 14;
const STOP_DISTANCE = 3;

/** Returns the number of ticks until the ship is hit when it moves one way for a number of ticks. */
function ticksUntilHit({ ship, wave, bombs }: ArcadeState, way: number, ticks: number): number {
  for (let tick = 1; tick < AHEAD_TICKS; tick++) {
    const at = ship + way * SHIP_SPEED * Math.min(tick, ticks);
    const isHit = bombs.some(({ x, y }) => {
      const top = (y + bombSpeedOf(wave) * tick) / PARTS;
      const isLevel = top + BOMB_HEIGHT >= SHIP_Y && top <= SHIP_Y + SHIP_HEIGHT;
      return isLevel && Math.abs(x - at) <= REACH;
    });
    if (isHit) return tick;
  }
  return AHEAD_TICKS;
}

/** Returns the horizontal distance between a shot of the ship and the nearest invader, in parts of a pixel. */
function distanceToInvader({ formation, wave, ship }: ArcadeState): number {
  const speed = formation.direction * speedOf(wave, invadersLeft(formation));
  let nearest = Number.POSITIVE_INFINITY;
  for (const [row, bits] of formation.rows.entries()) {
    const flies = (SHIP_Y * PARTS - formation.y - row * INVADER_SPACE_Y * PARTS) / SHOT_SPEED;
    for (let column = 0; column < INVADERS_IN_ROW; column++) {
      if ((bits & (1 << column)) === 0) continue;
      const way = middleOf(formation, column) + speed * (flies + 3) - ship;
      if (Math.abs(way) < Math.abs(nearest)) nearest = way;
    }
  }
  return nearest;
}

/** Creates a bot that always fires, stays below an invader, and avoids bombs. */
function createGunner() {
  let going = 0;
  return (state: engine.State): number => {
    if (state.mode !== 'arcade') return PRIMARY;
    const way = state.phase === 'fighting' ? distanceToInvader(state) : 0;
    const least = going !== 0 && Math.sign(way) === going ? STOP_DISTANCE : START_DISTANCE;
    const wantedDirection = Math.abs(way) < least * PARTS ? 0 : Math.sign(way);
    const safety = (each: number) =>
      Math.max(...[5, 10, AHEAD_TICKS].map((ticks) => ticksUntilHit(state, each, ticks)));
    going = [wantedDirection, going, 0, -1, 1].reduce((best, each) =>
      safety(each) > safety(best) ? each : best,
    );
    return PRIMARY | (going < 0 ? LEFT : going > 0 ? RIGHT : 0);
  };
}

/** Fires, and moves below the next bomb. */
function recklessBot(state: engine.State): number {
  if (state.mode !== 'arcade') return PRIMARY;
  const lowest = state.bombs.toSorted((a, b) => b.y - a.y)[0];
  const way = lowest ? lowest.x - state.ship : 0;
  if (Math.abs(way) < REACH) return PRIMARY;
  return PRIMARY | (way < 0 ? LEFT : RIGHT);
}

/** Plays the classic game: moves below the nearest invader on its grid. */
function classicBot(state: engine.State): number {
  if (state.mode !== 'classic') return 0;
  const column = fieldColumnOf(state.shooter);
  const ways = state.invaders.map((cell) => {
    const flies = (COLUMNS - 1 - fieldRowOf(cell)) * LASER_STEP_TICKS;
    return fieldColumnOf(cell) + state.direction * Math.round(flies / INVADER_MOVE_TICKS) - column;
  });
  const way = ways.reduce((near, each) => (Math.abs(each) < Math.abs(near) ? each : near));
  return PRIMARY | (way < 0 ? LEFT : way > 0 ? RIGHT : 0);
}

/** Creates a device of one finger that slides or jumps to a share of the field’s width; it is lifted at 0. */
function createFinger(
  { touch, slide, lift, fieldPoint }: GamePlayer,
  mode: 'slides' | 'hops',
): Device {
  return {
    async hold(share) {
      await lift();
      if (share === 0) return;
      if (mode === 'slides') await touch(await fieldPoint(0.7, 0.3));
      await (mode === 'slides' ? slide : touch)(await fieldPoint(share, 0.2));
    },
  };
}

/** Records the finger positions that steer the arcade ship as a bot does by keys: at an edge, or at the ship. */
function recordPositions(bot: (state: engine.State) => number, positions: number[]) {
  return (state: engine.State): number => {
    const held = bot(state);
    if (state.mode !== 'arcade') throw new Error('not the arcade game');
    const here = state.ship / (FIELD * PARTS);
    positions.push((held & LEFT) !== 0 ? 0.01 : (held & RIGHT) !== 0 ? 0.99 : here);
    return held;
  };
}

test('Space Invaders in classic mode is won and lost by keys, finger, pad and gamepad', {
  tag: '@verify',
}, async ({ page }) => {
  const first = engine.start(1, { mode: 'classic' });
  const won = scriptOf(engine, first, classicBot);
  const lost = scriptOf(engine, first, () => LEFT);
  // The view fires while a finger is on a column, and moves one cell towards it every fourth tick.
  const steered = (column: number) =>
    scriptOf(
      engine,
      first,
      () => (column + 0.5) / COLUMNS,
      (_, state) => {
        if (state.mode !== 'classic') throw new Error('not the classic game');
        const way = column - fieldColumnOf(state.shooter);
        const moves = way !== 0 && state.tick % 4 === 0;
        return PRIMARY | (moves ? (way < 0 ? LEFT : RIGHT) : 0);
      },
    );

  const player = await openGame(page, `${ADDRESS}?mode=classic&seed=1`);
  const { button, begin, expectEnd, game, heading, play, press, hudValue } = player;
  await beginMuted(player);
  await expect(page.getByRole('application')).toBeFocused();
  await page.keyboard.down('Space');
  await player.runFrames(20);
  await expect(hudValue('Score')).not.toHaveText('0');
  await expectPauses(player);
  await page.keyboard.up('Space');
  await begin('Restart');
  await expect(hudValue('Score')).toHaveText('0');

  // On touch devices, the pad is shown from the start.
  await expect(button('On-screen pad')).toHaveAttribute('aria-pressed', 'true');
  for (const [device, toWin, toLose] of [
    [player.keyboard(), won, lost],
    [createFinger(player, 'slides'), steered(9), steered(0)],
    [player.pad(), won, lost],
  ] as const) {
    if ((await player.phase()) === 'over') await begin('Play again');
    await play(device, toWin.script);
    await expectEnd('SUCCESS', 33);
    await begin('Play again');
    await play(device, toLose.script);
    await expectEnd('GAME OVER', engine.scoreOf(toLose.end));
  }
  await player.playGamepad(won.script);
  await expectEnd('SUCCESS', 33);
  await player.playGamepad(lost.script);
  await expectEnd('GAME OVER', 0);
  await expect(heading).toBeFocused();

  // The replay of the game has the same end.
  await press('Watch it again');
  await expect(game).toHaveAttribute('data-phase', 'watching');
  await player.runFrames(lost.script.length + 1);
  await expectEnd('GAME OVER', 0);

  // The best score is stored, and a worse game does not replace it.
  await player.reopen();
  await expect(hudValue('Best')).toHaveText('33');
  await expect(game.getByText('Your best: 33.')).toBeVisible();
});

const arcade = engine.start(1, { mode: 'arcade' });
const wonPositions: number[] = [];
const wonArcade = scriptOf(engine, arcade, recordPositions(createGunner(), wonPositions));
const lostPositions: number[] = [];
const lostArcade = scriptOf(engine, arcade, recordPositions(recklessBot, lostPositions));

test('Space Invaders in arcade mode is won and lost by gamepad, and can be steered by keys, finger and pad', {
  tag: '@verify',
}, async ({ page }) => {
  const score = engine.scoreOf(wonArcade.end);
  const ends = [wonArcade, lostArcade].map(({ end }) => engine.outcomeOf(end));
  expect(ends).toEqual(['won', 'lost']);
  const firingBot = () => PRIMARY;
  const steered = scriptOf(engine, arcade, switchBots(STEERED_FRAMES, createGunner(), firingBot));
  const steeredPositions: number[] = [];
  const byFinger = scriptOf(
    engine,
    arcade,
    switchBots(
      STEERED_FRAMES,
      recordPositions(createGunner(), steeredPositions),
      () => steeredPositions.push(0) && 0,
    ),
  );
  expect([steered, byFinger].map(({ end }) => engine.outcomeOf(end))).toEqual(['lost', 'lost']);
  // The score shows that each device steered the ship for a while.
  const unsteered = engine.scoreOf(scriptOf(engine, arcade, firingBot).end);
  for (const { end } of [steered, byFinger]) expect(engine.scoreOf(end)).not.toBe(unsteered);
  expect(engine.scoreOf(byFinger.end)).toBeGreaterThan(0);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  const player = await openGame(page, `${ADDRESS}?mode=arcade&seed=1`);
  const { begin, expectEnd, play, press, hudValue } = player;
  await expect(player.game.getByText('Game 1: everyone with this link')).toBeVisible();
  const motions = () => page.evaluate(() => window.gameProbe.motions);
  await begin();
  await page.keyboard.press('m');
  await play(player.keyboard(), steered.script);
  await expectEnd('GAME OVER', engine.scoreOf(steered.end));
  await expect(hudValue('Lives')).toHaveText('0');
  expect(await motions()).toEqual([]);
  await page.emulateMedia({ reducedMotion: null });
  await begin('Play again');
  await play(createFinger(player, 'hops'), steeredPositions);
  await expectEnd('GAME OVER', engine.scoreOf(byFinger.end));
  await begin('Play again');
  await play(player.pad(), steered.script);
  await expectEnd('GAME OVER', engine.scoreOf(steered.end));
  // Without reduced motion, the canvas shakes when the ship is hit.
  expect(await motions()).toContain('translate game-canvas');
  await player.playGamepad(wonArcade.script);
  await expectEnd('SUCCESS', score);
  await player.playGamepad(lostArcade.script);
  await expectEnd('GAME OVER', engine.scoreOf(lostArcade.end));
  await expect(hudValue('Best')).toHaveText(`${score}`);
  await press('Play again');
  await expect(hudValue('Lives')).toHaveText('3');
});

/** Creates a finger that jumps over the field, for scripted events. */
function createScriptedFinger(): ScriptedDevice {
  let at = 0;
  return (share) => {
    const lift = at === 0 ? [] : [fingerOnField('pointerup', at, 0.2)];
    at = share;
    return share === 0 ? lift : [...lift, fingerOnField('pointerdown', share, 0.2)];
  };
}

test('Space Invaders in arcade mode is won by keys and finger, and lost by keys, finger and pad', {
  tag: '@verify',
}, async ({ page }) => {
  const player = await openGame(page, `${ADDRESS}?mode=arcade&seed=1`);
  await player.begin();
  await page.keyboard.press('m');
  // Only the classic mode is played to both ends by each device, because these games are long.
  for (const [device, script, { end }] of [
    [scriptedKeys(), lostArcade.script, lostArcade],
    [scriptedKeys(), wonArcade.script, wonArcade],
    [createScriptedFinger(), lostPositions, lostArcade],
    [createScriptedFinger(), wonPositions, wonArcade],
    [scriptedPad(), lostArcade.script, lostArcade],
  ] as const) {
    if ((await player.phase()) === 'over') await player.begin('Play again');
    await player.replay(device, script);
    const words = engine.outcomeOf(end) === 'won' ? 'SUCCESS' : 'GAME OVER';
    await player.expectEnd(words, engine.scoreOf(end));
  }
});

test('a gamepad chooses the mode', { tag: '@topic' }, async ({ page }) => {
  const { game, runFrames, phase } = await openGame(page, `${ADDRESS}?seed=1`);
  const mode = (name: string) => game.getByRole('radio', { name });
  await expect(mode('Classic')).toBeChecked();
  for (const [way, chosen] of [
    [DOWN, 'Arcade'],
    [DOWN, 'Classic'],
    [UP, 'Arcade'],
  ] as const) {
    await page.evaluate((way) => {
      window.gameProbe.script = [way, 0];
      window.gameProbe.plugIn();
    }, way);
    await runFrames(3);
    await expect(mode(chosen)).toBeChecked();
    await expect(mode(chosen)).toBeFocused();
  }
  await page.evaluate((primary) => {
    window.gameProbe.script = [primary, 0];
  }, PRIMARY);
  await runFrames(3);
  expect(await phase()).toBe('playing');
  await expect(game.getByText('Wave', { exact: true })).toBeVisible();
});
