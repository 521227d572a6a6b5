/** Squares of a side, and marks in a row that win. */
export const SIDE = 3;
/** Squares of the board. */
export const SQUARES = SIDE * SIDE;
/** Shown to the winner, and to both friends at one board. */
export const WIN_TEXT = 'Win !! :)';
/** Shown for a full board without a line. */
export const DRAW_TEXT = 'No Winner :/';
/** Shown instead of the winner's mark. */
export const DRAW_SIGNS = 'x | o';
/** Points of a win against the robot, which it never allows. */
export const WIN_POINTS = 2;
/** Points of a draw against the robot. */
export const DRAW_POINTS = 1;
