import {
  type Art,
  around,
  disc,
  line,
  many,
  type Point,
  path,
  place,
  rect,
  ring,
  shape,
  stroke,
} from './paint.ts';
import { backdrop, fir, forest, halftone, hills, ridges, stars } from './places.ts';

/** Mountains, deserts, woods and fields. */

export const celeste: Art = {
  colours: {
    sky: '#f4d8d2',
    far: '#d3a7c4',
    mid: '#7a6aa8',
    near: '#3f3b73',
    dark: '#fdfaf3',
    accent: '#e9563c',
  },
  scene(s) {
    const { w, c } = s;
    const peak: Point[] = [
      [w / 2, 12],
      [w / 2 + 34, 101],
      [w / 2 - 36, 101],
    ];
    return (
      backdrop(s, c.sky) +
      disc(w * 0.74, 26, 12, c.accent) +
      ridges(s, 74, 34, 24, c.far, c.dark) +
      ridges(s, 88, 30, 20, c.mid) +
      shape(peak, c.near) +
      shape(
        [
          [w / 2, 12],
          [w / 2 + 9.5, 37],
          [w / 2 + 3, 33],
          [w / 2 - 2, 42],
          [w / 2 - 6, 34],
          [w / 2 - 12, 42],
        ],
        c.dark,
      ) +
      rect(w / 2 - 0.4, 2, 0.8, 11, c.near) +
      shape(
        [
          [w / 2 + 0.3, 2],
          [w / 2 + 8, 4.6],
          [w / 2 + 0.3, 7.4],
        ],
        c.accent,
      ) +
      halftone(s, 86, 3.4, c.dark, 0.5)
    );
  },
  mark: (c) =>
    shape(
      [
        [0, -9],
        [10, 9],
        [-10, 9],
      ],
      c.near,
    ) +
    shape(
      [
        [0, -9],
        [4, -1.8],
        [1, -2.6],
        [-1, 0.6],
        [-4, -1.8],
      ],
      c.dark,
    ) +
    disc(7, -6, 2.4, c.accent),
};

export const firewatch: Art = {
  colours: {
    sky: '#f7c46c',
    far: '#ee8f4a',
    mid: '#cf5a33',
    near: '#8a2f2a',
    dark: '#3a1a20',
    accent: '#fff1d0',
  },
  scene(s) {
    const { w, c } = s;
    const x = w * 0.62;
    return (
      backdrop(s, c.sky) +
      disc(w * 0.36, 36, 13, c.accent) +
      ridges(s, 60, 22, 30, c.far) +
      forest(s, 68, 14, 7, c.mid) +
      forest(s, 80, 18, 8, c.near) +
      line(
        [
          [x - 6, 84],
          [x - 3.4, 42],
        ],
        c.dark,
        1,
      ) +
      line(
        [
          [x + 6, 84],
          [x + 3.4, 42],
        ],
        c.dark,
        1,
      ) +
      line(
        [
          [x - 5, 74],
          [x + 4.4, 60],
          [x - 4, 60],
          [x + 3.6, 48],
        ],
        c.dark,
        0.7,
      ) +
      rect(x - 7.5, 41, 15, 1.4, c.dark) +
      rect(x - 5.6, 33, 11.2, 8, c.dark) +
      rect(x - 4.4, 34.6, 3.8, 4, c.accent) +
      rect(x + 0.6, 34.6, 3.8, 4, c.accent) +
      shape(
        [
          [x - 8, 33],
          [x, 27],
          [x + 8, 33],
        ],
        c.dark,
      ) +
      forest(s, 96, 22, 11, c.dark)
    );
  },
  mark: (c) => disc(0, -2, 7, c.accent) + fir(-4, 9, 14, c.dark) + fir(4.6, 9, 11, c.near),
};

