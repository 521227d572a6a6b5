import { disc, many, type Point, path, rect, type Sheet, shape } from './paint.ts';

/** The parts that several scenes are put together from. */

/** All of the sheet in one colour. */
export const backdrop = ({ w }: Sheet, colour: string) => rect(0, 0, w, 100, colour);

/** Mountains with straight edges; `caps` adds light on their left sides. */
export function ridges(
  sheet: Sheet,
  base: number,
  high: number,
  step: number,
  fill: string,
  caps?: string,
) {
  const { w, r } = sheet;
  const points: Point[] = [[-2, 101]];
  let lit = '';
  for (let x = -step * r(); x < w + step * 2; x += step * (0.7 + 0.6 * r())) {
    const valley: Point = [x - step * 0.45, base - high * 0.15 * r()];
    const peak: Point = [x, base - high * (0.55 + 0.45 * r())];
    points.push(valley, peak);
    if (caps) {
      const drop = (base - peak[1]) * 0.42;
      const slope = (step * 0.45) / Math.max(1, valley[1] - peak[1]);
      lit += shape(
        [
          peak,
          [peak[0] - drop * slope, peak[1] + drop],
          [peak[0] - drop * slope * 0.2, peak[1] + drop * 0.7],
          [peak[0] + drop * 0.15, peak[1] + drop],
        ],
        caps,
      );
    }
  }
  points.push([w + 2, 101]);
  return shape(points, fill) + lit;
}

/** Soft hills. */
export function hills(sheet: Sheet, base: number, high: number, step: number, fill: string) {
  const { w, r } = sheet;
  let d = `M-5 101V${base}`;
  for (let x = -5 - step * r(); x < w + step; x += step) {
    const top = base - high * (0.5 + r());
    d += `Q${(x + step / 2).toFixed(1)} ${top.toFixed(1)} ${(x + step).toFixed(1)} ${base}`;
  }
  return path(`${d}V101z`, fill);
}

export const stars = ({ w, r }: Sheet, count: number, colour: string, below = 60) =>
  many(count, () => disc(w * r(), below * r(), 0.2 + 0.45 * r(), colour));

/** A row of buildings; `lights` draws windows. */
export function skyline(sheet: Sheet, base: number, high: number, fill: string, lights?: string) {
  const { w, r } = sheet;
  let drawn = '';
  for (let x = -2; x < w; ) {
    const wide = 5 + 8 * r();
    const tall = high * (0.35 + 0.65 * r());
    drawn += rect(x, base - tall, wide + 0.2, tall + 60, fill);
    if (lights) {
      drawn += many((tall / 5) * (wide / 3.4), () =>
        rect(
          x + 1 + Math.floor((r() * (wide - 2)) / 2.4) * 2.4,
          base - tall + 2 + Math.floor((r() * tall) / 4) * 4,
          1.2,
          2,
          lights,
        ),
      );
    }
    x += wide;
  }
  return drawn;
}

/** A fir of three triangles that stands at x, y. */
export const fir = (x: number, y: number, tall: number, fill: string) =>
  many(3, (index) => {
    const wide = tall * (0.16 + 0.09 * index);
    const top = y - tall + index * tall * 0.24;
    return shape(
      [
        [x, top],
        [x + wide, top + tall * 0.44],
        [x - wide, top + tall * 0.44],
      ],
      fill,
    );
  }) + rect(x - tall * 0.03, y - tall * 0.1, tall * 0.06, tall * 0.1, fill);

/** Firs side by side. */
export function forest({ w, r }: Sheet, base: number, tall: number, step: number, fill: string) {
  let drawn = rect(0, base - tall * 0.12, w, 101, fill);
  for (let x = -step * r(); x < w + step; x += step * (0.6 + 0.7 * r())) {
    drawn += fir(x, base, tall * (0.65 + 0.5 * r()), fill);
  }
  return drawn;
}

/** A box seen from above and the side; x, y is the front corner of its foot. */
export function box(
  x: number,
  y: number,
  side: number,
  tall: number,
  [top, left, right]: readonly [string, string, string],
) {
  const [dx, dy] = [side * 0.866, side * 0.5];
  return (
    shape(
      [
        [x, y - tall],
        [x - dx, y - dy - tall],
        [x - dx, y - dy],
        [x, y],
      ],
      left,
    ) +
    shape(
      [
        [x, y - tall],
        [x + dx, y - dy - tall],
        [x + dx, y - dy],
        [x, y],
      ],
      right,
    ) +
    shape(
      [
        [x, y - tall],
        [x - dx, y - dy - tall],
        [x, y - 2 * dy - tall],
        [x + dx, y - dy - tall],
      ],
      top,
    )
  );
}

/** Discs on a grid that grow downwards, as a print shades. */
export const halftone = ({ w }: Sheet, top: number, step: number, colour: string, most = 0.62) =>
  many((100 - top) / step + 1, (row) =>
    many(w / step + 2, (column) =>
      disc(
        (column + (row % 2) / 2) * step,
        top + row * step,
        step * most * ((row + 1) / ((100 - top) / step + 1)),
        colour,
      ),
    ),
  );

/** A wheel with teeth. */
export function gear(x: number, y: number, r: number, teeth: number, fill: string, hole: string) {
  const points = Array.from({ length: teeth * 4 }, (_, index): Point => {
    const turn = ((index - 0.5) / (teeth * 4)) * 2 * Math.PI;
    const reach = index % 4 < 2 ? r : r * 0.78;
    return [x + reach * Math.cos(turn), y + reach * Math.sin(turn)];
  });
  return shape(points, fill) + disc(x, y, r * 0.3, hole);
}
