import { DOWN, LEFT, RIGHT, UP } from '../games/kit/intents.ts';
import * as engine from '../games/pacman/engine.ts';
import { DOTS, isGhostsOnly, neighbours } from '../games/pacman/maze.ts';
import { hasDot } from '../games/pacman/play.ts';
import {
  beginsInSilence,
  type Device,
  firstThen,
  openTitle,
  pausesWhenLeft,
  type Seat,
  scriptOf,
} from './game-player.ts';
import {
  fingerOnField,
  type ScriptedDevice,
  scriptedKeys,
  scriptedPad,
} from './scripted-devices.ts';
import { expect, lookingTest as test } from './site.ts';

test.use({ hasTouch: true, viewport: { width: 1280, height: 900 } });
// Some seconds on a quiet machine, and many acts that each take their time on a busy one.
test.slow();

const SEED = 38;
/** How far ahead the player looks, in ticks. */
const AHEAD_TICKS = 150;
/** A player within so many ticks of a cell chooses the way on from there. */
const SOON_TICKS = 5;
/** For so many frames each device leads Pacman well. */
const LED_FRAMES = 80;
const ways = [UP, LEFT, DOWN, RIGHT] as const;

/** Which way leads to the nearest dot. */
function wayToDot({ player, dots }: engine.State): number {
  const seen = new Set([player.cell]);
  let edge = [{ cell: player.cell, first: -1 }];
  while (edge.length > 0) {
    const found: typeof edge = [];
    for (const { cell, first } of edge) {
      for (const [way, next] of (neighbours[cell] ?? []).entries()) {
        if (next < 0 || isGhostsOnly(next) || seen.has(next)) continue;
        seen.add(next);
        const begun = first < 0 ? way : first;
        if (hasDot(dots, next)) return begun;
        found.push({ cell: next, first: begun });
      }
    }
    edge = found;
  }
  return 0;
}

/** How many dots a way brings soon; far below nothing where a ghost waits. */
function worthOf(state: engine.State, way: number): number {
  let later = state;
  let input = ways[way] ?? 0;
  for (let ticks = 0; ticks < AHEAD_TICKS; ticks++) {
    later = engine.step(later, input);
    if (later.phase === 'cleared') return DOTS;
    if (later.phase !== 'playing') return ticks - 1000;
    if (later.player.cell !== state.player.cell && later.player.left <= 1)
      input = ways[wayToDot(later)] ?? 0;
  }
  return later.eaten - state.eaten;
}

/** A player who looks two seconds ahead before each cell, and holds on to a way until then. */
function careful() {
  let held = 0;
  let decidedAt = -1;
  return (state: engine.State): number => {
    const { cell, left } = state.player;
    if (state.phase !== 'playing' || left > SOON_TICKS || cell === decidedAt) return held;
    decidedAt = cell;
    const nearest = wayToDot(state);
    let most = Number.NEGATIVE_INFINITY;
    for (const [way, next] of (neighbours[cell] ?? []).entries()) {
      if (next < 0 || isGhostsOnly(next)) continue;
      const worth = worthOf(state, way) + (way === nearest ? 0.5 : 0);
      if (worth <= most) continue;
      most = worth;
      held = ways[way] ?? 0;
    }
    return held;
  };
}

/** Shares of the field's width and height that a finger goes. */
const FAR = 0.1;

/** A finger that swipes over the field: what it chose is kept after it has gone. */
function swipes({ swipe, onField }: Seat): Device {
  let last = 0;
  return {
    async hold(bits) {
      if (bits === last || bits === 0) return;
      last = bits;
      const right = bits === RIGHT ? FAR : bits === LEFT ? -FAR : 0;
      const down = bits === DOWN ? FAR : bits === UP ? -FAR : 0;
      await swipe(await onField(0.5, 0.5), await onField(0.5 + right, 0.5 + down));
    },
  };
}

const ADDRESS = `/gamecorner/game/9?mode=classic&seed=${SEED}`;
const first = engine.start(SEED, { mode: 'classic' });

/** The same swipes as events of a script. */
function scriptedSwipes(): ScriptedDevice {
  let last = 0;
  return (bits) => {
    if (bits === last || bits === 0) return [];
    last = bits;
    const right = bits === RIGHT ? FAR : bits === LEFT ? -FAR : 0;
    const down = bits === DOWN ? FAR : bits === UP ? -FAR : 0;
    return [
      fingerOnField('pointerdown', 0.5, 0.5),
      fingerOnField('pointermove', 0.5 + right, 0.5 + down),
      fingerOnField('pointerup', 0.5 + right, 0.5 + down),
    ];
  };
}

test('Pacman is won and lost by gamepad, and obeys keys, swipes and the on-screen pad', {
  tag: '@verify',
}, async ({ page }) => {
  const won = scriptOf(engine, first, careful());
  const lost = scriptOf(engine, first, () => LEFT);
  expect([engine.outcomeOf(won.end), engine.outcomeOf(lost.end)]).toEqual(['won', 'lost']);
  // The score tells that each device led the way for a while.
  const led = scriptOf(
    engine,
    first,
    firstThen(LED_FRAMES, careful(), () => LEFT),
  );
  expect(engine.scoreOf(led.end)).toBeGreaterThan(engine.scoreOf(lost.end));

  const seat = await openTitle(page, ADDRESS);
  const { act, begin, ended, frames, play, readout } = seat;
  await beginsInSilence(seat);
  await expect(page.getByRole('application')).toBeFocused();
  await frames(25);
  await pausesWhenLeft(seat);
  await expect(readout('Score')).not.toHaveText('0');
  await page.keyboard.press('Escape');
  await begin('Restart');
  await expect(seat.heading).toHaveCount(0);
  await expect(readout('Score')).toHaveText('0');

  // On a device that is touched the pad is there from the first.
  await expect(act('On-screen pad')).toHaveAttribute('aria-pressed', 'true');
  for (const device of [seat.keyboard(), swipes(seat), seat.pad()]) {
    if ((await seat.phase()) === 'over') await begin('Play again');
    await play(device, led.script);
    await ended('Game Over', engine.scoreOf(led.end));
  }
  await seat.playGamepad(won.script);
  await ended('Success!!!', DOTS);
  await expect(seat.heading).toBeFocused();

  // Players who prefer less motion play the same game. The best score is kept.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await seat.reopen();
  await expect(readout('Best')).toHaveText(`${DOTS}`);
  await seat.playGamepad(lost.script);
  await ended('Game Over', engine.scoreOf(lost.end));
  const motions = await page.evaluate(() => window.kept.motions);
  expect(motions.filter((motion) => motion.startsWith('animate'))).toEqual([]);
});

test('Pacman is won and lost by keys, by swipes and by the on-screen pad', {
  tag: '@verify',
}, async ({ page }) => {
  const won = scriptOf(engine, first, careful());
  const lost = scriptOf(engine, first, () => LEFT);
  const seat = await openTitle(page, ADDRESS);
  await seat.begin();
  await page.keyboard.press('m');
  for (const device of [scriptedKeys(), scriptedSwipes(), scriptedPad()]) {
    if ((await seat.phase()) === 'over') await seat.begin('Play again');
    await seat.replay(device, won.script);
    await seat.ended('Success!!!', DOTS);
    await seat.begin('Play again');
    await seat.replay(device, lost.script);
    await seat.ended('Game Over', engine.scoreOf(lost.end));
  }
});
