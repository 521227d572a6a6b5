/** Squares of a side, and how many in a row win. */
export const SIDE = 3;
/** Squares of the board. */
export const SQUARES = SIDE * SIDE;
/** Shown to the winner, and to both friends at one board. */
export const WIN_TEXT = 'Win !! :)';
/** What a full board without a line says. */
export const DRAW_TEXT = 'No Winner :/';
/** What stands where a winner's sign would. */
export const DRAW_SIGNS = 'x | o';
/** What a won and a drawn game are worth against the robot; nobody wins against it. */
export const WIN_POINTS = 2;
/** A draw is as much as there is to be had of a robot without fault. */
export const DRAW_POINTS = 1;
