import { PRIMARY, SECONDARY } from '../kit/engine.ts';
import { element } from '../kit/view/element.ts';
import type { GameView, PlayableGame, Stage } from '../kit/view/game-view.ts';
import { createGrid } from '../kit/view/grid.ts';
import { ARROW_PAD } from '../kit/view/input.ts';
import { inputOf, isValidSwap, kindOf, type Swap, type Sweet, swapOf } from './board.ts';
import { CONFETTI_MS, HINTS, MATCH_CHECK_MS, SIDE } from './constants.ts';
import * as engine from './engine.ts';
import { HINT, SETTLE, type State } from './engine.ts';
import { meta } from './meta.ts';
import { swapsMade } from './state.ts';
import {
  cellLabel,
  endingOf,
  goalsWithProgress,
  hintText,
  kindPoints,
  levelText,
  refusalText,
  resultAnnouncement,
} from './view/announcements.ts';
import styles from './view/board.css?url';
import { confettiColour, createConfetti } from './view/confetti.ts';
import {
  clearedCells,
  FALL_MS,
  type Motions,
  shakeMotions,
  transitionMotions,
} from './view/moves.ts';
import { createSweetsCanvas } from './view/sweets-canvas.ts';

// The board of Sweet Crush: a grid of sweets, the timing of its stages, and what the page shows around it.

/** Tab stop of a new board, near the centre. */
const FIRST_CELL = 3 * SIDE + 3;
/** Time for which each phase is shown, in milliseconds. */
const STAGE_MS = {
  swapped: MATCH_CHECK_MS,
  cleared: CONFETTI_MS,
  filled: FALL_MS + MATCH_CHECK_MS,
} as const;
const NO_MOTIONS: Motions = new Map();
/** Keys that swap the sweet under the cursor. */
const SWAP_KEYS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  w: [0, -1],
  a: [-1, 0],
  s: [0, 1],
  d: [1, 0],
};

