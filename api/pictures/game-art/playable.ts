import {
  type Art,
  around,
  disc,
  many,
  type Point,
  path,
  place,
  rect,
  ring,
  type Sheet,
  shape,
  stroke,
} from './paint.ts';
import { backdrop, box, fir, halftone, hills, stars } from './places.ts';

/** The games that are played here. */

/** Those of the game itself: a dome on three feet, a kite with arms, and a brick that looks about. */
const dome = (body: string, eye: string) =>
  path('M-8 1a8 8 0 0 1 16 0v2H-8z', body) +
  shape(
    [
      [-8, 3],
      [-4, 3],
      [-9, 8],
    ],
    body,
  ) +
  shape(
    [
      [8, 3],
      [4, 3],
      [9, 8],
    ],
    body,
  ) +
  shape(
    [
      [-2, 3],
      [2, 3],
      [0, 8],
    ],
    body,
  ) +
  disc(-3, -1.6, 1.7, eye) +
  disc(3, -1.6, 1.7, eye);
const kite = (body: string, eye: string) =>
  shape(
    [
      [0, -8],
      [6.4, -1],
      [0, 8],
      [-6.4, -1],
    ],
    body,
  ) +
  shape(
    [
      [-10, -7],
      [-5.6, -3.4],
      [-5.6, 0.4],
    ],
    body,
  ) +
  shape(
    [
      [10, -7],
      [5.6, -3.4],
      [5.6, 0.4],
    ],
    body,
  ) +
  rect(-3, -2.4, 2.2, 2.2, eye) +
  rect(0.8, -2.4, 2.2, 2.2, eye);
const brick = (body: string, eye: string) =>
  rect(-8, -6, 16, 9, body) +
  [-6, -1, 4]
    .map((x) =>
      shape(
        [
          [x - 0.6, 3],
          [x + 2, 3],
          [x + 3.2, 8],
          [x + 1.4, 8],
        ],
        body,
      ),
    )
    .join('') +
  rect(-5.4, -3.4, 10.8, 2.6, eye) +
  rect(-4.4, -3.4, 2.6, 2.6, body);

export const spaceInvaders: Art = {
  colours: {
    sky: '#4b2a63',
    far: '#653a7c',
    mid: '#7fcac5',
    near: '#f0b429',
    dark: '#23122f',
    accent: '#ff6a45',
  },
  scene(s) {
    const { w, c } = s;
    const x = w / 2;
    // Three ranks that fly as geese do, from the smallest and furthest to the leader.
    const ranks = [
      { sign: brick, fill: c.mid, y: 10, size: 0.5, wide: 16, count: 11 },
      { sign: kite, fill: c.near, y: 23, size: 0.75, wide: 24, count: 7 },
    ];
    return (
      backdrop(s, c.sky) +
      stars(s, w * 0.8, c.far, 84) +
      disc(w * 0.5, 46, 40, c.far) +
      ranks
        .map(({ sign, fill, y, size, wide, count }) =>
          many(count, (index) => {
            const side = index - (count - 1) / 2;
            return place(sign(fill, c.dark), x + side * wide, y + Math.abs(side) * 4, size);
          }),
        )
        .join('') +
      shape(
        [
          [x - 5, 54],
          [x + 5, 54],
          [x + 26, 101],
          [x - 26, 101],
        ],
        '#87589f',
      ) +
      place(dome(c.accent, c.dark), x, 46, 2.3) +
      hills(s, 92, 10, 34, c.dark) +
      rect(x - 0.4, 70, 0.8, 10, '#f6f1e6') +
      place(
        path('M-6 0a6 6 0 0 1 12 0z', '#f6f1e6') +
          rect(-10, -0.4, 20, 3.4, '#f6f1e6') +
          shape(
            [
              [0, -9],
              [2, -4],
              [-2, -4],
            ],
            '#f6f1e6',
          ) +
          path('M-2 0a2 2 0 0 1 4 0z', c.mid),
        x,
        92,
        0.9,
      )
    );
  },
  mark: (c) => dome(c.accent, c.dark),
};

