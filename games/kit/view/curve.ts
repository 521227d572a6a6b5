/** Easing curves for animations on a canvas. */

/** Maps the share of elapsed time to the share of progress, both from 0 to 1. */
export type Curve = (share: number) => number;

/** Creates a cubic Bézier curve, with the parameters of CSS `cubic-bezier()`. */
export function curve(x1: number, y1: number, x2: number, y2: number): Curve {
  const at = (first: number, second: number, along: number) =>
    3 * first * along * (1 - along) ** 2 + 3 * second * along ** 2 * (1 - along) + along ** 3;
  return (share) => {
    let low = 0;
    let high = 1;
    // A precision of 1/4096 is less than one pixel.
    for (let halved = 0; halved < 12; halved++) {
      const middle = (low + high) / 2;
      if (at(x1, x2, middle) < share) low = middle;
      else high = middle;
    }
    return at(y1, y2, high);
  };
}
