import { DOWN, LEFT, PRIMARY, RIGHT, UP } from '../games/kit/intents.ts';
import { type ArcadeState, bombSpeedOf } from '../games/space-invaders/arcade.ts';
import { columnOf, rowOf } from '../games/space-invaders/classic.ts';
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
const ADDRESS = '/gamecorner/game/10';

/** For so many frames each device leads the ship well. */
const LED_FRAMES = 60;

/** Pixels beside the ship at which a bomb is still as good as on it. */
const REACH = (SHIP_WIDTH / 2 + 4) * PARTS;
/** Bombs that fall for longer are no danger yet, ticks. */
const AHEAD_TICKS = 20;
/** The ship waits for an invader that is so near, and goes on until it is this near, pixels. */
const NEAR = 14;
const THERE = 3;

/** In how many ticks the ship is hit when it goes one way for so many. */
function safeTicks({ ship, wave, bombs }: ArcadeState, way: number, ticks: number): number {
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

/** How far from the ship's shot the nearest invader will be, parts. */
function wayToInvader({ formation, wave, ship }: ArcadeState): number {
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

/** A gunner who always fires, keeps below somebody, and steps aside where a bomb comes down. */
function gunner() {
  let going = 0;
  return (state: engine.State): number => {
    if (state.mode !== 'arcade') return PRIMARY;
    const way = state.phase === 'fighting' ? wayToInvader(state) : 0;
    const least = going !== 0 && Math.sign(way) === going ? THERE : NEAR;
    const wanted = Math.abs(way) < least * PARTS ? 0 : Math.sign(way);
    const safety = (each: number) =>
      Math.max(...[5, 10, AHEAD_TICKS].map((ticks) => safeTicks(state, each, ticks)));
    going = [wanted, going, 0, -1, 1].reduce((best, each) =>
      safety(each) > safety(best) ? each : best,
    );
    return PRIMARY | (going < 0 ? LEFT : going > 0 ? RIGHT : 0);
  };
}

/** Fires, and goes where the next bomb comes down. */
function reckless(state: engine.State): number {
  if (state.mode !== 'arcade') return PRIMARY;
  const lowest = state.bombs.toSorted((one, other) => other.y - one.y)[0];
  const way = lowest ? lowest.x - state.ship : 0;
  if (Math.abs(way) < REACH) return PRIMARY;
  return PRIMARY | (way < 0 ? LEFT : RIGHT);
}

/** Goes below whoever comes next, on the grid of the classic game. */
function below(state: engine.State): number {
  if (state.mode !== 'classic') return 0;
  const column = columnOf(state.shooter);
  const ways = state.invaders.map((cell) => {
    const flies = (COLUMNS - 1 - rowOf(cell)) * LASER_STEP_TICKS;
    return columnOf(cell) + state.direction * Math.round(flies / INVADER_MOVE_TICKS) - column;
  });
  const way = ways.reduce((near, each) => (Math.abs(each) < Math.abs(near) ? each : near));
  return PRIMARY | (way < 0 ? LEFT : way > 0 ? RIGHT : 0);
}

/** How far from the left of the field a finger is; none is there at 0. It slides there, or hops. */
function finger({ touch, slide, lift, onField }: Seat, does: 'slides' | 'hops'): Device {
  return {
    async hold(share) {
      await lift();
      if (share === 0) return;
      if (does === 'slides') await touch(await onField(0.7, 0.3));
      await (does === 'slides' ? slide : touch)(await onField(share, 0.2));
    },
  };
}

/** Where a finger leads the arcade ship as somebody else would by keys: to an edge, or where it is. */
function sharesOf(bot: (state: engine.State) => number, shares: number[]) {
  return (state: engine.State): number => {
    const held = bot(state);
    if (state.mode !== 'arcade') throw new Error('not the arcade game');
    const here = state.ship / (FIELD * PARTS);
    shares.push((held & LEFT) !== 0 ? 0.01 : (held & RIGHT) !== 0 ? 0.99 : here);
    return held;
  };
}

test('Space Invaders, classic, is won and lost by keys, finger, pad and gamepad', {
  tag: '@verify',
}, async ({ page }) => {
  const first = engine.start(1, { mode: 'classic' });
  const won = scriptOf(engine, first, below);
  const lost = scriptOf(engine, first, () => LEFT);
  // What the view makes of a finger over a column: fire, and a cell towards it each fourth tick.
  const led = (column: number) =>
    scriptOf(
      engine,
      first,
      () => (column + 0.5) / COLUMNS,
      (_, state) => {
        if (state.mode !== 'classic') throw new Error('not the classic game');
        const way = column - columnOf(state.shooter);
        const moves = way !== 0 && state.tick % 4 === 0;
        return PRIMARY | (moves ? (way < 0 ? LEFT : RIGHT) : 0);
      },
    );

  const seat = await openTitle(page, `${ADDRESS}?mode=classic&seed=1`);
  const { act, begin, ended, game, heading, play, press, readout } = seat;
  await beginsInSilence(seat);
  await expect(page.getByRole('application')).toBeFocused();
  await page.keyboard.down('Space');
  await seat.frames(20);
  await expect(readout('Score')).not.toHaveText('0');
  await pausesWhenLeft(seat);
  await page.keyboard.up('Space');
  await begin('Restart');
  await expect(readout('Score')).toHaveText('0');

  // On a device that is touched the pad is there from the first.
  await expect(act('On-screen pad')).toHaveAttribute('aria-pressed', 'true');
  for (const [device, toWin, toLose] of [
    [seat.keyboard(), won, lost],
    [finger(seat, 'slides'), led(9), led(0)],
    [seat.pad(), won, lost],
  ] as const) {
    if ((await seat.phase()) === 'over') await begin('Play again');
    await play(device, toWin.script);
    await ended('SUCCESS', 33);
    await begin('Play again');
    await play(device, toLose.script);
    await ended('GAME OVER', engine.scoreOf(toLose.end));
  }
  await seat.playGamepad(won.script);
  await ended('SUCCESS', 33);
  await seat.playGamepad(lost.script);
  await ended('GAME OVER', 0);
  await expect(heading).toBeFocused();

  // The same game once more out of its record, and it ends as it did.
  await press('Watch it again');
  await expect(game).toHaveAttribute('data-phase', 'watching');
  await seat.frames(lost.script.length + 1);
  await ended('GAME OVER', 0);

  // The best is kept, and nobody is shown less than they had.
  await seat.reopen();
  await expect(readout('Best')).toHaveText('33');
  await expect(game.getByText('Your best: 33.')).toBeVisible();
});

const arcade = engine.start(1, { mode: 'arcade' });
const shares: number[] = [];
const wonArcade = scriptOf(engine, arcade, sharesOf(gunner(), shares));
const lostShares: number[] = [];
const lostArcade = scriptOf(engine, arcade, sharesOf(reckless, lostShares));

test('Space Invaders, arcade, is won and lost by gamepad, and obeys keys, finger and pad', {
  tag: '@verify',
}, async ({ page }) => {
  const score = engine.scoreOf(wonArcade.end);
  const ends = [wonArcade, lostArcade].map(({ end }) => engine.outcomeOf(end));
  expect(ends).toEqual(['won', 'lost']);
  const fires = () => PRIMARY;
  const led = scriptOf(engine, arcade, firstThen(LED_FRAMES, gunner(), fires));
  const ledShares: number[] = [];
  const byFinger = scriptOf(
    engine,
    arcade,
    firstThen(LED_FRAMES, sharesOf(gunner(), ledShares), () => ledShares.push(0) && 0),
  );
  expect([led, byFinger].map(({ end }) => engine.outcomeOf(end))).toEqual(['lost', 'lost']);
  // The score tells that each device led the ship for a while.
  const unled = engine.scoreOf(scriptOf(engine, arcade, fires).end);
  for (const { end } of [led, byFinger]) expect(engine.scoreOf(end)).not.toBe(unled);
  expect(engine.scoreOf(byFinger.end)).toBeGreaterThan(0);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  const seat = await openTitle(page, `${ADDRESS}?mode=arcade&seed=1`);
  const { begin, ended, play, press, readout } = seat;
  await expect(seat.game.getByText('Game 1: everyone with this link')).toBeVisible();
  const shaken = () => page.evaluate(() => window.kept.motions);
  await begin();
  await page.keyboard.press('m');
  await play(seat.keyboard(), led.script);
  await ended('GAME OVER', engine.scoreOf(led.end));
  await expect(readout('Lives')).toHaveText('0');
  expect(await shaken()).toEqual([]);
  await page.emulateMedia({ reducedMotion: null });
  await begin('Play again');
  await play(finger(seat, 'hops'), ledShares);
  await ended('GAME OVER', engine.scoreOf(byFinger.end));
  await begin('Play again');
  await play(seat.pad(), led.script);
  await ended('GAME OVER', engine.scoreOf(led.end));
  // Players who do not ask for less motion see it shake when their ship is hit.
  expect(await shaken()).toContain('translate game-canvas');
  await seat.playGamepad(wonArcade.script);
  await ended('SUCCESS', score);
  await seat.playGamepad(lostArcade.script);
  await ended('GAME OVER', engine.scoreOf(lostArcade.end));
  await expect(readout('Best')).toHaveText(`${score}`);
  await press('Play again');
  await expect(readout('Lives')).toHaveText('3');
});

/** A finger that hops over the field, as events of a script. */
function scriptedFinger(): ScriptedDevice {
  let at = 0;
  return (share) => {
    const lift = at === 0 ? [] : [fingerOnField('pointerup', at, 0.2)];
    at = share;
    return share === 0 ? lift : [...lift, fingerOnField('pointerdown', share, 0.2)];
  };
}

test('Space Invaders, arcade, is won by keys and finger, and lost by keys, finger and pad', {
  tag: '@verify',
}, async ({ page }) => {
  const seat = await openTitle(page, `${ADDRESS}?mode=arcade&seed=1`);
  await seat.begin();
  await page.keyboard.press('m');
  // Each device plays the classic mode to both ends; these games are long.
  for (const [device, script, { end }] of [
    [scriptedKeys(), lostArcade.script, lostArcade],
    [scriptedKeys(), wonArcade.script, wonArcade],
    [scriptedFinger(), lostShares, lostArcade],
    [scriptedFinger(), shares, wonArcade],
    [scriptedPad(), lostArcade.script, lostArcade],
  ] as const) {
    if ((await seat.phase()) === 'over') await seat.begin('Play again');
    await seat.replay(device, script);
    const words = engine.outcomeOf(end) === 'won' ? 'SUCCESS' : 'GAME OVER';
    await seat.ended(words, engine.scoreOf(end));
  }
});

test('a gamepad chooses the mode', { tag: '@topic' }, async ({ page }) => {
  const { game, frames, phase } = await openTitle(page, `${ADDRESS}?seed=1`);
  const mode = (name: string) => game.getByRole('radio', { name });
  await expect(mode('Classic')).toBeChecked();
  for (const [way, chosen] of [
    [DOWN, 'Arcade'],
    [DOWN, 'Classic'],
    [UP, 'Arcade'],
  ] as const) {
    await page.evaluate((way) => {
      window.kept.script = [way, 0];
      window.kept.plugIn();
    }, way);
    await frames(3);
    await expect(mode(chosen)).toBeChecked();
    await expect(mode(chosen)).toBeFocused();
  }
  await page.evaluate((primary) => {
    window.kept.script = [primary, 0];
  }, PRIMARY);
  await frames(3);
  expect(await phase()).toBe('playing');
  await expect(game.getByText('Wave', { exact: true })).toBeVisible();
});