/** Those of the game itself: a bird that eats its way, and wisps that hunt it. */
const wisp = (body: string, eye: string, pupil: string) =>
  path('M1-11C3-6 8-3 8 2.5A8 7.5 0 0 1-8 2.5C-8-3-3-5 1-11z', body) +
  disc(-3, 1, 2.2, eye) +
  disc(3, 1, 2.2, eye) +
  disc(-3.7, 1.4, 1, pupil) +
  disc(2.3, 1.4, 1, pupil);
const eater = (body: string, wing: string, beak: string, eye: string) =>
  shape(
    [
      [-6, 2],
      [-12, -3],
      [-10, 4],
    ],
    wing,
  ) +
  disc(0, 0, 8, body) +
  path('M-7 1Q-2-3.4 3 1.6Q-2 6.4-7 1z', wing) +
  shape(
    [
      [6.4, -4],
      [12.6, -4.6],
      [7.8, 0],
    ],
    beak,
  ) +
  shape(
    [
      [7.8, 0.4],
      [11.6, 2.6],
      [6.6, 3.6],
    ],
    beak,
  ) +
  disc(3, -3, 1.9, eye) +
  disc(3.6, -3, 0.9, wing);

/** A garden of hedges, again and again: `#` a hedge, `o` a tree cut round. */
const GARDEN = ['......', '.##.##', '.#...#', '...o..', '.#...#', '.##.##'];
const HEDGE_SIDE = 10;

export const pacman: Art = {
  colours: {
    sky: '#f3e3c6',
    far: '#e3c894',
    mid: '#4f8f5b',
    near: '#2c6a4a',
    dark: '#17402f',
    accent: '#d9442b',
  },
  scene(s) {
    const { w, c } = s;
    const [dx, dy] = [HEDGE_SIDE * 0.866, HEDGE_SIDE * 0.5];
    const cellOf = (row: number, column: number) => {
      const line = GARDEN[((row % 6) + 6) % 6] ?? '';
      return line[((column % 6) + 6) % 6] ?? '.';
    };
    const at = (row: number, column: number): Point => [
      w / 2 + (column - row) * dx,
      50 + (column + row) * dy,
    ];
    const figures: [row: number, column: number, figure: string][] = [
      [-3, 0, wisp('#653a7c', c.sky, c.dark)],
      [0, 0, place(eater(c.accent, '#8f2415', '#f0b429', c.sky), 0, 0, 1.3)],
      [5, 0, wisp('#2b6f8f', c.sky, c.dark)],
      [3, 6, wisp('#b3568f', c.sky, c.dark)],
      [0, 6, wisp('#c07a12', c.sky, c.dark)],
      [6, -3, wisp('#653a7c', c.sky, c.dark)],
    ];
    const reach = Math.ceil(w / dx + 100 / dy);
    const cells: [number, number][] = [];
    for (let sum = -reach; sum <= reach; sum++)
      for (let row = -reach; row <= reach; row++) {
        const [x, y] = at(row, sum - row);
        if (x > -dx && x < w + dx && y > -6 && y < 118) cells.push([row, sum - row]);
      }
    const leaves = [c.mid, c.dark, c.near] as const;
    return (
      backdrop(s, c.sky) +
      cells
        .map(([row, column]) => {
          const [x, y] = at(row, column);
          const kind = cellOf(row, column);
          if (kind === '#') return box(x, y, HEDGE_SIDE + 0.1, 4.5, leaves);
          const middle = y - dy;
          if (kind === 'o') {
            return (
              `<ellipse cx="${x}" cy="${middle}" rx="5" ry="2.4" fill="${c.far}"/>` +
              rect(x - 0.7, middle - 5, 1.4, 5, '#7a4a1f') +
              disc(x, middle - 8, 4.8, c.near) +
              path(`M${x - 4.8} ${middle - 8}a4.8 4.8 0 0 1 9.6 0q-4.8-3-9.6 0z`, c.mid)
            );
          }
          return disc(x, middle, 1, '#b98a3c');
        })
        .join('') +
      figures
        .map(([row, column, figure]) => {
          const [x, y] = at(row, column);
          return (
            `<ellipse cx="${x}" cy="${y - dy + 3}" rx="8" ry="3.2" fill="#b98a3c"/>` +
            place(figure, x, y - dy - 4)
          );
        })
        .join('')
    );
  },
  mark: (c) => eater(c.accent, '#8f2415', '#f0b429', c.sky),
};

