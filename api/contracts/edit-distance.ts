/** Edit distance to a word and to its closest prefix. */
interface EditDistance {
  whole: number;
  beginning: number;
}

const none: EditDistance = { whole: Number.POSITIVE_INFINITY, beginning: Number.POSITIVE_INFINITY };

/** Returns the Damerau-Levenshtein distance (optimal string alignment); Infinity as soon as it exceeds `maximum`. */
export function editDistance(typed: string, word: string, maximum: number): EditDistance {
  let beforeLast: number[] = [];
  let last = Array.from({ length: word.length + 1 }, (_, column) => column);
  for (let row = 1; row <= typed.length; row += 1) {
    const next = [row];
    let least = row;
    for (let column = 1; column <= word.length; column += 1) {
      const same = typed[row - 1] === word[column - 1];
      let edits = Math.min(
        at(last, column) + 1,
        at(next, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
      );
      const transposed =
        typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1] && !same;
      if (transposed) edits = Math.min(edits, at(beforeLast, column - 2) + 1);
      next.push(edits);
      if (edits < least) least = edits;
    }
    // Two rows, because a transposition refers to the row before the last.
    if (least > maximum && Math.min(...last) > maximum) return none;
    beforeLast = last;
    last = next;
  }
  const whole = at(last, word.length);
  const beginning = Math.min(...last);
  return {
    whole: whole > maximum ? Number.POSITIVE_INFINITY : whole,
    beginning: beginning > maximum ? Number.POSITIVE_INFINITY : beginning,
  };
}

/** Returns Infinity outside the table. */
function at(row: number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
