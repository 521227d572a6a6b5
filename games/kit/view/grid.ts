/** An accessible grid for boards: arrow keys, Home and End move a roving tab stop. */
import { DOWN, type Intent, LEFT, PRIMARY, RIGHT, UP } from '../engine.ts';
import { element } from './element.ts';

interface GridSettings {
  rows: number;
  columns: number;
  /** Accessible name: 'Board of 6 rows and 8 columns'. */
  name: string;
  /** Class of the grid; rows and cells append `-row` and `-cell`. */
  style: string;
  /** Square that has the tab stop at first. */
  first: number;
  /** Called when the player chooses a square by key, pointer, pad or gamepad. */
  choose(square: number): void;
  /** Handles other keys on a square. Returns true if the key has a meaning in the game. */
  typed?(key: string, square: number): boolean;
}

/** A grid of squares, numbered by rows from the top left. */
export interface Grid {
  element: HTMLElement;
  cells: readonly HTMLElement[];
  /** Moves the cursor or chooses its square, for pad and gamepad. */
  intend(intent: Intent): void;
  moveTo(square: number): void;
  /** Moves the cursor without the focus; `refocus` moves the focus in a later frame. */
  mark(square: number): void;
  /** Moves the focus to the cursor if it is on the board. */
  refocus(): void;
  /** Sets the accessible name of a square. */
  describe(square: number, text: string): void;
  focus(): void;
}

export function createGrid(settings: GridSettings): Grid {
  const { rows, columns, name, style, choose, typed } = settings;
  const cells = Array.from({ length: rows * columns }, (_, square) =>
    element('div', { class: `${style}-cell`, role: 'gridcell', 'data-square': `${square}` }),
  );
  const lines = Array.from({ length: rows }, (_, row) =>
    element(
      'div',
      { class: `${style}-row`, role: 'row' },
      ...cells.slice(row * columns, (row + 1) * columns),
    ),
  );
  /** One element for the cursor: changing a mark inside a square would repaint its surroundings. */
  const mark = element('span', { class: 'game-cursor', 'aria-hidden': 'true' });
  const grid = element('div', { class: style, role: 'grid', 'aria-label': name }, ...lines, mark);
  const described: string[] = [];
  let cursor = -1;
  const column = () => cursor % columns;
  const row = () => Math.floor(cursor / columns);
  mark.style.setProperty('--columns', `${columns}`);
  mark.style.setProperty('--rows', `${rows}`);

  function place(square: number): void {
    if (square === cursor) return;
    cells[cursor]?.setAttribute('tabindex', '-1');
    cells[cursor]?.removeAttribute('data-cursor');
    cursor = square;
    cells[cursor]?.setAttribute('tabindex', '0');
    cells[cursor]?.setAttribute('data-cursor', '');
    mark.style.setProperty('--column', `${column()}`);
    mark.style.setProperty('--row', `${row()}`);
  }

  function moveTo(square: number): void {
    // Focus first: the browser lays out all earlier changes before it moves the focus.
    if (grid.contains(document.activeElement)) cells[square]?.focus({ preventScroll: true });
    place(square);
  }

  const within = (value: number, count: number) => Math.min(Math.max(value, 0), count - 1);
  const go = (toRow: number, toColumn: number) =>
    moveTo(within(toRow, rows) * columns + within(toColumn, columns));

  const moves: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => go(row(), column() - 1),
    ArrowRight: () => go(row(), column() + 1),
    ArrowUp: () => go(row() - 1, column()),
    ArrowDown: () => go(row() + 1, column()),
    Home: () => go(row(), 0),
    End: () => go(row(), columns - 1),
    PageUp: () => go(0, column()),
    PageDown: () => go(rows - 1, column()),
  };
  const far: Readonly<Record<string, () => void>> = {
    Home: () => go(0, 0),
    End: () => go(rows - 1, columns - 1),
  };

  grid.addEventListener('keydown', (event) => {
    if (event.altKey || event.metaKey) return;
    const move = event.ctrlKey ? far[event.key] : moves[event.key];
    if (move) move();
    else if (event.ctrlKey) return;
    else if (event.key === 'Enter' || event.key === ' ') {
      if (!event.repeat) choose(cursor);
    } else if (event.repeat || !typed?.(event.key.toLowerCase(), cursor)) return;
    event.preventDefault();
  });
  grid.addEventListener('click', (event) => {
    const cell = (event.target as Element).closest<HTMLElement>('[role="gridcell"]');
    if (!cell) return;
    cell.focus({ preventScroll: true });
    place(Number(cell.dataset.square));
    choose(cursor);
  });
  for (const cell of cells) cell.tabIndex = -1;
  place(settings.first);

  return {
    element: grid,
    cells,
    intend(intent) {
      if (intent === LEFT) moves.ArrowLeft?.();
      else if (intent === RIGHT) moves.ArrowRight?.();
      else if (intent === UP) moves.ArrowUp?.();
      else if (intent === DOWN) moves.ArrowDown?.();
      else if (intent === PRIMARY) choose(cursor);
    },
    moveTo,
    mark: place,
    refocus() {
      if (grid.contains(document.activeElement)) cells[cursor]?.focus({ preventScroll: true });
    },
    describe(square, text) {
      if (described[square] === text) return;
      described[square] = text;
      cells[square]?.setAttribute('aria-label', text);
    },
    focus: () => cells[cursor]?.focus({ preventScroll: true }),
  };
}