export const journey: Art = {
  colours: {
    sky: '#f6e3b8',
    far: '#ecc98a',
    mid: '#dba45c',
    near: '#b96f35',
    dark: '#5c2b21',
    accent: '#c92f2b',
  },
  scene(s) {
    const { w, c } = s;
    const x = w / 2;
    return (
      backdrop(s, c.sky) +
      many(6, (index) => disc(x, 30, 34 - index * 4.6, index % 2 ? c.sky : '#f9ecce')) +
      shape(
        [
          [x - 26, 70],
          [x - 2.4, 22],
          [x - 1, 34],
          [x + 1, 34],
          [x + 2.4, 22],
          [x + 26, 70],
        ],
        c.mid,
      ) +
      shape(
        [
          [x - 1, 34],
          [x + 1, 34],
          [x + 0.4, 24],
          [x - 0.4, 24],
        ],
        '#fff',
      ) +
      shape(
        [
          [x + 2.4, 22],
          [x + 26, 70],
          [x + 6, 70],
        ],
        c.near,
      ) +
      hills(s, 68, 8, 60, c.far) +
      path(`M-2 84Q${x * 0.6} 62 ${x * 1.1} 78T${w + 2} 72V101H-2z`, c.mid) +
      path(`M-2 96Q${x * 0.7} 78 ${x * 1.2} 92T${w + 2} 86V101H-2z`, c.near) +
      shape(
        [
          [x - 18, 88],
          [x - 14.4, 74],
          [x - 12.6, 74],
          [x - 9, 89],
        ],
        c.accent,
      ) +
      disc(x - 13.5, 72.6, 2, c.dark) +
      path(
        `M${x - 13} 75Q${x - 2} 68 ${x + 8} 73Q${x + 18} 78 ${x + 26} 70Q${x + 18} 82 ${x + 7} 76Q${x - 3} 72 ${x - 12} 78z`,
        c.accent,
      )
    );
  },
  mark: (c) =>
    shape(
      [
        [-10, 9],
        [-1, -9],
        [-0.5, -4],
        [0.5, -4],
        [1, -9],
        [10, 9],
      ],
      c.near,
    ) + path('M-8 6Q0-2 8 4Q0 2-8 9z', c.accent),
};

export const lonelyMountainsDownhill: Art = {
  colours: {
    sky: '#d9ecdf',
    far: '#9ccab4',
    mid: '#4f9a86',
    near: '#c98a4b',
    dark: '#20473f',
    accent: '#d9442b',
  },
  scene(s) {
    const { w, c } = s;
    const x = w / 2;
    const trail: Point[] = [
      [x + 2, 26],
      [x - 10, 38],
      [x + 14, 48],
      [x - 18, 62],
      [x + 22, 76],
      [x - 8, 102],
    ];
    return (
      backdrop(s, c.sky) +
      disc(w * 0.2, 22, 8, c.accent) +
      ridges(s, 70, 36, 26, c.far) +
      shape(
        [
          [x + 2, 14],
          [x + 50, 101],
          [x - 50, 101],
        ],
        c.mid,
      ) +
      shape(
        [
          [x + 2, 14],
          [x + 50, 101],
          [x + 10, 101],
          [x - 4, 60],
        ],
        c.dark,
      ) +
      line(trail, c.near, 4.6, 'stroke-linejoin="round"') +
      line(trail, '#e8bd85', 1.4, 'stroke-linejoin="round" stroke-dasharray="3 2"') +
      many(16, (index) =>
        fir(
          x + (index % 2 ? 1 : -1) * (16 + 34 * s.r()),
          62 + 40 * s.r(),
          12,
          index % 3 ? c.dark : '#2f6b5e',
        ),
      ) +
      ring(x + 10, 74.5, 2.6, 0.8, c.accent) +
      ring(x + 17.4, 73, 2.6, 0.8, c.accent) +
      line(
        [
          [x + 10, 74.5],
          [x + 12.6, 70],
          [x + 16, 69.6],
          [x + 17.4, 73],
        ],
        c.accent,
        0.9,
      ) +
      disc(x + 13, 65.6, 1.7, c.accent)
    );
  },
  mark: (c) =>
    ring(-5, 3, 4, 1.5, c.dark) +
    ring(5, 3, 4, 1.5, c.dark) +
    line(
      [
        [-5, 3],
        [-2, -4],
        [4, -4],
        [5, 3],
        [0, 3],
        [-2, -4],
      ],
      c.accent,
      1.5,
      'stroke-linejoin="round"',
    ),
};