const sweets: ((c: Art['colours']) => string)[] = [
  (c) => disc(0, 0, 8, c.accent) + path('M-8 0a8 8 0 0 1 16 0z', c.near),
  (c) =>
    shape(
      [
        [0, -9],
        [8, 0],
        [0, 9],
        [-8, 0],
      ],
      c.mid,
    ) +
    shape(
      [
        [0, -9],
        [8, 0],
        [0, 0],
      ],
      c.far,
    ),
  (c) =>
    `<rect x="-7" y="-7" width="14" height="14" rx="4" fill="${c.dark}"/>` +
    `<rect x="-3.4" y="-7" width="6.8" height="14" fill="${c.accent}"/>`,
  (c) =>
    many(6, (index) => disc(...around(0, 0, 5, 6, index), 3.4, c.far)) + disc(0, 0, 3.6, c.near),
  () => path('M-9 0Q0-11 9 0Q0 11-9 0z', '#653a7c') + path('M-9 0Q0-5 9 0Q0 5-9 0z', '#cfaee4'),
  (c) =>
    shape(
      Array.from({ length: 10 }, (_, index): Point => around(0, 0, index % 2 ? 4.4 : 9, 10, index)),
      c.near,
    ),
];

export const sweetCrush: Art = {
  colours: {
    sky: '#f7d9cc',
    far: '#2b8583',
    mid: '#105c5c',
    near: '#f0b429',
    dark: '#fdfaf3',
    accent: '#d9442b',
  },
  scene(s) {
    const { w, c, r } = s;
    const step = 100 / 6;
    const columns = Math.ceil(w / step);
    return (
      backdrop(s, c.sky) +
      many(columns * 6, (index) => {
        const [x, y] = [(index % columns) * step, Math.floor(index / columns) * step];
        const lift = (index * 7) % 11 === 0 ? 1.35 : 1;
        const tile =
          (index + Math.floor(index / columns)) % 2 ? rect(x, y, step, step, '#fbe9e0') : '';
        const sweet = sweets[Math.floor(r() * sweets.length)] ?? sweets[0];
        return (
          tile + place(sweet?.(c) ?? '', x + step / 2, y + step / 2, 0.68 * lift, lift > 1 ? 12 : 0)
        );
      })
    );
  },
  mark: (c) => sweets[0]?.(c) ?? '',
};

const mole = (c: Art['colours']) =>
  path('M-8 10V-1a8 9 0 0 1 16 0V10z', c.dark) +
  path('M-4.5 10V3a4.5 4 0 0 1 9 0v7z', c.near) +
  disc(0, -1.5, 2, c.accent) +
  disc(-3.4, -4.6, 1.1, c.sky) +
  disc(3.4, -4.6, 1.1, c.sky);

export const whacAMole: Art = {
  colours: {
    sky: '#e5b75f',
    far: '#c7a04a',
    mid: '#2b8583',
    near: '#e6c9a0',
    dark: '#4a3426',
    accent: '#d9442b',
  },
  scene(s) {
    const { w, c, r } = s;
    const burrow = (x: number, y: number, size: number, out: boolean) =>
      `<ellipse cx="${x}" cy="${y}" rx="${11 * size}" ry="${3.6 * size}" fill="${c.dark}"/>` +
      (out
        ? `<svg x="${x - 12 * size}" y="${y - 24 * size}" width="${24 * size}" height="${25.5 * size}" viewBox="-12 -14.5 24 25.5">${mole(c)}</svg>`
        : '') +
      path(
        `M${x - 13 * size} ${y}a${13 * size} ${5 * size} 0 0 0 ${26 * size} 0l-2 0a${11 * size} ${3.6 * size} 0 0 1 ${-22 * size} 0z`,
        c.far,
      );
    return (
      backdrop(s, c.sky) +
      disc(w * 0.8, 16, 9, c.accent) +
      hills(s, 42, 14, 40, c.mid) +
      rect(0, 41, w, 60, c.far) +
      rect(0, 46, w, 60, '#d6ac4f') +
      [54, 72, 93]
        .map((y, row) =>
          many(w / (24 + row * 6) + 1, (index) =>
            burrow(
              w / 2 +
                (index - Math.floor(w / (24 + row * 6) / 2)) * (26 + row * 7) +
                (row % 2 ? 13 : 0),
              y,
              0.75 + row * 0.2,
              r() < 0.42,
            ),
          ),
        )
        .join('')
    );
  },
  mark: mole,
};

