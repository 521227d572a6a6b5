/**
 * A player of the games: title screens, devices, and time that passes only where a test lets it.
 *
 * A game is played by a script: what is held in each frame, as the bits of intents. A bot makes it in Node,
 * where the engine says what comes of each frame, and a device gives it to the page.
 */
import { type CDPSession, expect, type Locator, type Page } from '@playwright/test';
import type { Engine, Input, Json } from '../games/kit/engine.ts';
import {
  DOWN,
  INTENTS,
  type Intent,
  LEFT,
  PRIMARY,
  RIGHT,
  SECONDARY,
  UP,
} from '../games/kit/intents.ts';
import {
  codeOf,
  SCRIPTED_FINGERS,
  type ScriptedDevice,
  scheduleEvents,
} from './scripted-devices.ts';

/** A display so slow that a game makes up for five ticks in each frame, the most it does. */
export const FRAME_MS = 84;
export const FRAME_TICKS = 5;

/** Buttons of the standard layout of gamepads. */
const buttonOf: Readonly<Record<Intent, number>> = {
  [LEFT]: 14,
  [RIGHT]: 15,
  [UP]: 12,
  [DOWN]: 13,
  [PRIMARY]: 0,
  [SECONDARY]: 1,
};
const START_BUTTON = 9;
/** Stands for the Start button in a script for the gamepad. */
export const START = 64;

/** A place in the window, in pixels. */
export type Point = readonly [x: number, y: number];

/** What somebody plays with: what it holds from now on. */
export interface Device {
  hold(bits: number): Promise<void>;
}

/** What the page keeps for a test: it has no gamepad, and would not tell what sounded or moved. */
interface Kept {
  /** What a gamepad holds in each of the next frames; the last of them stays. */
  script: number[];
  plugIn(): void;
  /** Moves of fingers that it has heard. */
  moves: number;
  audioContexts: number;
  /** Animations begun and shaken or thrown pictures, by their names. */
  motions: string[];
}
declare global {
  interface Window {
    kept: Kept;
  }
}

interface Watched {
  buttons: readonly (readonly [bit: number, button: number])[];
  /** The first id of a finger that a script makes up. */
  scriptedFingers: number;
}
function keepWatch({ buttons, scriptedFingers }: Watched): void {
  const gamepads: unknown[] = [];
  window.kept = {
    script: [],
    moves: 0,
    audioContexts: 0,
    motions: [],
    plugIn() {
      gamepads[0] ??= { axes: [0, 0], connected: true, id: 'test', index: 0 };
      window.dispatchEvent(new Event('gamepadconnected'));
    },
  };
  const { kept } = window;
  // Games ask once in each frame.
  Object.defineProperty(navigator, 'getGamepads', {
    value: () => {
      const bits = (kept.script.length > 1 ? kept.script.shift() : kept.script[0]) ?? 0;
      return gamepads.map((gamepad) => {
        const held = Array.from({ length: 17 }, () => ({ pressed: false, value: 0 }));
        for (const [bit, button] of buttons) {
          if (bits & bit) held[button] = { pressed: true, value: 1 };
        }
        return Object.assign({}, gamepad, { buttons: held });
      });
    },
  });
  // Without a listener that might refuse them, touches are reported as done before the page has heard them.
  for (const type of ['touchstart', 'touchmove', 'touchend']) {
    window.addEventListener(type, () => (kept.moves += type === 'touchmove' ? 1 : 0), {
      passive: false,
    });
  }
  // There is nothing to capture of fingers that a script makes up.
  const { setPointerCapture } = Element.prototype;
  Element.prototype.setPointerCapture = function (id) {
    if (id < scriptedFingers) setPointerCapture.call(this, id);
  };
  const Context = window.AudioContext;
  window.AudioContext = class extends Context {
    constructor() {
      super();
      kept.audioContexts++;
    }
  };
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...values) {
    kept.motions.push(`animate ${this.getAttribute('class')}`);
    return animate.apply(this, values);
  };
  for (const name of ['translate', 'rotate'] as const) {
    const original = CanvasRenderingContext2D.prototype[name] as (...values: number[]) => void;
    CanvasRenderingContext2D.prototype[name] = function (...values: number[]) {
      kept.motions.push(`${name} ${this.canvas.className}`);
      original.apply(this, values);
    };
  }
}

