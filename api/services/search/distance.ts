/** How many slips a word of so many characters may hold. */
export function slipsAllowed(length: number): 0 | 1 | 2 {
  if (length >= 8) return 2;
  return length >= 4 ? 1 : 0;
}

/** Which letters a word has, a bit each; some letters share one. */
export function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

/**
 * Letters of one word that another has nowhere: no fewer slips lead from the one to the other, or to a
 * beginning of it. Told in a fraction of the time that the distance takes.
 */
export function countMissing(letters: number, inOther: number): number {
  let missing = 0;
  for (let left = letters & ~inOther; left !== 0; left &= left - 1) missing += 1;
  return missing;
}

/** Slips it takes from one word to another, and to the nearest beginning of the other. */
export interface Distance {
  whole: number;
  beginning: number;
}

/**
 * A slip is a letter too many, one missing, a wrong one, or two neighbours exchanged. Gives up with
 * Infinity as soon as more than `most` are certain.
 */
export function distanceBetween(typed: string, word: string, most: number): Distance {
  let beforeLast: number[] = [];
  let last = Array.from({ length: word.length + 1 }, (_, column) => column);
  for (let row = 1; row <= typed.length; row += 1) {
    const next = [row];
    let least = row;
    for (let column = 1; column <= word.length; column += 1) {
      const same = typed[row - 1] === word[column - 1];
      let slips = Math.min(
        at(last, column) + 1,
        at(next, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
      );
      const exchanged =
        typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1] && !same;
      if (exchanged) slips = Math.min(slips, at(beforeLast, column - 2) + 1);
      next.push(slips);
      if (slips < least) least = slips;
    }
    // Two rows, since an exchange reaches over one.
    if (least > most && Math.min(...last) > most) return none;
    beforeLast = last;
    last = next;
  }
  const whole = at(last, word.length);
  const beginning = Math.min(...last);
  return {
    whole: whole > most ? Number.POSITIVE_INFINITY : whole,
    beginning: beginning > most ? Number.POSITIVE_INFINITY : beginning,
  };
}

const none: Distance = { whole: Number.POSITIVE_INFINITY, beginning: Number.POSITIVE_INFINITY };

/** Outside the table an exchange is impossible. */
function at(row: number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