export const stardewValley: Art = {
  colours: {
    sky: '#cfe8e2',
    far: '#8cc0a0',
    mid: '#5b9b6b',
    near: '#a9713f',
    dark: '#5a3420',
    accent: '#e9563c',
  },
  scene(s) {
    const { w, c, r } = s;
    const x = w / 2;
    const furrows = many(15, (index) =>
      shape(
        [
          [x + (index - 7) * 3.4 - 0.9, 62],
          [x + (index - 7) * 3.4 + 0.9, 62],
          [x + (index - 7) * 19 + 5, 101],
          [x + (index - 7) * 19 - 5, 101],
        ],
        c.dark,
      ),
    );
    return (
      backdrop(s, c.sky) +
      disc(w * 0.24, 24, 10, '#f0b429') +
      hills(s, 52, 22, 46, c.far) +
      hills(s, 60, 12, 30, c.mid) +
      rect(0, 61, w, 40, c.near) +
      furrows +
      many(60, (index) => {
        const [row, column] = [Math.floor(index / 12), (index % 12) - 6];
        const y = 66 + row * 8;
        return path(`M0 0q-2-3-3-3q1 3 3 3q0-4 0-5q0 1 0 5q2-3 3-3q-1 3-3 3z`, '')
          .replace(
            '<path',
            `<path transform="translate(${x + (column + 0.5) * (3.4 + row * 3.4)} ${y}) scale(${0.7 + row * 0.22})"`,
          )
          .replace('fill=""', `fill="${index % 5 ? '#7cc36a' : c.accent}"`);
      }) +
      rect(x + 14, 42, 22, 20, c.accent) +
      shape(
        [
          [x + 11, 43],
          [x + 17, 32],
          [x + 33, 32],
          [x + 39, 43],
        ],
        c.dark,
      ) +
      rect(x + 21, 49, 8, 13, '#fdfaf3') +
      line(
        [
          [x + 21, 49],
          [x + 29, 62],
        ],
        c.accent,
        0.9,
      ) +
      line(
        [
          [x + 29, 49],
          [x + 21, 62],
        ],
        c.accent,
        0.9,
      ) +
      fir(x - 30, 62, 20 + 3 * r(), c.mid)
    );
  },
  mark: (c) =>
    path('M-7 2Q-7 10 0 10Q7 10 7 2Q5-4 0-4Q-5-4-7 2z', c.accent) +
    path('M0-4Q-6-4-7-10Q0-9 0-4Q0-9 7-10Q6-4 0-4z', c.mid),
};

export const theWitcher3: Art = {
  colours: {
    sky: '#c9d3d0',
    far: '#8fa5a4',
    mid: '#56716f',
    near: '#2d4443',
    dark: '#14211f',
    accent: '#d9442b',
  },
  scene(s) {
    const { w, c } = s;
    const x = w / 2;
    const sword = (turn: number) =>
      place(
        rect(-1.1, -44, 2.2, 60, '#f6f1e6') +
          shape(
            [
              [-1.1, -44],
              [0, -49],
              [1.1, -44],
            ],
            '#f6f1e6',
          ) +
          rect(-7, 16, 14, 2.2, c.dark) +
          rect(-1.2, 18, 2.4, 11, c.dark) +
          disc(0, 30.4, 2.2, c.accent),
        x,
        52,
        0.86,
        turn,
      );
    return (
      backdrop(s, c.sky) +
      disc(x, 44, 27, c.accent) +
      ridges(s, 72, 20, 26, c.far) +
      forest(s, 80, 22, 9, c.mid) +
      sword(32) +
      sword(-32) +
      forest(s, 92, 20, 8, c.near) +
      forest(s, 102, 20, 10, c.dark)
    );
  },
  mark: (c) =>
    disc(0, 0, 8.5, c.accent) +
    place(
      rect(-0.9, -10, 1.8, 15, '#f6f1e6') +
        rect(-3.4, 5, 6.8, 1.4, c.dark) +
        rect(-0.8, 6, 1.6, 4, c.dark),
      0,
      0,
      1,
      34,
    ) +
    place(
      rect(-0.9, -10, 1.8, 15, '#f6f1e6') +
        rect(-3.4, 5, 6.8, 1.4, c.dark) +
        rect(-0.8, 6, 1.6, 4, c.dark),
      0,
      0,
      1,
      -34,
    ),
};