function open(stage: Stage<State>): GameView<State> {
  /** State whose accessible names were set last. */
  let described: State | null = null;
  let drawnState: State | null = null;
  let beforeSwap: State | null = null;
  let chosen: number | null = null;
  let hinted: readonly number[] = [];
  let pacing: State | null = null;
  let pace: ReturnType<typeof setTimeout> | undefined;

  let status = '';

  const sweetsCanvas = createSweetsCanvas();
  const confetti = createConfetti();
  const grid = createGrid({
    rows: SIDE,
    columns: SIDE,
    name: `Board of ${SIDE} rows and ${SIDE} columns`,
    style: 'sweets',
    first: FIRST_CELL,
    choose,
    typed(key, cell) {
      if (key === 'h') requestHint();
      else if (SWAP_KEYS[key]) swapTowards(cell, SWAP_KEYS[key]);
      else return false;
      return true;
    },
  });
  for (const place of grid.cells) place.setAttribute('aria-selected', 'false');
  const invite = followHover(grid.element);
  followSwipes(grid.element, (cell, other) => {
    grid.moveTo(cell);
    swapCells(cell, other);
  });
  stage.element.append(
    element('div', { class: 'sweets-board' }, grid.element, sweetsCanvas.element, confetti.element),
  );

  const mayMove = (state: State | null): state is State =>
    state !== null && stage.isPlaying() && state.phase === 'settled' && state.end === 'playing';
  const mayRequestHint = (state: State | null): state is State =>
    mayMove(state) && state.hint === null && state.hints < HINTS;

  function requestHint(): void {
    if (mayRequestHint(drawnState)) stage.act(HINT);
  }

  function mark(cell: number | null): void {
    const before = chosen;
    chosen = cell;
    for (const changed of [before, chosen]) {
      if (changed === null) continue;
      grid.cells[changed]?.setAttribute('aria-selected', `${changed === chosen}`);
      if (drawnState) describeCell(drawnState, changed);
    }
    sweetsCanvas.pulse(stage.isCalm() ? null : chosen);
  }

  function choose(cell: number): void {
    if (!mayMove(drawnState)) return;
    if (chosen === null || (chosen !== cell && inputOf(chosen, cell) === null)) mark(cell);
    else if (chosen === cell) mark(null);
    else swapCells(chosen, cell);
  }

  function swapTowards(cell: number, [right, down]: readonly [number, number]): void {
    const other = cell + right + down * SIDE;
    if (inputOf(cell, other) !== null) swapCells(cell, other);
  }

  function swapCells(cell: number, other: number): void {
    if (!mayMove(drawnState)) return;
    const input = inputOf(cell, other);
    if (input === null) return;
    if (isValidSwap(drawnState.cells, swapOf(input) as Swap)) {
      mark(null);
      stage.act(input);
      grid.mark(other);
      stage.later('focus', grid.refocus);
      return;
    }
    mark(cell);
    announce(refusalText(drawnState, cell, other));
    stage.sound('no');
    if (!stage.isCalm()) sweetsCanvas.move(shakeMotions(cell, other));
  }

  function announce(text: string): void {
    status = text;
    if (drawnState) showInfo(drawnState);
    stage.announce(text);
  }

  /** Updates the accessible names of cells that have changed or belong to a hint. */
  function describe(state: State): void {
    const changed = new Set<number>();
    for (const [cell, sweet] of state.cells.entries()) {
      if (sweet !== described?.cells[cell]) changed.add(cell);
    }
    described = state;
    const swap = state.hint === null ? null : swapOf(state.hint);
    const named = hinted;
    hinted = swap ? [swap.cell, swap.other] : [];
    for (const cell of [...named, ...hinted]) {
      grid.cells[cell]?.toggleAttribute('data-hint', hinted.includes(cell));
      changed.add(cell);
    }
    for (const cell of changed) describeCell(state, cell);
  }

  const describeCell = (state: State, cell: number) =>
    grid.describe(cell, cellLabel(state, cell, chosen));

  function celebrate(state: State, before: State): void {
    const palette = stage.palette();
    const cells = clearedCells(state, before).map((cell) => ({
      cell,
      colour: confettiColour(palette, kindOf(before.cells[cell] as Sweet)),
    }));
    if (cells.length > 0) confetti.burst(cells);
    if (state.chain > 1) confetti.cheer(`× ${state.chain}`);
  }

  /** Advances an unsettled board after a delay; a pause delays it further. */
  function goOn(state: State): void {
    if (!stage.isPlaying() || state.phase === 'settled' || pacing === state) return;
    pacing = state;
    clearTimeout(pace);
    pace = setTimeout(() => {
      pacing = null;
      if (drawnState === state) stage.act(SETTLE);
    }, STAGE_MS[state.phase]);
  }

  function drawBoard(state: State, before: State | null): void {
    const moves = before !== null && !stage.isCalm();
    sweetsCanvas.show(state.cells, moves ? transitionMotions(state, before) : NO_MOTIONS);
    if (before) stage.later('cells', () => describe(state));
    else describe(state);
    if (!moves) return;
    if (state.phase === 'cleared') celebrate(state, before);
    if (state.level > before.level) confetti.cheer(`Level ${state.level}`);
  }

  function showInfo(state: State): void {
    stage.show({
      status,
      goals: goalsWithProgress(state),
      helps: [
        {
          label: `Hint (${HINTS - state.hints})`,
          isAvailable: mayRequestHint(state),
          press: requestHint,
        },
      ],
    });
  }

  function draw(state: State): void {
    const before = drawnState;
    drawnState = state;
    if (state !== before) drawBoard(state, before);
    const invites = () => invite(state.phase === 'settled');
    if (before) stage.later('hover', invites);
    else invites();
    showInfo(state);
    goOn(state);
  }

  function soundOf(state: State, previous: State): void {
    if (state.end !== 'playing') return;
    if (state.level > previous.level) stage.sound('power');
    else if (state.specials > previous.specials) stage.sound('boom');
    else if (state.phase === 'cleared') stage.sound(state.chain > 1 ? 'bonus' : 'pop');
    else if (state.phase === 'swapped') stage.sound('swap');
    else if (state.phase === 'filled') stage.sound('drop');
  }

  return {
    draw,
    started(state) {
      clearTimeout(pace);
      pacing = null;
      drawnState = null;
      beforeSwap = null;
      confetti.clear();
      grid.moveTo(FIRST_CELL);
      mark(null);
      status = levelText(state);
      draw(state);
    },
    stepped(state, previous) {
      soundOf(state, previous);
      if (state.phase === 'swapped') beforeSwap = previous;
      const hintAt = state.hint === null ? null : swapOf(state.hint);
      if (hintAt && state.hint !== previous.hint) {
        mark(null);
        grid.moveTo(hintAt.cell);
        announce(hintText(state));
      }
      if (state.phase === 'settled' && previous.phase !== 'settled' && beforeSwap) {
        announce(resultAnnouncement(state, beforeSwap));
      }
    },
    intent(intent) {
      if (intent === SECONDARY) requestHint();
      else grid.intend(intent);
    },
    focus: grid.focus,
    close() {
      clearTimeout(pace);
      sweetsCanvas.close();
      confetti.close();
    },
  };
}