/** Opens a game's title screen. Its time passes from then on only where a test lets it. */
export async function openTitle(page: Page, address: string): Promise<Seat> {
  await page.clock.install({ time: new Date('2026-11-21T12:00:00Z') });
  const watched: Watched = {
    buttons: [
      ...INTENTS.map((intent) => [intent, buttonOf[intent]] as const),
      [START, START_BUTTON],
    ],
    scriptedFingers: SCRIPTED_FINGERS,
  };
  await page.addInitScript(keepWatch, watched);
  await showTitle(page, address);
  return seatAt(page, await page.context().newCDPSession(page));
}

/** Goes to the title screen of another game, or comes back to that of the same. */
async function showTitle(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('[data-play-game]').press('Enter');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 3_600_000);
  await page.evaluate((frameMs) => {
    window.requestAnimationFrame = (draw) =>
      window.setTimeout(() => draw(performance.now()), frameMs);
    window.cancelAnimationFrame = (id) => window.clearTimeout(id);
  }, FRAME_MS);
  await page.clock.runFor(FRAME_MS);
}

export type Seat = ReturnType<typeof seatAt>;

/** What a player does and sees at a game that is on the page. */
function seatAt(page: Page, cdp: CDPSession) {
  const game = page.locator('.game');
  const heading = game.getByRole('heading', { level: 2 });
  const said = game.locator('> [role="status"]');
  const field = game.locator('.game-stage');
  const act = (name: string) => game.getByRole('button', { name, exact: true }).last();
  const readout = (name: string) =>
    game.locator('.game-bar__readouts > div').filter({ hasText: name }).locator('dd');
  const frames = (count: number) => page.clock.runFor(count * FRAME_MS);

  /** Fingers on the screen from now on, each where it is: some come, or all go. */
  let fingers: ReadonlyMap<number, Point> = new Map();
  async function touch(now: ReadonlyMap<number, Point>): Promise<void> {
    // The protocol takes no single finger away: the others are put down again.
    const isGone = [...fingers.keys()].some((id) => !now.has(id));
    fingers = now;
    if (isGone) await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    const touchPoints = [...now].map(([id, [x, y]]) => ({ id, x, y }));
    if (now.size > 0) {
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    }
  }
  const lift = () => touch(new Map());
  /** A finger slides to a place, which the page hears with its next frame. */
  async function slide([x, y]: Point): Promise<void> {
    const moves = () => page.evaluate(() => window.kept.moves);
    const before = await moves();
    await cdp.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ id: 0, x, y }],
    });
    await expect.poll(moves, { intervals: [10] }).toBeGreaterThan(before);
  }

  /** A finger that goes from one place to another, and away. */
  async function swipe(from: Point, [x, y]: Point): Promise<void> {
    await touch(new Map([[0, from]]));
    await cdp.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ id: 0, x, y }],
    });
    await lift();
  }

  /** Reads after one more frame: to be polled where a finger is heard, or something is told, a moment late. */
  const aFrameOn = (read: () => Promise<string | null>) => async () => {
    await frames(1);
    return read();
  };
  /** Says it, which games by moves do some frames after the picture. */
  const tells = (words: string | RegExp): Promise<void> =>
    expect
      .poll(
        aFrameOn(() => said.textContent()),
        { intervals: [10] },
      )
      .toEqual(typeof words === 'string' ? words : expect.stringMatching(words));

  async function middleOf(place: Locator): Promise<Point> {
    const box = await place.boundingBox();
    if (!box) throw new Error('nothing is there');
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  /** Where a share of the field's width and height is in the window just now. */
  async function onField(right: number, down: number): Promise<Point> {
    const box = await field.boundingBox();
    if (!box) throw new Error('no field');
    return [box.x + right * box.width, box.y + down * box.height];
  }

  /** Presses a button by key. The page stays where it is: it would glide, and fingers miss. */
  async function press(name: string): Promise<void> {
    await act(name).evaluate((button) => button.focus({ preventScroll: true }));
    await page.keyboard.press('Enter');
  }

  function keyboard(): Device {
    let held = 0;
    return {
      async hold(bits) {
        const changed = INTENTS.filter((intent) => ((held ^ bits) & intent) !== 0);
        held = bits;
        for (const intent of changed) {
          await page.keyboard[bits & intent ? 'down' : 'up'](codeOf[intent]);
        }
      },
    };
  }

  /** The on-screen pad, under as many fingers as it takes. */
  let padPlaces: [number, Point][] | null = null;
  function pad(): Device {
    const found = async () => {
      const buttons = await game.locator('[data-intent]').all();
      return Promise.all(
        buttons.map(async (button): Promise<[number, Point]> => {
          return [Number(await button.getAttribute('data-intent')), await middleOf(button)];
        }),
      );
    };
    return {
      async hold(bits) {
        padPlaces ??= await found();
        await touch(new Map(padPlaces.filter(([intent]) => (bits & intent) !== 0)));
      },
    };
  }

  /** Plays a script: equal frames one after the other are one. */
  async function play(device: Device, script: readonly number[]): Promise<void> {
    // Where the pad is may have changed since the last game.
    padPlaces = null;
    // With the first frame of a game its time begins.
    await frames(1);
    for (let from = 0; from < script.length; ) {
      const bits = script[from] as number;
      const other = script.findIndex((each, at) => at > from && each !== bits);
      const to = other < 0 ? script.length : other;
      await device.hold(bits);
      await frames(to - from);
      from = to;
    }
    await device.hold(0);
  }

  /**
   * Plays a script by events that the page makes itself in each frame. All of them are sent at once: a long
   * game takes a fraction of what real keys and fingers take.
   */
  async function replay(device: ScriptedDevice, script: readonly number[]): Promise<void> {
    const acts = [...script, 0].flatMap((bits, frame, all) => {
      const isSame = frame > 0 && bits === all[frame - 1];
      return isSame ? [] : [{ atMs: (frame + 0.5) * FRAME_MS, events: device(bits) }];
    });
    await frames(1);
    await page.evaluate(scheduleEvents, acts);
    await frames(script.length);
  }

  /** A game by moves shows a picture, and then tells of it by one thing with each frame, as does each end. */
  const allTold = () => frames(12);

  return {
    page,
    game,
    heading,
    said,
    act,
    press,
    readout,
    frames,
    play,
    replay,
    keyboard,
    pad,
    touch: (point: Point) => touch(new Map([[0, point]])),
    slide,
    swipe,
    lift,
    /** A tap; what its click does may be heard a moment later. */
    async tap(point: Point): Promise<void> {
      await touch(new Map([[0, point]]));
      await lift();
    },
    aFrameOn,
    tells,
    allTold,
    middleOf,
    onField,
    /** Goes to a title screen again, as on another day. */
    reopen: (address = page.url()) => showTitle(page, address),
    phase: () => game.getAttribute('data-phase'),
    /** Plays a script by gamepad, from its title screen or its result. */
    async playGamepad(script: readonly number[]): Promise<void> {
      const isOver = (await game.getAttribute('data-phase')) === 'over';
      await page.evaluate(
        (script) => {
          window.kept.script = script;
          window.kept.plugIn();
        },
        [isOver ? START : PRIMARY, 0, ...script, 0],
      );
      await frames(1);
      await expect(game).toHaveAttribute('data-phase', 'playing');
      await frames(script.length + 1);
    },
    /** Begins by the button that is there for it. */
    async begin(name = 'Play'): Promise<void> {
      await press(name);
      await expect(game).toHaveAttribute('data-phase', 'playing');
    },
    /** The game has ended like this. */
    async ended(words: string, score: number): Promise<void> {
      await allTold();
      await expect(heading).toHaveText(words);
      await expect(said).toHaveText(`${words} Score ${score}.`);
    },
  };
}

