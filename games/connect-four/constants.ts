/** Rows of the board (spec section 9). */
export const ROWS = 6;
/** Columns of the board (spec section 9). */
export const COLUMNS = 8;
/** Squares of the board. */
export const SQUARES = ROWS * COLUMNS;
/** Discs in a row that win. */
export const LINE = 4;
/** Time for which 'Square not available' is shown, in milliseconds (spec section 9). */
export const ERROR_MS = 3000;
/** Shown for a square that is not the lowest free one of its column. */
export const NOT_AVAILABLE = 'Square not available';

/** Levels of the robot, from weak to strong. */
export const LEVELS = ['easy', 'medium', 'hard', 'expert'] as const;
/** Plies (moves of one side) that Medium looks ahead: a win, and a block. */
export const MEDIUM_PLIES = 2;
/** Plies that Hard looks ahead. */
export const HARD_PLIES = 6;
/** Minimum number of plies that Expert looks ahead. */
export const EXPERT_PLIES = 12;
/**
 * Positions after which Expert does not search deeper than that. It is a count instead of a time so that
 * every machine computes the same move, and small because a replay computes all moves again. Twelve plies are
 * at most 264,000 positions, usually 42,000; a move takes about 40 ms and a game at most one second.
 */
export const EXPERT_POSITIONS = 400_000;

/** Points of a won game at each level, plus the free squares. */
export const WIN_POINTS = { easy: 100, medium: 200, hard: 400, expert: 800 } as const;
/** Points of a drawn game at each level. */
export const DRAW_POINTS = { easy: 20, medium: 50, hard: 150, expert: 400 } as const;
/** Points that a hint or an undone move costs. */
export const HELP_POINTS = 10;
/** Hints per game; limited because each one is a search, also in a replay. */
export const HINTS = 10;
/** Undone moves per game. */
export const UNDOS = 10;
