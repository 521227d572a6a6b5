/** How things that move on a canvas become faster and slower. */

/** How far something has come after a share of its time, both 0 to 1. */
export type Curve = (share: number) => number;

/** A cubic curve by its two handles, as style sheets have it. */
export function curve(x1: number, y1: number, x2: number, y2: number): Curve {
  const at = (one: number, two: number, along: number) =>
    3 * one * along * (1 - along) ** 2 + 3 * two * along ** 2 * (1 - along) + along ** 3;
  return (share) => {
    let low = 0;
    let high = 1;
    // To the four-thousandth: no pixel.
    for (let halved = 0; halved < 12; halved++) {
      const middle = (low + high) / 2;
      if (at(x1, x2, middle) < share) low = middle;
      else high = middle;
    }
    return at(y1, y2, high);
  };
}