/** What a bot holds in a frame that begins with this state. */
export type Bot<State> = (state: State) => number;

/** Returns a bot that plays as one does for so many frames, and from then on as another. */
export function firstThen<State>(frames: number, first: Bot<State>, rest: Bot<State>): Bot<State> {
  let left = frames;
  return (state) => (left-- > 0 ? first(state) : rest(state));
}

/**
 * The frames of a game that a bot plays to its end, and that end. Where a view makes inputs of what is
 * held, so does `inputOf`.
 */
export function scriptOf<State, Options extends Json>(
  engine: Engine<State, Options>,
  first: State,
  bot: Bot<State>,
  inputOf: (held: number, state: State) => Input = (held) => held,
): { script: number[]; end: State } {
  const script: number[] = [];
  const tickMs = engine.tickMs ?? FRAME_MS;
  let state = first;
  let leftMs = 0;
  while (engine.outcomeOf(state) === 'playing') {
    const held = bot(state);
    script.push(held);
    // As the loop of the games has it: rounding leaves the first frame a tick less.
    leftMs += Math.min(FRAME_MS, FRAME_TICKS * tickMs);
    for (; leftMs >= tickMs && engine.outcomeOf(state) === 'playing'; leftMs -= tickMs) {
      state = engine.step(state, inputOf(held, state));
    }
  }
  return { script, end: state };
}

