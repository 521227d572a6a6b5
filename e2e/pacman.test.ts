import { DOWN, LEFT, RIGHT, UP } from '../games/kit/engine.ts';
import * as engine from '../games/pacman/engine.ts';
import { DOTS, isGhostsOnly, neighbours } from '../games/pacman/maze.ts';
import { hasDot } from '../games/pacman/play.ts';
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

const SEED = 38;
/** Number of ticks that the bot looks ahead. */
const AHEAD_TICKS = 150;
/** The bot decides its next direction when it is within this number of ticks of a cell. */
const DECISION_TICKS = 5;
/** Number of frames in which each device steers Pacman well. */
const STEERED_FRAMES = 80;
const directions = [UP, LEFT, DOWN, RIGHT] as const;

/** Returns the index of the direction to the nearest dot. */
function directionToDot({ player, dots }: engine.State): number {
  const seen = new Set([player.cell]);
  let edge = [{ cell: player.cell, first: -1 }];
  while (edge.length > 0) {
    const found: typeof edge = [];
    for (const { cell, first } of edge) {
      for (const [way, next] of (neighbours[cell] ?? []).entries()) {
        if (next < 0 || isGhostsOnly(next) || seen.has(next)) continue;
        seen.add(next);
        const firstDirection = first < 0 ? way : first;
        if (hasDot(dots, next)) return firstDirection;
        found.push({ cell: next, first: firstDirection });
      }
    }
    edge = found;
  }
  return 0;
}

/** Returns the number of dots that a direction collects soon; far below zero if a ghost catches Pacman. */
function rateDirection(state: engine.State, way: number): number {
  let later = state;
  let input = directions[way] ?? 0;
  for (let ticks = 0; ticks < AHEAD_TICKS; ticks++) {
    later = engine.step(later, input);
    if (later.phase === 'cleared') return DOTS;
    if (later.phase !== 'playing') return ticks - 1000;
    if (later.player.cell !== state.player.cell && later.player.left <= 1)
      input = directions[directionToDot(later)] ?? 0;
  }
  return later.eaten - state.eaten;
}

/** Creates a bot that looks ahead before each cell and keeps its direction until the next one. */
function createCarefulBot() {
  let held = 0;
  let decidedAt = -1;
  return (state: engine.State): number => {
    const { cell, left } = state.player;
    if (state.phase !== 'playing' || left > DECISION_TICKS || cell === decidedAt) return held;
    decidedAt = cell;
    const nearest = directionToDot(state);
    let bestRating = Number.NEGATIVE_INFINITY;
    for (const [way, next] of (neighbours[cell] ?? []).entries()) {
      if (next < 0 || isGhostsOnly(next)) continue;
      const rating = rateDirection(state, way) + (way === nearest ? 0.5 : 0);
      if (rating <= bestRating) continue;
      bestRating = rating;
      held = directions[way] ?? 0;
    }
    return held;
  };
}

/** Length of a swipe as a share of the field’s width and height. */
const SWIPE_LENGTH = 0.1;

/** Creates a device of swipes. The game keeps a direction after the finger has left. */
function createSwipes({ swipe, fieldPoint }: GamePlayer): Device {
  let last = 0;
  return {
    async hold(bits) {
      if (bits === last || bits === 0) return;
      last = bits;
      const right = bits === RIGHT ? SWIPE_LENGTH : bits === LEFT ? -SWIPE_LENGTH : 0;
      const down = bits === DOWN ? SWIPE_LENGTH : bits === UP ? -SWIPE_LENGTH : 0;
      await swipe(await fieldPoint(0.5, 0.5), await fieldPoint(0.5 + right, 0.5 + down));
    },
  };
}

const ADDRESS = `/gamecorner/game/9?mode=classic&seed=${SEED}`;
const first = engine.start(SEED, { mode: 'classic' });

/** Creates the same device for scripted events. */
function createScriptedSwipes(): ScriptedDevice {
  let last = 0;
  return (bits) => {
    if (bits === last || bits === 0) return [];
    last = bits;
    const right = bits === RIGHT ? SWIPE_LENGTH : bits === LEFT ? -SWIPE_LENGTH : 0;
    const down = bits === DOWN ? SWIPE_LENGTH : bits === UP ? -SWIPE_LENGTH : 0;
    return [
      fingerOnField('pointerdown', 0.5, 0.5),
      fingerOnField('pointermove', 0.5 + right, 0.5 + down),
      fingerOnField('pointerup', 0.5 + right, 0.5 + down),
    ];
  };
}

test('Pacman is won and lost by gamepad, and can be steered by keys, swipes and the on-screen pad', {
  tag: '@verify',
}, async ({ page }) => {
  const won = scriptOf(engine, first, createCarefulBot());
  const lost = scriptOf(engine, first, () => LEFT);
  expect([engine.outcomeOf(won.end), engine.outcomeOf(lost.end)]).toEqual(['won', 'lost']);
  // The score shows that each device steered Pacman for a while.
  const steered = scriptOf(
    engine,
    first,
    switchBots(STEERED_FRAMES, createCarefulBot(), () => LEFT),
  );
  expect(engine.scoreOf(steered.end)).toBeGreaterThan(engine.scoreOf(lost.end));

  const player = await openGame(page, ADDRESS);
  const { button, begin, expectEnd, runFrames, play, hudValue } = player;
  await beginMuted(player);
  await expect(page.getByRole('application')).toBeFocused();
  await runFrames(25);
  await expectPauses(player);
  await expect(hudValue('Score')).not.toHaveText('0');
  await page.keyboard.press('Escape');
  await begin('Restart');
  await expect(player.heading).toHaveCount(0);
  await expect(hudValue('Score')).toHaveText('0');

  // On touch devices, the pad is shown from the start.
  await expect(button('On-screen pad')).toHaveAttribute('aria-pressed', 'true');
  for (const device of [player.keyboard(), createSwipes(player), player.pad()]) {
    if ((await player.phase()) === 'over') await begin('Play again');
    await play(device, steered.script);
    await expectEnd('Game Over', engine.scoreOf(steered.end));
  }
  await player.playGamepad(won.script);
  await expectEnd('Success!!!', DOTS);
  await expect(player.heading).toBeFocused();

  // With reduced motion, the game plays the same. The best score is stored.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await player.reopen();
  await expect(hudValue('Best')).toHaveText(`${DOTS}`);
  await player.playGamepad(lost.script);
  await expectEnd('Game Over', engine.scoreOf(lost.end));
  const motions = await page.evaluate(() => window.gameProbe.motions);
  expect(motions.filter((motion) => motion.startsWith('animate'))).toEqual([]);
});

test('Pacman is won and lost by keys, by swipes and by the on-screen pad', {
  tag: '@verify',
}, async ({ page }) => {
  const won = scriptOf(engine, first, createCarefulBot());
  const lost = scriptOf(engine, first, () => LEFT);
  const player = await openGame(page, ADDRESS);
  await player.begin();
  await page.keyboard.press('m');
  for (const device of [scriptedKeys(), createScriptedSwipes(), scriptedPad()]) {
    if ((await player.phase()) === 'over') await player.begin('Play again');
    await player.replay(device, won.script);
    await player.expectEnd('Success!!!', DOTS);
    await player.begin('Play again');
    await player.replay(device, lost.script);
    await player.expectEnd('Game Over', engine.scoreOf(lost.end));
  }
});
