/**
 * Plays games in the browser: title screens, input devices, and a clock that only advances when a test runs frames.
 *
 * A script has one entry per frame: the bits of the intents that are held. A bot creates a script in Node with the
 * engine of the game, and a device plays it in the page.
 */
import { type CDPSession, expect, type Locator, type Page } from '@playwright/test';
import {
  DOWN,
  type Engine,
  INTENTS,
  type Input,
  type Intent,
  type Json,
  LEFT,
  PRIMARY,
  RIGHT,
  SECONDARY,
  UP,
} from '../../games/kit/engine.ts';
import {
  codeOf,
  SCRIPTED_FINGERS,
  type ScriptedDevice,
  scheduleEvents,
} from './scripted-devices.ts';

/** Frame time of a slow display, in milliseconds: a game then runs five ticks in each frame, which is its maximum. */
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
/** Bits of the buttons Start and Select in scripts for the gamepad. */
export const START = 64;
export const SELECT = 128;

/** Position in the window, in CSS pixels. */
export type Point = readonly [x: number, y: number];

/** Input device; `hold` changes the bits that are held. */
export interface Device {
  hold(bits: number): Promise<void>;
}

/** Fakes and records in the page: a fake gamepad, and records of sounds and motion that a test cannot observe. */
interface GameProbe {
  /** Bits that the gamepad holds in the next frames; the last entry stays. */
  script: number[];
  plugIn(): void;
  /** Number of touch moves that the page has received. */
  moves: number;
  audioContexts: number;
  /** Animated elements and moved canvases, by their class names. */
  motions: string[];
}
declare global {
  interface Window {
    gameProbe: GameProbe;
  }
}

interface ProbeOptions {
  buttons: readonly (readonly [bit: number, button: number])[];
  /** First id of the fingers that scripts create. */
  scriptedFingers: number;
}
function installProbe({ buttons, scriptedFingers }: ProbeOptions): void {
  const gamepads: unknown[] = [];
  window.gameProbe = {
    script: [],
    moves: 0,
    audioContexts: 0,
    motions: [],
    plugIn() {
      gamepads[0] ??= { axes: [0, 0], connected: true, id: 'test', index: 0 };
      window.dispatchEvent(new Event('gamepadconnected'));
    },
  };
  const { gameProbe } = window;
  // Games read the gamepads once in each frame.
  Object.defineProperty(navigator, 'getGamepads', {
    value: () => {
      const bits =
        (gameProbe.script.length > 1 ? gameProbe.script.shift() : gameProbe.script[0]) ?? 0;
      return gamepads.map((gamepad) => {
        const held = Array.from({ length: 17 }, () => ({ pressed: false, value: 0 }));
        for (const [bit, button] of buttons) {
          if (bits & bit) held[button] = { pressed: true, value: 1 };
        }
        return Object.assign({}, gamepad, { buttons: held });
      });
    },
  });
  // With an active listener, the browser reports a touch as sent only after the page has handled it.
  for (const type of ['touchstart', 'touchmove', 'touchend']) {
    window.addEventListener(type, () => (gameProbe.moves += type === 'touchmove' ? 1 : 0), {
      passive: false,
    });
  }
  // The browser knows no pointer with the id of a scripted finger and cannot capture it.
  const { setPointerCapture } = Element.prototype;
  Element.prototype.setPointerCapture = function (id) {
    if (id < scriptedFingers) setPointerCapture.call(this, id);
  };
  const Context = window.AudioContext;
  window.AudioContext = class extends Context {
    constructor() {
      super();
      gameProbe.audioContexts++;
    }
  };
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...values) {
    gameProbe.motions.push(`animate ${this.getAttribute('class')}`);
    return animate.apply(this, values);
  };
  for (const name of ['translate', 'rotate'] as const) {
    const original = CanvasRenderingContext2D.prototype[name] as (...values: number[]) => void;
    CanvasRenderingContext2D.prototype[name] = function (...values: number[]) {
      gameProbe.motions.push(`${name} ${this.canvas.className}`);
      original.apply(this, values);
    };
  }
}