/** Presses of directions that lead from one square of a board to another; none is held for two frames. */
export function walked(columns: number, from: number, to: number): number[] {
  const right = (to % columns) - (from % columns);
  const down = Math.floor(to / columns) - Math.floor(from / columns);
  const steps = Array.from(
    { length: Math.max(Math.abs(right), Math.abs(down)) },
    (_, step) =>
      (step < Math.abs(right) ? (right < 0 ? LEFT : RIGHT) : 0) |
      (step < Math.abs(down) ? (down < 0 ? UP : DOWN) : 0),
  );
  return steps.flatMap((step) => [step, 0]);
}

/** Begins a game whose first sound comes after the press on Play, and turns sound off: it costs time. */
export async function beginsInSilence({ page, act, begin }: Seat): Promise<void> {
  const audioContexts = () => page.evaluate(() => window.kept.audioContexts);
  expect(await audioContexts()).toBe(0);
  await begin();
  expect(await audioContexts()).toBe(1);
  await page.keyboard.press('m');
  await expect(act('Sound')).toHaveAttribute('aria-pressed', 'false');
}

/** Whoever goes elsewhere, or asks for a pause, finds the game as it was. The game goes on at the end. */
export async function pausesWhenLeft(seat: Seat): Promise<void> {
  const { page, game, heading, act, begin, frames } = seat;
  const picture = () =>
    game.locator('.game-canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const away = [
    () => page.evaluate(() => window.dispatchEvent(new Event('blur'))),
    () =>
      page.evaluate(() => {
        Object.defineProperty(document, 'hidden', { value: true, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
        Reflect.deleteProperty(document, 'hidden');
      }),
    () => page.keyboard.press('p'),
  ];
  for (const leave of away) {
    await frames(2);
    await leave();
    await expect(heading).toHaveText('Paused');
    await expect(act('Resume')).toBeFocused();
    await frames(1);
    const before = await picture();
    await frames(30);
    expect(await picture()).toBe(before);
    await begin('Resume');
    await expect(heading).toHaveCount(0);
    await frames(12);
    expect(await picture()).not.toBe(before);
  }
  // Who goes on to the rest of the page is not called back.
  const store = page.getByRole('link', { name: 'Store' });
  await store.evaluate((link) => link.focus({ preventScroll: true }));
  await expect(heading).toHaveText('Paused');
  await expect(store).toBeFocused();
  await begin('Resume');
  // A press on the bar by mouse leaves the keys to the game.
  await act('Sound').click();
  await expect(game.getByRole('application')).toBeFocused();
  await act('Sound').click();
}

/** A board and what was said last, as the browser tells them to a screen reader. */
export async function boardTold({ page }: Seat) {
  const cdp = await page.context().newCDPSession(page);
  const { nodes } = await cdp.send('Accessibility.getFullAXTree');
  await cdp.detach();
  const known = new Map(nodes.map((node) => [node.nodeId, node]));
  type Node = (typeof nodes)[number];
  const named = (node: Node | undefined): string => String(node?.name?.value ?? '');
  const isA = (role: string) => (node: Node) => !node.ignored && node.role?.value === role;
  const within = (node: Node, role: string): Node[] =>
    (node.childIds ?? []).flatMap((id) => {
      const child = known.get(id);
      if (!child) return [];
      return isA(role)(child) ? [child] : within(child, role);
    });
  const grid = nodes.find(isA('grid'));
  if (!grid) throw new Error('no grid is told of');
  const cells = within(grid, 'row').map((row) => within(row, 'gridcell'));
  const focused = cells
    .flat()
    .find(({ properties }) =>
      properties?.some(({ name, value }) => name === 'focused' && value.value === true),
    );
  return {
    board: named(grid),
    rows: cells.map((row) => row.map(named)),
    focused: named(focused),
    live: nodes
      .filter(isA('status'))
      .map(({ properties }) => properties?.find(({ name }) => name === 'live')?.value.value),
  };
}