export const game: PlayableGame<engine.State, engine.Options> = {
  meta,
  engine,
  styles: [styles],
  pad: [...ARROW_PAD, { intent: PRIMARY, label: 'Choose' }, { intent: SECONDARY, label: 'Hint' }],
  padShown: 'on-request',
  result: 'covers',
  endingOf,
  hudItemsOf: (state) => [
    ...(state.options.mode === 'levels' ? [{ name: 'Level', value: state.level }] : []),
    { name: 'Swaps', value: state.options.mode === 'endless' ? swapsMade(state) : state.swaps },
  ],
  endInputOf: ({ options }) => (options.mode === 'endless' ? engine.END : null),
  legend: { label: 'Points per sweet', entries: kindPoints },
  open,
};

/** Distance after which a movement is a swipe, as a share of a cell's width. */
const SWIPE_SHARE = 0.4;

/**
 * Calls `swiped` with a cell and the neighbour towards which it was swiped. A tap is handled immediately,
 * because browsers may omit the click of a tap that follows a swipe.
 */
function followSwipes(grid: HTMLElement, swiped: (cell: number, other: number) => void): void {
  let from: { pointer: number; cell: number; x: number; y: number; width: number } | null = null;
  /** True if the pointer's action has been handled, so that a following click is ignored. */
  let isHandled = false;

  grid.addEventListener('pointerdown', (event) => {
    isHandled = false;
    const cell = (event.target as Element).closest<HTMLElement>('[role="gridcell"]');
    if (!cell || !event.isPrimary || event.button !== 0) return;
    const { pointerId, clientX, clientY } = event;
    const square = Number(cell.dataset.square);
    from = { pointer: pointerId, cell: square, x: clientX, y: clientY, width: cell.clientWidth };
  });
  grid.addEventListener('pointermove', (event) => {
    if (!from || event.pointerId !== from.pointer) return;
    const right = event.clientX - from.x;
    const down = event.clientY - from.y;
    if (Math.max(Math.abs(right), Math.abs(down)) < SWIPE_SHARE * from.width) return;
    const isAcross = Math.abs(right) > Math.abs(down);
    const { cell } = from;
    const column = (cell % SIDE) + (isAcross ? Math.sign(right) : 0);
    const row = Math.floor(cell / SIDE) + (isAcross ? 0 : Math.sign(down));
    from = null;
    isHandled = true;
    if (column < 0 || column >= SIDE || row < 0 || row >= SIDE) return;
    swiped(cell, row * SIDE + column);
  });
  grid.addEventListener('pointerup', ({ pointerId, pointerType }) => {
    const tapped = from?.pointer === pointerId ? from.cell : null;
    from = null;
    if (tapped === null || pointerType !== 'touch') return;
    isHandled = true;
    grid.querySelector<HTMLElement>(`[data-square="${tapped}"]`)?.click();
  });
  grid.addEventListener('pointercancel', () => {
    from = null;
  });
  // A click without a count comes from a screen reader or from the tap that was just dispatched.
  grid.addEventListener(
    'click',
    (event) => {
      if (isHandled && event.detail > 0) event.stopPropagation();
    },
    { capture: true },
  );
}

/**
 * Marks the cell under the mouse with `data-inviting` while the last call of the returned function had
 * `true`. A CSS `:hover` rule that depends on the board's status would restyle all cells with each swap.
 */
function followHover(grid: HTMLElement): (invites: boolean) => void {
  let under: Element | null = null;
  let isInviting = false;

  function moveTo(cell: Element | null): void {
    if (cell === under) return;
    under?.removeAttribute('data-inviting');
    under = cell;
    under?.toggleAttribute('data-inviting', isInviting);
  }
  grid.addEventListener('pointerover', ({ target }) =>
    moveTo((target as Element).closest('[role="gridcell"]')),
  );
  grid.addEventListener('pointerleave', () => moveTo(null));
  return (invites) => {
    isInviting = invites;
    under?.toggleAttribute('data-inviting', invites);
  };
}
