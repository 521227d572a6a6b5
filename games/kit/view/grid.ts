/** A board as a grid for everybody: arrows, Home and End move, one square at a time is in the tab order. */
import { DOWN, type Intent, LEFT, PRIMARY, RIGHT, UP } from '../intents.ts';
import { element } from './element.ts';

interface GridSettings {
  rows: number;
  columns: number;
  /** What the board is called: 'Board of 6 rows and 8 columns'. */
  name: string;
  /** The class of the grid; rows and cells have it with `-row` and `-cell` behind. */
  style: string;
  /** The square where the focus is at first. */
  first: number;
  /** Somebody chose a square, by key, pointer, pad or gamepad. */
  choose(square: number): void;
  /** Other keys on a square, by what they type; true when it was one of the game's. */
  typed?(key: string, square: number): boolean;
}

/** A grid of squares, numbered by rows from the top left. */
export interface Grid {
  element: HTMLElement;
  cells: readonly HTMLElement[];
  /** Moves the cursor, or chooses where it is: for pad and gamepad. */
  intend(intent: Intent): void;
  moveTo(square: number): void;
  /** Moves the mark alone. The focus is to follow with a later frame, by `refocus`. */
  mark(square: number): void;
  /** Brings the focus to the cursor, where it is on the board. */
  refocus(): void;
  /** What a square says to a screen reader. */
  describe(square: number, words: string): void;
  focus(): void;
}

/** Builds a grid of empty cells. */
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
  /** Where the cursor is. A mark of each square, that comes and goes, would be painted with all around it. */
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
    // First the focus, before which browsers lay out what has changed until then.
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
    describe(square, words) {
      if (described[square] === words) return;
      described[square] = words;
      cells[square]?.setAttribute('aria-label', words);
    },
    focus: () => cells[cursor]?.focus({ preventScroll: true }),
  };
}