const bird = (body: string, wing: string, beak: string) =>
  path('M-9 1Q-2-6 5-2Q8-5 9-1Q6 6-2 6Q-7 5-9 1z', body) +
  path('M-3 0Q-6-10 2-9Q3-3 2 1z', wing) +
  shape(
    [
      [9, -2],
      [12, -0.6],
      [8.6, 0.4],
    ],
    beak,
  ) +
  disc(6.4, -1.4, 0.7, beak);

export const birdShooting: Art = {
  colours: {
    sky: '#bfe0dc',
    far: '#8fc5c0',
    mid: '#f6f1e6',
    near: '#105c5c',
    dark: '#1e1b16',
    accent: '#d9442b',
  },
  scene(s) {
    const { w, c, r } = s;
    return (
      backdrop(s, c.sky) +
      halftone(s, 62, 5, c.far) +
      many(w / 16, () =>
        place(
          bird(c.mid, c.near, c.accent),
          w * r(),
          8 + 74 * r(),
          0.5 + 0.5 * r(),
          -14 + 20 * r(),
        ),
      ) +
      ring(w / 2, 48, 21, 1.6, c.dark) +
      ring(w / 2, 48, 12, 1, c.dark) +
      rect(w / 2 - 0.5, 20, 1, 56, c.dark) +
      rect(w / 2 - 28, 47.5, 56, 1, c.dark) +
      place(bird(c.accent, c.dark, c.dark), w / 2, 48, 1.25, -8)
    );
  },
  mark: (c) =>
    ring(0, 0, 8, 1.6, c.dark) +
    rect(-10, -0.6, 20, 1.2, c.dark) +
    rect(-0.6, -10, 1.2, 20, c.dark) +
    disc(0, 0, 3.4, c.accent),
};

export const connectFour: Art = {
  colours: {
    sky: '#f6f1e6',
    far: '#e6dcc8',
    mid: '#105c5c',
    near: '#f0b429',
    dark: '#0c4747',
    accent: '#d9442b',
  },
  scene(s) {
    const { w, c, r } = s;
    const [columns, rows, step] = [8, 6, Math.min(11.5, w / 9)];
    const [left, top] = [w / 2 - (columns * step) / 2, 96 - rows * step];
    const heights = [1, 3, 2, 5, 4, 3, 1, 2];
    return (
      backdrop(s, c.sky) +
      many(w / 10, (index) => rect(index * 10, 0, 0.3, 100, c.far)) +
      disc(left + 4.5 * step, top - step * 1.1, step * 0.42, c.accent) +
      `<rect x="${left - 3}" y="${top - 2}" width="${columns * step + 6}" height="${rows * step + 10}" rx="3" fill="${c.mid}"/>` +
      many(columns * rows, (index) => {
        const [column, row] = [index % columns, Math.floor(index / columns)];
        const filled = rows - row <= (heights[column] ?? 0);
        const line = filled && column - 2 === rows - 1 - row - 0 && column >= 2 && column <= 5;
        const fill = filled ? (line || r() < 0.5 ? c.accent : c.near) : c.dark;
        return (
          disc(left + (column + 0.5) * step, top + (row + 0.5) * step + 1, step * 0.4, fill) +
          (line
            ? ring(
                left + (column + 0.5) * step,
                top + (row + 0.5) * step + 1,
                step * 0.24,
                0.8,
                c.sky,
              )
            : '')
        );
      })
    );
  },
  mark: (c) =>
    `<rect x="-9.5" y="-9.5" width="19" height="19" rx="2.5" fill="${c.mid}"/>` +
    disc(-4.4, -4.4, 3.4, c.near) +
    disc(4.4, -4.4, 3.4, c.dark) +
    disc(-4.4, 4.4, 3.4, c.accent) +
    disc(4.4, 4.4, 3.4, c.near),
};