export const artOfRally: Art = {
  colours: {
    sky: '#f1e3c4',
    far: '#e0a96d',
    mid: '#c4713f',
    near: '#7c8f55',
    dark: '#3c4a33',
    accent: '#d9442b',
  },
  scene(s) {
    const { w, c, r } = s;
    const x = w / 2;
    const road = `M${x + 6} 38C${x + 40} 46 ${x + 26} 56 ${x - 4} 60S${x - 40} 78 ${x - 6} 84S${x + 20} 94 ${x + 6} 104`;
    return (
      backdrop(s, c.sky) +
      disc(w * 0.72, 20, 9, c.accent) +
      ridges(s, 42, 18, 24, c.far) +
      rect(0, 38, w, 64, c.near) +
      stroke(road, c.mid, 13) +
      stroke(road, '#d9a06d', 10) +
      stroke(road, '#c4895a', 0.8, 'stroke-dasharray="2 3"') +
      many(26, () => {
        const [tx, ty] = [w * r(), 42 + 58 * r()];
        return Math.abs(tx - x) > 34
          ? disc(tx, ty, 3.4, c.dark) + disc(tx - 0.8, ty - 1, 2.2, '#55693f')
          : '';
      }) +
      place(
        `<rect x="-7" y="-4" width="14" height="8" rx="1.6" fill="${c.accent}"/>` +
          rect(-2.6, -3.2, 5.4, 6.4, '#fdfaf3') +
          rect(-1.4, -3.2, 1, 6.4, c.dark) +
          rect(2.6, -4, 1.2, 8, '#105c5c'),
        x - 8,
        69,
        1,
        -34,
      ) +
      many(5, (index) => disc(x - 1 + index * 3.4, 63 - index * 1.2, 2.4 - index * 0.2, '#ecd3ae'))
    );
  },
  mark: (c) =>
    stroke('M-3-10C10-6 8 0 0 1S-8 7 2 11', c.mid, 5) +
    disc(6, -7, 2.4, c.accent) +
    disc(-6, -3, 2.6, c.dark) +
    disc(7, 6, 2.6, c.dark),
};

export const myst: Art = {
  colours: {
    sky: '#cfe0e4',
    far: '#8fb3bd',
    mid: '#4f8390',
    near: '#2f5a50',
    dark: '#1b3138',
    accent: '#d9442b',
  },
  scene(s) {
    const { w, c } = s;
    const x = w / 2;
    const columns = many(4, (index) => rect(x - 16 + index * 4.6, 42, 2.2, 14, '#fdfaf3'));
    return (
      backdrop(s, c.sky) +
      stars(s, 0, c.far) +
      disc(w * 0.8, 18, 8, '#fdfaf3') +
      many(9, (index) => rect(0, 66 + index * 4, w, 2.2 + index * 0.2, index % 2 ? c.mid : c.far)) +
      rect(0, 66, w, 0.6, c.mid) +
      path(`M${x - 46} 74Q${x - 30} 56 ${x - 4} 56T${x + 46} 74z`, c.near) +
      columns +
      shape(
        [
          [x - 18, 42],
          [x - 8, 35],
          [x + 2, 42],
        ],
        '#fdfaf3',
      ) +
      rect(x - 18, 55, 20, 2, '#e6dcc8') +
      path(`M${x + 12} 58v-10a7 7 0 0 1 14 0v12z`, c.dark) +
      path(`M${x + 12} 48a7 7 0 0 1 14 0z`, c.accent) +
      fir(x + 34, 68, 18, c.dark) +
      fir(x - 32, 68, 22, c.dark) +
      fir(x - 26, 66, 16, c.dark) +
      shape(
        [
          [x - 3, 95],
          [x + 18, 90],
          [x + 18, 80],
          [x - 3, 85],
        ],
        c.accent,
      ) +
      shape(
        [
          [x - 3, 95],
          [x - 24, 90],
          [x - 24, 80],
          [x - 3, 85],
        ],
        '#fdfaf3',
      ) +
      shape(
        [
          [x + 2, 91],
          [x + 14, 88],
          [x + 14, 83.4],
          [x + 2, 86.4],
        ],
        c.dark,
      )
    );
  },
  mark: (c) =>
    shape(
      [
        [0, 8],
        [9, 5],
        [9, -7],
        [0, -4],
      ],
      c.accent,
    ) +
    shape(
      [
        [0, 8],
        [-9, 5],
        [-9, -7],
        [0, -4],
      ],
      '#fdfaf3',
    ) +
    shape(
      [
        [2, 1.6],
        [7, 0],
        [7, -3.6],
        [2, -2],
      ],
      c.dark,
    ),
};

