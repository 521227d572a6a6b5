/** Rows of the board (spec section 9). */
export const ROWS = 6;
/** Columns of the board (spec section 9). */
export const COLUMNS = 8;
/** Squares of the board. */
export const SQUARES = ROWS * COLUMNS;
/** How many in a row win. */
export const LINE = 4;
/** How long 'Square not available' stays, in milliseconds (spec section 9). */
export const ERROR_MS = 3000;
/** What a square that is not the lowest free one of its column answers with. */
export const NOT_AVAILABLE = 'Square not available';

/** The robot's levels, from who takes whatever is free to who looks far ahead. */
export const LEVELS = ['easy', 'medium', 'hard', 'expert'] as const;
/** How far Medium looks ahead, in plies (moves of one side): a win, and a block. */
export const MEDIUM_PLIES = 2;
/** How far Hard looks ahead, in plies. */
export const HARD_PLIES = 6;
/** How far Expert looks ahead at least, in plies. */
export const EXPERT_PLIES = 12;
/**
 * How many positions Expert looks at when it looks further than that. A count and not a time, so that
 * everybody who computes a move computes the same one; and a small one, since who replays a game
 * computes each of its moves. Twelve plies are 264,000 positions at most, 42,000 as a rule; a move takes
 * some 40 ms, and a whole game a second at the very most.
 */
export const EXPERT_POSITIONS = 400_000;

/** What a won game is worth at each level, before the squares left free are added. */
export const WIN_POINTS = { easy: 100, medium: 200, hard: 400, expert: 800 } as const;
/** What a drawn game is worth at each level. */
export const DRAW_POINTS = { easy: 20, medium: 50, hard: 150, expert: 400 } as const;
/** What a hint or an undone move takes from a score. */
export const HELP_POINTS = 10;
/** Hints of one game. They are bounded since each is a search, of whoever replays the game too. */
export const HINTS = 10;
/** Times that moves can be taken back in one game. */
export const UNDOS = 10;