const reeds = ({ w, r }: Sheet, colour: string, head: string) =>
  many(w / 3, () => {
    const [x, tall, lean] = [w * r(), 14 + 24 * r(), -4 + 8 * r()];
    return (
      stroke(`M${x} 102Q${x} ${100 - tall / 2} ${x + lean} ${100 - tall}`, colour, 0.9) +
      place(`<ellipse rx="1" ry="3.4" fill="${head}"/>`, x + lean, 99 - tall, 1, lean * 4)
    );
  });

export const birdShooter: Art = {
  colours: {
    sky: '#f3c9a5',
    far: '#e9956b',
    mid: '#2b8583',
    near: '#105c5c',
    dark: '#2a2118',
    accent: '#d9442b',
  },
  scene(s) {
    const { w, c } = s;
    return (
      backdrop(s, c.sky) +
      disc(w * 0.66, 52, 22, c.accent) +
      many(5, (index) => rect(0, 56 + index * 4, w, 0.6 + index * 0.35, c.far)) +
      hills(s, 78, 16, 44, c.mid) +
      hills(s, 88, 10, 30, c.near) +
      many(9, (index) => {
        const side = index - 4;
        return place(
          bird(c.dark, c.dark, c.dark),
          w * 0.46 + Math.abs(side) * -7 + 16,
          30 + side * 5.4,
          0.5 - Math.abs(side) * 0.035,
        );
      }) +
      reeds(s, c.dark, c.dark) +
      fir(w * 0.06, 101, 46, c.dark)
    );
  },
  mark: (c) => bird(c.dark, c.accent, c.dark),
};

const cross = (colour: string) => stroke('M-6-6 6 6M6-6-6 6', colour, 3.4);

export const ticTacToe: Art = {
  colours: {
    sky: '#f6f1e6',
    far: '#e6dcc8',
    mid: '#105c5c',
    near: '#d9442b',
    dark: '#1e1b16',
    accent: '#d9442b',
  },
  scene(s) {
    const { w, c } = s;
    const [x, y, step] = [w / 2, 50, Math.min(27, w / 3.1)];
    const signs = ['x', 'o', 'x', '', 'x', 'o', 'o', '', 'x'];
    return (
      backdrop(s, c.sky) +
      many(w / 5 + 1, (index) => rect(index * 5, 0, 0.15, 100, c.far)) +
      many(21, (index) => rect(0, index * 5, w, 0.15, c.far)) +
      [-0.5, 0.5]
        .map(
          (at) =>
            rect(x + at * step - 0.9, y - step * 1.45, 1.8, step * 2.9, c.dark) +
            rect(x - step * 1.45, y + at * step - 0.9, step * 2.9, 1.8, c.dark),
        )
        .join('') +
      signs
        .map((sign, index) =>
          place(
            sign === 'x' ? cross(c.near) : sign === 'o' ? ring(0, 0, 6.2, 3.4, c.mid) : '',
            x + ((index % 3) - 1) * step,
            y + (Math.floor(index / 3) - 1) * step,
            step / 22,
          ),
        )
        .join('') +
      stroke(
        `M${x - step * 1.42} ${y - step * 1.42}L${x + step * 1.42} ${y + step * 1.42}`,
        c.dark,
        1.2,
      )
    );
  },
  mark: (c) =>
    place(cross(c.near), -4.5, -4.5, 0.55) +
    ring(5, 5, 3.4, 2, c.mid) +
    rect(-10, -0.4, 20, 0.8, c.dark) +
    rect(-0.4, -10, 0.8, 20, c.dark),
};