export const returnOfTheObraDinn: Art = {
  colours: {
    sky: '#e8e2cf',
    far: '#cfc7ae',
    mid: '#4a4a3c',
    near: '#33332b',
    dark: '#22221d',
    accent: '#d9442b',
  },
  scene(s) {
    const { w, c } = s;
    const x = w / 2;
    const mast = (at: number, tall: number, sails: number) =>
      rect(at - 0.7, 74 - tall, 1.4, tall, c.dark) +
      many(sails, (index) => {
        const [y, half] = [74 - tall + 5 + index * (tall / (sails + 0.5)), 7 + index * 2.6];
        return path(
          `M${at - half} ${y}H${at + half}Q${at + half * 0.75} ${y + 6} ${at + half + 1} ${y + 11}Q${at} ${y + 8} ${at - half - 1} ${y + 11}Q${at - half * 0.75} ${y + 6} ${at - half} ${y}z`,
          index % 2 ? c.near : c.mid,
        );
      });
    return (
      backdrop(s, c.sky) +
      ring(w * 0.78, 22, 9, 0.9, c.dark) +
      disc(w * 0.78, 22, 6.4, c.far) +
      many(11, (row) =>
        many(w / 4, (column) =>
          disc((column + (row % 2) / 2) * 4, 4 + row * 4, Math.max(0.1, 1.1 - row * 0.09), c.far),
        ),
      ) +
      mast(x - 22, 46, 3) +
      mast(x, 60, 4) +
      mast(x + 21, 48, 3) +
      line(
        [
          [x - 38, 66],
          [x - 22, 30],
          [x, 16],
          [x + 21, 28],
          [x + 36, 70],
        ],
        c.dark,
        0.4,
      ) +
      path(
        `M${x - 44} 66L${x - 34} 70H${x + 32}L${x + 38} 65V70Q${x + 34} 84 ${x + 26} 86H${x - 26}Q${x - 36} 80 ${x - 44} 66z`,
        c.dark,
      ) +
      many(9, (index) => rect(x - 28 + index * 6.4, 74, 2.4, 2.4, index === 5 ? c.accent : c.sky)) +
      many(8, (row) =>
        many(w / 5 + 1, (column) =>
          stroke(
            `M${column * 5 - (row % 2) * 2.5} ${85 + row * 2.4}q1.25-1.4 2.5 0t2.5 0`,
            row % 2 ? c.mid : c.dark,
            0.4 + row * 0.13,
          ),
        ),
      )
    );
  },
  mark: (c) =>
    ring(0, 0, 8.6, 1.6, c.dark) +
    rect(-0.6, -6, 1.2, 6.6, c.dark) +
    rect(-0.3, -0.6, 5, 1.2, c.accent) +
    many(12, (index) => disc(...around(0, 0, 6.6, 12, index), 0.5, c.dark)) +
    rect(-1.4, -11, 2.8, 2, c.dark),
};