/** Opens the title screen of a game. From then on, its clock advances only in `runFrames`. */
export async function openGame(page: Page, url: string): Promise<GamePlayer> {
  await page.clock.install({ time: new Date('2026-11-21T12:00:00Z') });
  const options: ProbeOptions = {
    buttons: [
      ...INTENTS.map((intent) => [intent, buttonOf[intent]] as const),
      [START, 9],
      [SELECT, 8],
    ],
    scriptedFingers: SCRIPTED_FINGERS,
  };
  await page.addInitScript(installProbe, options);
  await showTitleScreen(page, url);
  return createPlayer(page, await page.context().newCDPSession(page));
}

/** Opens the title screen of the same or another game. */
async function showTitleScreen(page: Page, url: string): Promise<void> {
  await page.goto(url);
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

export type GamePlayer = ReturnType<typeof createPlayer>;

/** Returns the controls of the game on the page. */
function createPlayer(page: Page, cdp: CDPSession) {
  const game = page.locator('.game');
  const heading = game.getByRole('heading', { level: 2 });
  const statusMessage = game.locator('> [role="status"]');
  const field = game.locator('.game-stage');
  const button = (name: string) => game.getByRole('button', { name, exact: true }).last();
  const hudValue = (name: string) =>
    game.locator('.game-hud__values > div').filter({ hasText: name }).locator('dd');
  const runFrames = (count: number) => page.clock.runFor(count * FRAME_MS);

  /** Sets the fingers on the screen and their positions. */
  let fingers: ReadonlyMap<number, Point> = new Map();
  async function touch(touches: ReadonlyMap<number, Point>): Promise<void> {
    // The protocol cannot lift a single finger: this lifts all fingers and puts the others down again.
    const isLifted = [...fingers.keys()].some((id) => !touches.has(id));
    fingers = touches;
    if (isLifted) await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    const touchPoints = [...touches].map(([id, [x, y]]) => ({ id, x, y }));
    if (touches.size > 0) {
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    }
  }
  const lift = () => touch(new Map());
  /** Slides a finger to a point and waits until the page has received the move. */
  async function slide([x, y]: Point): Promise<void> {
    const moves = () => page.evaluate(() => window.gameProbe.moves);
    const before = await moves();
    await cdp.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ id: 0, x, y }],
    });
    await expect.poll(moves, { intervals: [10] }).toBeGreaterThan(before);
  }

  /** Swipes with one finger between two points. */
  async function swipe(from: Point, [x, y]: Point): Promise<void> {
    await touch(new Map([[0, from]]));
    await cdp.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ id: 0, x, y }],
    });
    await lift();
  }

  /** Returns a function to poll that runs one frame and then reads, for touches and messages that arrive late. */
  const afterFrame = (read: () => Promise<string | null>) => async () => {
    await runFrames(1);
    return read();
  };
  /** Expects a status message. Turn-based games announce moves some frames after they are drawn. */
  const expectMessage = (message: string | RegExp): Promise<void> =>
    expect
      .poll(
        afterFrame(() => statusMessage.textContent()),
        { intervals: [10] },
      )
      .toEqual(typeof message === 'string' ? message : expect.stringMatching(message));

  async function centreOf(target: Locator): Promise<Point> {
    const box = await target.boundingBox();
    if (!box) throw new Error('the element has no box');
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  /** Returns the point at these shares of the field’s width and height. */
  async function fieldPoint(right: number, down: number): Promise<Point> {
    const box = await field.boundingBox();
    if (!box) throw new Error('no field');
    return [box.x + right * box.width, box.y + down * box.height];
  }

  /** Presses a button by keyboard. The page must not scroll, because touches would miss their targets. */
  async function press(name: string): Promise<void> {
    await button(name).evaluate((element) => element.focus({ preventScroll: true }));
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

  /** Points of the pad’s buttons, by intent. */
  let padPoints: [number, Point][] | null = null;
  function pad(): Device {
    const locatePad = async () => {
      const buttons = await game.locator('[data-intent]').all();
      return Promise.all(
        buttons.map(async (padButton): Promise<[number, Point]> => {
          return [Number(await padButton.getAttribute('data-intent')), await centreOf(padButton)];
        }),
      );
    };
    return {
      async hold(bits) {
        padPoints ??= await locatePad();
        await touch(new Map(padPoints.filter(([intent]) => (bits & intent) !== 0)));
      },
    };
  }

  /** Plays a script. Equal frames in a row are one input. */
  async function play(device: Device, script: readonly number[]): Promise<void> {
    // The pad may have moved since the last game.
    padPoints = null;
    // The clock of a game starts with its first frame.
    await runFrames(1);
    for (let from = 0; from < script.length; ) {
      const bits = script[from] as number;
      const end = script.findIndex((later, at) => at > from && later !== bits);
      const to = end < 0 ? script.length : end;
      await device.hold(bits);
      await runFrames(to - from);
      from = to;
    }
    await device.hold(0);
  }

  /**
   * Plays a script with events that the page dispatches itself. One message sends all of them, which takes a
   * fraction of the time of real keys and touches.
   */
  async function replay(device: ScriptedDevice, script: readonly number[]): Promise<void> {
    const batches = [...script, 0].flatMap((bits, frame, all) => {
      const isSame = frame > 0 && bits === all[frame - 1];
      return isSame ? [] : [{ atMs: (frame + 0.5) * FRAME_MS, events: device(bits) }];
    });
    await runFrames(1);
    await page.evaluate(scheduleEvents, batches);
    await runFrames(script.length);
  }

  /** Runs enough frames for all pending announcements: a game announces one thing per frame after it has drawn. */
  const finishAnnouncements = () => runFrames(12);

  return {
    page,
    game,
    heading,
    statusMessage,
    button,
    press,
    hudValue,
    runFrames,
    play,
    replay,
    keyboard,
    pad,
    touch: (point: Point) => touch(new Map([[0, point]])),
    slide,
    swipe,
    lift,
    /** Taps a point. The page may handle its click slightly later. */
    async tap(point: Point): Promise<void> {
      await touch(new Map([[0, point]]));
      await lift();
    },
    afterFrame,
    expectMessage,
    finishAnnouncements,
    centreOf,
    fieldPoint,
    /** Opens the title screen again in a new page load. */
    reopen: (url = page.url()) => showTitleScreen(page, url),
    phase: () => game.getAttribute('data-phase'),
    /** Plays a script by gamepad from the title screen or the result. */
    async playGamepad(script: readonly number[]): Promise<void> {
      const isOver = (await game.getAttribute('data-phase')) === 'over';
      await page.evaluate(
        (script) => {
          window.gameProbe.script = script;
          window.gameProbe.plugIn();
        },
        [isOver ? START : PRIMARY, 0, ...script, 0],
      );
      await runFrames(1);
      await expect(game).toHaveAttribute('data-phase', 'playing');
      // The result is rendered in the frame after the last move.
      await runFrames(script.length + 2);
    },
    /** Starts a game with the button of this name. */
    async begin(name = 'Play'): Promise<void> {
      await press(name);
      await expect(game).toHaveAttribute('data-phase', 'playing');
    },
    /** Expects this heading and score at the end of a game. */
    async expectEnd(message: string, score: number | null): Promise<void> {
      await finishAnnouncements();
      await expect(heading).toHaveText(message);
      const shownScore = page.locator('.game-score');
      if (score === null) await expect(shownScore).toHaveCount(0);
      else await expect(shownScore).toContainText(`Score ${score}`);
      const announced = score === null ? message : `${message} Score ${score}.`;
      await expect(statusMessage).toHaveText(announced);
    },
  };
}

/** Returns the bits to hold in a frame that starts with this state. */
export type Bot<State> = (state: State) => number;

/** Returns a bot that plays like the first one for some frames, and then like the other. */
export function switchBots<State>(frames: number, first: Bot<State>, rest: Bot<State>): Bot<State> {
  let left = frames;
  return (state) => (left-- > 0 ? first(state) : rest(state));
}

/**
 * Plays a game to its end with a bot. `inputOf` converts held bits to inputs of the engine as the view does.
 * @returns the script and the last state
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
    // Same arithmetic as the game loop: rounding leaves one tick less in the first frame.
    leftMs += Math.min(FRAME_MS, FRAME_TICKS * tickMs);
    for (; leftMs >= tickMs && engine.outcomeOf(state) === 'playing'; leftMs -= tickMs) {
      state = engine.step(state, inputOf(held, state));
    }
  }
  return { script, end: state };
}

/** Returns presses of directions that move the cursor of a board from one square to another, each for one frame. */
export function cursorPresses(columns: number, from: number, to: number): number[] {
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

/** Expects that no sound starts before the press on Play, starts a game, and turns sound off, which saves time. */
export async function beginMuted({ page, button, begin }: GamePlayer): Promise<void> {
  const audioContexts = () => page.evaluate(() => window.gameProbe.audioContexts);
  expect(await audioContexts()).toBe(0);
  await begin();
  expect(await audioContexts()).toBe(1);
  await page.keyboard.press('m');
  await expect(button('Sound')).toHaveAttribute('aria-pressed', 'false');
}

/** Expects a pause when the window loses the focus, its tab is hidden, or P is pressed, and resumes the game. */
export async function expectPauses(player: GamePlayer): Promise<void> {
  const { page, game, heading, button, begin, runFrames } = player;
  const readCanvas = () =>
    game.locator('.game-canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const leaveActions = [
    () => page.evaluate(() => window.dispatchEvent(new Event('blur'))),
    () =>
      page.evaluate(() => {
        Object.defineProperty(document, 'hidden', { value: true, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
        Reflect.deleteProperty(document, 'hidden');
      }),
    () => page.keyboard.press('p'),
  ];
  for (const leave of leaveActions) {
    await runFrames(2);
    await leave();
    await expect(heading).toHaveText('Paused');
    await expect(button('Resume')).toBeFocused();
    await runFrames(1);
    const before = await readCanvas();
    await runFrames(30);
    expect(await readCanvas()).toBe(before);
    await begin('Resume');
    await expect(heading).toHaveCount(0);
    await runFrames(12);
    expect(await readCanvas()).not.toBe(before);
  }
  // The game does not take the focus back from the rest of the page.
  const store = page.getByRole('link', { name: 'Store' });
  await store.evaluate((link) => link.focus({ preventScroll: true }));
  await expect(heading).toHaveText('Paused');
  await expect(store).toBeFocused();
  await begin('Resume');
  // A click on the HUD leaves the focus in the game.
  await button('Sound').click();
  await expect(game.getByRole('application')).toBeFocused();
  await button('Sound').click();
}

/** Returns the board and the live regions as the browser exposes them to screen readers. */
export async function readAccessibleBoard({ page }: GamePlayer) {
  const cdp = await page.context().newCDPSession(page);
  const { nodes } = await cdp.send('Accessibility.getFullAXTree');
  await cdp.detach();
  const nodesById = new Map(nodes.map((node) => [node.nodeId, node]));
  type Node = (typeof nodes)[number];
  const nameOf = (node: Node | undefined): string => String(node?.name?.value ?? '');
  const hasRole = (role: string) => (node: Node) => !node.ignored && node.role?.value === role;
  const descendants = (node: Node, role: string): Node[] =>
    (node.childIds ?? []).flatMap((id) => {
      const child = nodesById.get(id);
      if (!child) return [];
      return hasRole(role)(child) ? [child] : descendants(child, role);
    });
  const grid = nodes.find(hasRole('grid'));
  if (!grid) throw new Error('no grid in the accessibility tree');
  const cells = descendants(grid, 'row').map((row) => descendants(row, 'gridcell'));
  const focused = cells
    .flat()
    .find(({ properties }) =>
      properties?.some(({ name, value }) => name === 'focused' && value.value === true),
    );
  return {
    board: nameOf(grid),
    rows: cells.map((row) => row.map(nameOf)),
    focused: nameOf(focused),
    live: nodes
      .filter(hasRole('status'))
      .map(({ properties }) => properties?.find(({ name }) => name === 'live')?.value.value),
  };
}
