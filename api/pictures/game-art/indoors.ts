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
  type Sheet,
  shape,
  stroke,
} from './paint.ts';
import { backdrop, box, gear, halftone, hills, skyline, stars } from './places.ts';

/** Cities, caves, boards and machines. */

const arch = (x: number, y: number, wide: number, tall: number, fill: string) =>
  path(
    `M${x - wide / 2} ${y}V${y - tall + wide / 2}a${wide / 2} ${wide / 2} 0 0 1 ${wide} 0V${y}z`,
    fill,
  );

export const hollowKnight: Art = {
  colours: {
    sky: '#8fb5c4',
    far: '#5c8799',
    mid: '#365b6e',
    near: '#1d3745',
    dark: '#0f1f2a',
    accent: '#f0b429',
  },
  scene(s) {
    const { w, c, r } = s;
    const x = w / 2;
    const teeth = (base: number, fill: string) =>
      many(w / 7 + 2, (index) => {
        const at = index * 7 - 5 * r();
        return shape(
          [
            [at, -1],
            [at + 8, -1],
            [at + 4 + 2 * r(), base * (0.4 + 0.6 * r())],
          ],
          fill,
        );
      });
    return (
      backdrop(s, c.sky) +
      disc(x, 48, 30, '#b7d3da') +
      disc(x, 48, 20, '#d9e8e6') +
      many(4, (index) => arch(x + (index - 1.5) * 26, 90, 15, 46, c.far)) +
      many(5, (index) => arch(x + (index - 2) * 34, 96, 20, 36, c.mid)) +
      teeth(46, c.near) +
      teeth(30, c.dark) +
      path(`M-2 101V86Q${x * 0.5} 78 ${x} 82T${w + 2} 84V101z`, c.dark) +
      many(14, () => disc(w * r(), 20 + 56 * r(), 0.7, c.accent)) +
      rect(x - 0.3, 50, 0.6, 12, c.dark) +
      path(`M${x - 4} 62h8l1.6 9h-11.2z`, c.accent) +
      rect(x - 5.6, 71, 11.2, 1.6, c.dark) +
      shape(
        [
          [x - 5, 62],
          [x, 57],
          [x + 5, 62],
        ],
        c.dark,
      ) +
      place(
        `<ellipse rx="5.4" ry="4" fill="#f6f1e6"/>` +
          rect(-0.3, -4, 0.6, 8, c.dark) +
          disc(6, -1.4, 2.4, c.dark) +
          stroke('M7.6-3q2-1 2.4-3.4M-3 3.6l-1.4 3M0 4v3.2M3 3.6l1.4 3', c.dark, 0.7),
        x + 18,
        78,
      )
    );
  },
  mark: (c) =>
    path('M-5-3h10l2 9H-7z', c.accent) +
    rect(-8, 6, 16, 2, c.dark) +
    shape(
      [
        [-6, -3],
        [0, -9],
        [6, -3],
      ],
      c.dark,
    ) +
    disc(0, 2, 2.4, '#fff'),
};

export const hades: Art = {
  colours: {
    sky: '#3b1424',
    far: '#6d1f2c',
    mid: '#a92f2b',
    near: '#e9563c',
    dark: '#1b0a13',
    accent: '#f0b429',
  },
  scene(s) {
    const { w, c, r } = s;
    const x = w / 2;
    const column = (at: number, wide: number) =>
      rect(at - wide / 2, 14, wide, 74, c.dark) +
      many(3, (index) =>
        rect(at - wide / 2 + (index + 0.6) * (wide / 3.6), 18, wide / 9, 66, c.far),
      ) +
      rect(at - wide * 0.75, 10, wide * 1.5, 5, c.dark) +
      rect(at - wide * 0.75, 86, wide * 1.5, 6, c.dark);
    const flame = (at: number, y: number, size: number) =>
      place(
        path('M0 0C-7-2-6-10-1-16C-1-11 4-12 4-7C7-5 5-1 0 0z', c.near) +
          path('M0 0C-3.6-1-3-5-.4-8C0-5.6 2.6-5.4 2-2.6Q1.6-.4 0 0z', c.accent),
        at,
        y,
        size,
      );
    return (
      backdrop(s, c.sky) +
      many(7, (index) => ring(x, 50, 44 - index * 6, 2.4, index % 2 ? c.far : c.sky)) +
      disc(x, 50, 15, c.mid) +
      disc(x, 50, 10, c.accent) +
      column(x - 30, 9) +
      column(x + 30, 9) +
      column(x - 62, 11) +
      column(x + 62, 11) +
      many(w / 6 + 1, (index) => flame(index * 6, 101, 0.8 + 0.9 * r())) +
      rect(0, 98, w, 4, c.accent) +
      place(laurel(c.dark), x, 50, 1.2)
    );
  },
  mark: (c) => disc(0, 0, 9, c.mid) + place(laurel(c.accent), 0, 0, 0.62),
};

const laurel = (fill: string) =>
  many(14, (index) => {
    const side = index < 7 ? 1 : -1;
    const step = index % 7;
    const [px, py] = around(0, 0, 11, 28, side * (13 - step * 1.7));
    return place(path('M0 0Q2-3 0-6Q-2-3 0 0z', fill), px, py, 0.9, side * (150 - step * 24));
  });

export const intoTheBreach: Art = {
  colours: {
    sky: '#2a2433',
    far: '#463b52',
    mid: '#8b6b4f',
    near: '#d8b98a',
    dark: '#f6f1e6',
    accent: '#e9563c',
  },
  scene(s) {
    const { w, c, r } = s;
    const [x, side] = [w / 2, Math.min(11, w / 8.5)];
    let drawn = '';
    for (let row = 0; row < 8; row += 1)
      for (let column = 0; column < 8; column += 1) {
        const [px, py] = [
          x + (column - row) * side * 0.866,
          26 + (column + row) * side * 0.5 - side * 3 + 30,
        ];
        const kind = r();
        drawn +=
          kind < 0.12
            ? box(px, py, side, 3, ['#2b8583', '#105c5c', '#0c4747'])
            : box(px, py, side, 3, [(row + column) % 2 ? c.near : '#c9a877', c.mid, '#6d5340']);
        if (kind > 0.86)
          drawn += box(px, py - 3 - side * 0.2, side * 0.6, 5 + 9 * r(), [
            c.dark,
            '#cfc4b4',
            '#a39785',
          ]);
        if (kind > 0.8 && kind < 0.86)
          drawn +=
            shape(
              [
                [px, py - 22],
                [px + side * 0.5, py - 5],
                [px - side * 0.5, py - 5],
              ],
              c.accent,
            ) +
            shape(
              [
                [px, py - 22],
                [px + side * 0.5, py - 5],
                [px, py - 3],
              ],
              '#a92f2b',
            );
      }
    return backdrop(s, c.sky) + stars(s, w / 2, c.far, 100) + drawn;
  },
  mark: (c) =>
    box(0, 9, 10, 4, [c.near, c.mid, '#6d5340']) +
    shape(
      [
        [0, -10],
        [5, 4],
        [-5, 4],
      ],
      c.accent,
    ) +
    shape(
      [
        [0, -10],
        [5, 4],
        [0, 5.6],
      ],
      '#a92f2b',
    ),
};

export const babaIsYou: Art = {
  colours: {
    sky: '#171a2c',
    far: '#242a45',
    mid: '#5f9dd1',
    near: '#f6f1e6',
    dark: '#d9396a',
    accent: '#e5b75f',
  },
  scene(s) {
    const { w, c, r } = s;
    const step = 12.5;
    const tile = (x: number, y: number, fill: string, sign: number) =>
      `<rect x="${x + 0.7}" y="${y + 0.7}" width="11.1" height="11.1" rx="1.4" fill="${fill}"/>` +
      place(
        [
          ring(0, 0, 2.6, 1.3, c.sky),
          rect(-3.2, -0.8, 6.4, 1.6, c.sky) +
            rect(-3.2, -3.2, 6.4, 1.6, c.sky) +
            rect(-3.2, 1.6, 6.4, 1.6, c.sky),
          shape(
            [
              [0, -3.6],
              [3.4, 3],
              [-3.4, 3],
            ],
            c.sky,
          ),
          stroke('M-3-3 3 3M3-3-3 3', c.sky, 1.4),
        ][sign % 4] ?? '',
        x + 6.25,
        y + 6.25,
      );
    const creature = (x: number, y: number) =>
      place(
        path('M-6 4q-1-8 2-8l-1-4 3 3h4l3-3-1 4q3 1 2 8z', c.near) +
          rect(-5, 4, 2, 3, c.near) +
          rect(3, 4, 2, 3, c.near) +
          disc(-1.4, -0.4, 0.9, c.sky) +
          disc(2.6, -0.4, 0.9, c.sky),
        x,
        y,
        0.8,
      );
    const columns = Math.ceil(w / step);
    const cells = many(columns * 8, (index) => {
      const [cx, cy] = [(index % columns) * step, Math.floor(index / columns) * step];
      const edge = index % columns === 0 || index % columns === columns - 1 || cy < 1 || cy > 86;
      if (edge && r() < 0.8)
        return rect(cx, cy, step, step, c.far) + rect(cx + 1, cy + 1, step - 2, 3, '#2f3658');
      return r() < 0.1 ? disc(cx + 6, cy + 6, 3.4, '#3d7a4e') : '';
    });
    const left = Math.round((w / 2 - 18.75) / step) * step;
    return (
      backdrop(s, c.sky) +
      cells +
      tile(left, 25, c.dark, 0) +
      tile(left + step, 25, c.near, 1) +
      tile(left + 2 * step, 25, c.accent, 2) +
      tile(left + step, 62.5, c.mid, 3) +
      tile(left + step, 75, c.near, 1) +
      creature(left + 6, 56) +
      rect(left + 2 * step + 5, 44, 1, 14, c.near) +
      shape(
        [
          [left + 2 * step + 6, 44],
          [left + 2 * step + 14, 47],
          [left + 2 * step + 6, 50],
        ],
        c.accent,
      )
    );
  },
  mark: (c) =>
    `<rect x="-9" y="-9" width="18" height="18" rx="2.4" fill="${c.dark}"/>` +
    rect(-5, -5.4, 10, 2.6, c.near) +
    rect(-5, -1.3, 10, 2.6, c.near) +
    rect(-5, 2.8, 10, 2.6, c.near),
};

export const halfLife2: Art = {
  colours: {
    sky: '#e9d9b4',
    far: '#c8b48b',
    mid: '#8f8468',
    near: '#57584c',
    dark: '#2b2f2c',
    accent: '#e9773c',
  },
  scene(s) {
    const { w, c } = s;
    const x = w * 0.56;
    return (
      backdrop(s, c.sky) +
      many(4, (index) =>
        shape(
          [
            [x, 8],
            [x + (index - 1.5) * 60 + 9, 101],
            [x + (index - 1.5) * 60 - 9, 101],
          ],
          '#f1e5c8',
        ),
      ) +
      disc(w * 0.22, 30, 9, c.accent) +
      shape(
        [
          [x - 5, 90],
          [x - 3, 4],
          [x + 1, -2],
          [x + 4, 90],
        ],
        c.near,
      ) +
      shape(
        [
          [x + 1, -2],
          [x + 4, 90],
          [x + 7, 90],
          [x + 3.4, 6],
        ],
        c.dark,
      ) +
      many(8, (index) => rect(x - 3, 14 + index * 9, 5, 0.7, c.sky)) +
      ring(x, 24, 12, 0.5, c.mid) +
      skyline(s, 74, 26, c.far) +
      skyline(s, 84, 26, c.mid) +
      skyline(s, 96, 24, c.dark, c.accent) +
      line(
        [
          [0, 60],
          [w * 0.3, 66],
          [w * 0.6, 58],
          [w, 64],
        ],
        c.dark,
        0.35,
      )
    );
  },
  mark: (c) =>
    shape(
      [
        [-5, 10],
        [-2, -10],
        [2, -10],
        [5, 10],
      ],
      c.near,
    ) +
    shape(
      [
        [0, -10],
        [2, -10],
        [5, 10],
        [0, 10],
      ],
      c.dark,
    ) +
    disc(0, -4, 2.6, c.accent),
};

/** A bullet that flies to the left. */
const bullet = (fill: string, foot: string) =>
  path('M-6 0Q-4.4-2.6-1-2.6H3V2.6H-1Q-4.4 2.6-6 0z', fill) + rect(3.6, -2.6, 2, 5.2, foot);

export const superhot: Art = {
  colours: {
    sky: '#12343b',
    far: '#1d5058',
    mid: '#2f7d7f',
    near: '#f0b429',
    dark: '#f6f1e6',
    accent: '#cfaee4',
  },
  scene(s) {
    const { w, c } = s;
    const [x, y] = [w / 2, 46];
    const hand = (turn: number, reach: number, width: number) =>
      place(
        shape(
          [
            [-width, 3],
            [0, -reach],
            [width, 3],
          ],
          c.sky,
        ),
        x,
        y,
        1,
        turn,
      );
    return (
      backdrop(s, c.sky) +
      many(5, (index) => ring(x, y, 37 + index * 10, 1.4, c.far)) +
      disc(x, y, 31, c.near) +
      disc(x, y, 27, c.dark) +
      // As much of the minute as you have moved in.
      path(`M${x} ${y}V${y - 27}A27 27 0 0 1 ${x + 25.4} ${y - 9.2}z`, c.accent) +
      many(12, (index) =>
        place(rect(-0.8, -25, 1.6, index % 3 ? 3 : 5.6, c.sky), x, y, 1, index * 30),
      ) +
      hand(70, 23, 1.5) +
      hand(0, 15, 2) +
      disc(x, y, 3, c.sky) +
      // They hang where they were when you stood still.
      [
        [x - 17, 66, 1.5],
        [x + 4, 79, 1.15],
        [x + 21, 90, 0.85],
        [x + 44, 71, 1],
        [x - 48, 84, 1],
      ]
        .map(([at = 0, height = 0, size = 1]) =>
          place(
            many(9, (index) => disc(11 + index * 4.4, 0, 1.3 - index * 0.12, c.mid)) +
              bullet(c.accent, c.near),
            at,
            height,
            size,
          ),
        )
        .join('')
    );
  },
  mark: (c) => place(bullet(c.accent, c.near), 0, 0, 1.5),
};

export const enterTheGungeon: Art = {
  colours: {
    sky: '#4a2d52',
    far: '#6b3f63',
    mid: '#8f5a5a',
    near: '#e5b75f',
    dark: '#1f1326',
    accent: '#e9563c',
  },
  scene(s) {
    const { w, c } = s;
    const x = w / 2;
    const floor = many(10, (row) =>
      many(w / 10 + 1, (column) =>
        (row + column) % 2 ? rect(column * 10, row * 10, 10, 10, '#52335a') : '',
      ),
    );
    const bullets = many(72, (index) => {
      const band = Math.floor(index / 18);
      const [px, py] = around(x, 50, 16 + band * 11, 18, index + band * 0.5);
      return disc(px, py, 2.1, c.accent) + disc(px - 0.5, py - 0.5, 0.9, '#ffd9c9');
    });
    return (
      backdrop(s, c.sky) +
      floor +
      bullets +
      place(round(c.near, c.accent), x, 50, 1.15) +
      rect(0, 0, w, 6, c.dark) +
      rect(0, 94, w, 8, c.dark) +
      many(w / 8 + 1, (index) => rect(index * 8, 4, 5, 5, c.dark))
    );
  },
  mark: (c) => round(c.near, c.accent),
};

const round = (shell: string, tip: string) =>
  path('M-5 10V-2Q-5-10 0-12Q5-10 5-2V10z', shell) +
  path('M-5-2Q-5-10 0-12Q5-10 5-2z', tip) +
  rect(-6, 8, 12, 3, shell) +
  path('M-2 8V4a2 2 0 0 1 4 0v4z', '#1f1326') +
  rect(-5, 0, 10, 0.9, '#1f1326');

export const factorio: Art = {
  colours: {
    sky: '#c9b48a',
    far: '#b39d72',
    mid: '#6f6a5c',
    near: '#e58b2f',
    dark: '#2c2a26',
    accent: '#d9442b',
  },
  scene(s) {
    const { w, c, r } = s;
    const belt = (y: number, way: 1 | -1) =>
      rect(0, y, w, 9, c.dark) +
      rect(0, y + 0.8, w, 7.4, '#54504a') +
      many(w / 6 + 1, (index) =>
        stroke(`M${index * 6} ${y + 1.6}l${way * 2.6} 2.9l${way * -2.6} 2.9`, c.near, 1),
      ) +
      many(
        w / 9,
        (index) =>
          `<rect x="${index * 9 + 2}" y="${y + (index % 2 ? 1.4 : 5)}" width="2.8" height="2.6" rx="0.7" fill="${index % 3 ? '#c47a4a' : '#8fb5c4'}"/>`,
      );
    return (
      backdrop(s, c.sky) +
      many(50, () => disc(w * r(), 100 * r(), 1 + 2 * r(), c.far)) +
      belt(18, 1) +
      belt(72, -1) +
      many(w / 26 + 1, (index) => {
        const at = index * 26 + 8;
        return (
          `<rect x="${at - 10}" y="32" width="20" height="34" rx="2" fill="${c.mid}"/>` +
          rect(at - 8, 34, 16, 2, c.dark) +
          gear(at, 50, 8, 9, index % 2 ? c.near : '#8fb5c4', c.dark) +
          rect(at - 1, 26, 2, 8, c.near) +
          rect(at - 1, 64, 2, 9, c.near)
        );
      }) +
      belt(88, 1)
    );
  },
  mark: (c) => gear(0, 0, 9.6, 9, c.near, c.dark),
};

export const ageOfEmpires2: Art = {
  colours: {
    sky: '#dfe7d8',
    far: '#a9bf95',
    mid: '#7f9a6a',
    near: '#b9a27c',
    dark: '#5c4a35',
    accent: '#105c5c',
  },
  scene(s) {
    const { w, c } = s;
    const x = w / 2;
    const tower = (at: number, foot: number, wide: number, tall: number) =>
      rect(at - wide / 2, foot - tall, wide, tall, c.near) +
      rect(at, foot - tall, wide / 2, tall, '#9c8661') +
      many(4, (index) =>
        rect(
          at - wide * 0.6 + index * wide * 0.33,
          foot - tall - 4,
          wide * 0.2,
          5,
          index > 1 ? '#9c8661' : c.near,
        ),
      ) +
      rect(at - wide * 0.6, foot - tall, wide * 1.2, 1.6, c.dark) +
      rect(at - 0.8, foot - tall * 0.66, 1.6, 5, c.dark) +
      rect(at - 0.3, foot - tall - 15, 0.6, 11, c.dark) +
      shape(
        [
          [at + 0.3, foot - tall - 15],
          [at + 8, foot - tall - 12.6],
          [at + 0.3, foot - tall - 10],
        ],
        at < x ? '#d9442b' : c.accent,
      );
    return (
      backdrop(s, c.sky) +
      disc(w * 0.82, 20, 8, '#f0b429') +
      hills(s, 62, 22, 50, c.far) +
      hills(s, 76, 14, 36, c.mid) +
      rect(x - 34, 54, 68, 30, c.near) +
      many(12, (index) => rect(x - 34 + index * 6, 50, 3.4, 5, c.near)) +
      tower(x - 34, 86, 13, 46) +
      tower(x + 34, 86, 13, 46) +
      tower(x, 80, 18, 54) +
      arch(x, 86, 11, 20, c.dark) +
      many(4, (index) => rect(x - 3.6 + index * 2.4, 70, 0.5, 16, c.near)) +
      path(`M-2 101V86Q${x} 80 ${w + 2} 88V101z`, '#5f7a4e') +
      shape(
        [
          [x - 5, 84],
          [x + 5, 84],
          [x + 14, 101],
          [x - 14, 101],
        ],
        '#cdb88f',
      )
    );
  },
  mark: (c) =>
    rect(-6, -3, 12, 13, c.near) +
    rect(0, -3, 6, 13, '#9c8661') +
    many(3, (index) => rect(-7 + index * 5.2, -7, 3.6, 5, c.near)) +
    arch(0, 10, 5, 8, c.dark) +
    shape(
      [
        [0, -10],
        [0, -15],
        [6, -12.5],
      ],
      '#d9442b',
    ),
};

export const monumentValley: Art = {
  colours: {
    sky: '#f2b9a1',
    far: '#e89a8a',
    mid: '#7fcac5',
    near: '#2b8583',
    dark: '#105c5c',
    accent: '#fdfaf3',
  },
  scene(s) {
    const { w, c } = s;
    const x = w / 2;
    const tone = [c.accent, '#e6c3ae', c.far] as const;
    const teal = [c.mid, c.near, c.dark] as const;
    return (
      backdrop(s, c.sky) +
      disc(x, 40, 30, '#f7d3bf') +
      box(x, 92, 26, 12, teal) +
      box(x, 76, 17, 16, tone) +
      box(x - 17, 78, 8, 34, tone) +
      box(x + 17, 78, 8, 22, teal) +
      many(6, (index) =>
        box(
          x + 13.6 - index * 3.4,
          84 - index * 3.9 + 2,
          4,
          3 + index * 0.2,
          index % 2 ? tone : [c.accent, '#dbb29b', '#d98b7b'],
        ),
      ) +
      box(x, 56, 11, 18, teal) +
      arch(x + 4.6, 54, 4.4, 10, '#0c4747') +
      path(`M${x - 7} 30a7 7 0 0 1 14 0z`, c.accent) +
      path(`M${x} 23a7 7 0 0 1 7 7h-7z`, '#e6c3ae') +
      rect(x - 0.3, 15, 0.6, 9, c.dark) +
      disc(x, 15, 1.2, '#d9442b') +
      shape(
        [
          [x - 17, 30.6],
          [x - 14.6, 39],
          [x - 19.4, 39],
        ],
        '#fff',
      ) +
      disc(x - 17, 30.6, 1.3, c.dark)
    );
  },
  mark: (c) =>
    box(0, 10, 9.6, 7, [c.mid, c.near, c.dark]) +
    path('M-6-1a6 6 0 0 1 12 0z', c.accent) +
    disc(0, -8.6, 1.4, '#d9442b'),
};

export const undertale: Art = {
  colours: {
    sky: '#1d1730',
    far: '#3a2a5e',
    mid: '#653a7c',
    near: '#9b6fb8',
    dark: '#120d1f',
    accent: '#f0c22e',
  },
  scene(s) {
    const { w, c, r } = s;
    const x = w / 2;
    const flower = (at: number, y: number, size: number) =>
      place(
        stroke('M0 0V10', '#3d7a4e', 1.2) +
          many(6, (index) => disc(...around(0, 0, 3, 6, index), 2, c.accent)) +
          disc(0, 0, 1.9, '#fdfaf3'),
        at,
        y,
        size,
      );
    const column = (at: number) =>
      rect(at - 5, 16, 10, 66, c.mid) +
      rect(at + 1, 16, 4, 66, c.far) +
      rect(at - 7, 12, 14, 5, c.near) +
      rect(at - 7, 80, 14, 5, c.near);
    return (
      backdrop(s, c.sky) +
      shape(
        [
          [x - 9, -1],
          [x + 9, -1],
          [x + 30, 90],
          [x - 30, 90],
        ],
        c.far,
      ) +
      shape(
        [
          [x - 4, -1],
          [x + 4, -1],
          [x + 16, 90],
          [x - 16, 90],
        ],
        '#55407f',
      ) +
      column(x - 34) +
      column(x + 34) +
      column(x - 66) +
      column(x + 66) +
      path(`M-2 101V88Q${x} 76 ${w + 2} 88V101z`, c.dark) +
      many(26, () => {
        const at = x + (r() - 0.5) * 46;
        return flower(at, 80 + 10 * r() + Math.abs(at - x) * 0.1, 0.45 + 0.4 * r());
      }) +
      stars(s, 26, c.near, 70)
    );
  },
  mark: (c) =>
    many(6, (index) => disc(...around(0, 0, 5.4, 6, index), 3.6, c.accent)) +
    disc(0, 0, 3.6, '#fdfaf3'),
};

export const discoElysium: Art = {
  colours: {
    sky: '#d8c6a4',
    far: '#b9653f',
    mid: '#3f6f70',
    near: '#7a3328',
    dark: '#1f2423',
    accent: '#e9773c',
  },
  scene(s) {
    const { w, c, r } = s;
    const x = w / 2;
    const strokes = many(40, () => {
      const [px, py, wide] = [w * r(), 100 * r(), 10 + 22 * r()];
      return place(
        rect(
          -wide / 2,
          -2,
          wide,
          2 + 4 * r(),
          [c.far, c.mid, c.sky, '#e5d6b6', c.near][Math.floor(5 * r())] ?? c.far,
        ),
        px,
        py,
        1,
        -24 + 14 * r(),
      );
    });
    const ball = many(9, (row) =>
      many(9, (column) => {
        const [bx, by] = [(column - 4) * 4.4, (row - 4) * 4.4];
        return Math.hypot(bx, by) < 19.5
          ? place(
              rect(
                -1.9,
                -1.9,
                3.8,
                3.8,
                ['#fdfaf3', c.mid, c.accent, '#e5b75f', c.sky][Math.floor(5 * r())] ?? c.mid,
              ),
              x + bx,
              40 + by,
            )
          : '';
      }),
    );
    return (
      backdrop(s, c.sky) +
      strokes +
      rect(x - 0.5, -1, 1, 22, c.dark) +
      disc(x, 40, 22, c.dark) +
      ball +
      many(7, (index) => {
        const at = (index * w) / 6 - 4;
        const tall = 14 + 20 * r();
        return (
          shape(
            [
              [at - 7, 101],
              [at - 6, 101 - tall],
              [at + 6, 98 - tall],
              [at + 9, 101],
            ],
            index % 2 ? c.dark : '#2b3231',
          ) + rect(at - 2, 101 - tall + 6, 2, 3, c.accent)
        );
      })
    );
  },
  mark: (c) =>
    disc(0, 0, 9.6, c.dark) +
    many(25, (index) => {
      const [bx, by] = [((index % 5) - 2) * 3.4, (Math.floor(index / 5) - 2) * 3.4];
      return Math.hypot(bx, by) < 8
        ? rect(bx - 1.4, by - 1.4, 2.8, 2.8, [c.accent, '#fdfaf3', c.mid][index % 3] ?? '')
        : '';
    }),
};

const halfPitch = ({ w, c }: Sheet) =>
  many(w / 12 + 1, (index) => (index % 2 ? rect(index * 12, 0, 12, 101, c.mid) : '')) +
  ring(w / 2, 50, 15, 0.8, c.dark) +
  rect(w / 2 - 0.4, 0, 0.8, 101, c.dark) +
  disc(w / 2, 50, 1.2, c.dark) +
  [0, 1]
    .map(
      (side) =>
        `<rect x="${side ? w - 22 : -1}" y="22" width="23" height="56" fill="none" stroke="${c.dark}" stroke-width="0.8"/><rect x="${side ? w - 9 : -1}" y="36" width="10" height="28" fill="none" stroke="${c.dark}" stroke-width="0.8"/>`,
    )
    .join('');

export const footballManager2024: Art = {
  colours: {
    sky: '#2b7a5b',
    far: '#226349',
    mid: '#318565',
    near: '#e5b75f',
    dark: '#f6f1e6',
    accent: '#e9563c',
  },
  scene(s) {
    const { w, c } = s;
    const spots: Point[] = [
      [0.1, 0.5],
      [0.26, 0.2],
      [0.23, 0.4],
      [0.23, 0.6],
      [0.26, 0.8],
      [0.4, 0.34],
      [0.37, 0.55],
      [0.42, 0.74],
      [0.58, 0.22],
      [0.62, 0.5],
      [0.58, 0.8],
    ];
    const arrow = (from: Point, to: Point, bend: number) =>
      stroke(
        `M${from[0]} ${from[1]}Q${(from[0] + to[0]) / 2} ${(from[1] + to[1]) / 2 + bend} ${to[0]} ${to[1]}`,
        c.near,
        1.1,
        'stroke-dasharray="3 2"',
      ) + disc(to[0], to[1], 1.8, c.near);
    return (
      backdrop(s, c.sky) +
      halfPitch(s) +
      arrow([w * 0.4, 34], [w * 0.72, 22], -12) +
      arrow([w * 0.62, 50], [w * 0.86, 46], 8) +
      arrow([w * 0.42, 74], [w * 0.66, 66], 10) +
      spots
        .map(
          ([px, py]) => disc(px * w, py * 100, 3.6, c.accent) + disc(px * w, py * 100, 1.5, c.dark),
        )
        .join('') +
      spots.map(([px, py]) => ring((1 - px * 0.9) * w, py * 100 + 4, 3, 1.2, c.dark)).join('')
    );
  },
  mark: (c) =>
    disc(0, 0, 9.4, c.dark) +
    shape(
      Array.from({ length: 5 }, (_, index): Point => around(0, 0, 4, 5, index)),
      '#1e1b16',
    ) +
    many(5, (index) =>
      line([around(0, 0, 4, 5, index), around(0, 0, 9.4, 5, index)], '#1e1b16', 0.9),
    ),
};

export const proSkater: Art = {
  colours: {
    sky: '#f0e2c8',
    far: '#e3c69a',
    mid: '#2b8583',
    near: '#105c5c',
    dark: '#1e1b16',
    accent: '#d9442b',
  },
  scene(s) {
    const { w, c } = s;
    const x = w / 2;
    return (
      backdrop(s, c.sky) +
      disc(w * 0.3, 34, 22, c.accent) +
      halftone(s, 60, 5, c.far, 0.5) +
      skyline(s, 70, 22, c.far) +
      path(
        `M-2 101V46H${x - 56}Q${x - 40} 92 ${x - 6} 92H${x + 10}Q${x + 44} 92 ${x + 58} 40H${w + 2}V101z`,
        c.mid,
      ) +
      path(
        `M-2 101V54H${x - 60}Q${x - 42} 98 ${x - 6} 98H${x + 10}Q${x + 48} 98 ${x + 62} 50H${w + 2}V101z`,
        c.near,
      ) +
      rect(x + 57, 38, w, 2, c.dark) +
      rect(0, 44, Math.max(0, x - 55), 2, c.dark) +
      many(5, (index) => stroke(`M${x - 26 + index * 6} ${74 - index * 9}q5-2 7-8`, c.dark, 0.6)) +
      place(
        `<rect x="-13" y="-1.4" width="26" height="2.8" rx="1.4" fill="${c.dark}"/>` +
          disc(-8, 3, 2.2, c.accent) +
          disc(8, 3, 2.2, c.accent) +
          rect(-12, -2.4, 24, 1, c.accent),
        x + 14,
        27,
        1.3,
        -28,
      )
    );
  },
  mark: (c) =>
    place(
      `<rect x="-10" y="-2" width="20" height="3" rx="1.5" fill="${c.dark}"/>` +
        disc(-6, 3.4, 2.2, c.accent) +
        disc(6, 3.4, 2.2, c.accent),
      0,
      0,
      1,
      -18,
    ),
};

export const marioKart8: Art = {
  colours: {
    sky: '#aee0ee',
    far: '#7cc6a2',
    mid: '#f0b429',
    near: '#d9442b',
    dark: '#26304d',
    accent: '#fdfaf3',
  },
  scene(s) {
    const { w, c } = s;
    const x = w / 2;
    const loop = `M${-4} 92C${x - 20} 92 ${x + 50} 88 ${x + 34} 50S${x - 40} 10 ${x - 30} 46S${x + 30} 80 ${w + 4} 60`;
    return (
      backdrop(s, c.sky) +
      many(5, (index) =>
        place(
          disc(0, 0, 5, c.accent) + disc(6, 1, 4, c.accent) + disc(-6, 1.4, 3.6, c.accent),
          w * (0.1 + index * 0.22),
          12 + (index % 2) * 12,
          0.8,
        ),
      ) +
      hills(s, 84, 20, 40, c.far) +
      stroke(loop, c.near, 15) +
      stroke(loop, c.accent, 15, 'stroke-dasharray="4 4"') +
      stroke(loop, c.dark, 11.5) +
      stroke(loop, c.mid, 0.9, 'stroke-dasharray="4 4"') +
      place(kart(c), x + 32, 56, 1, -78) +
      place(kart({ ...c, near: '#2b8583' }), x - 8, 90, 1.1, -3)
    );
  },
  mark: (c) =>
    many(16, (index) =>
      rect(
        -8 + (index % 4) * 4,
        -8 + Math.floor(index / 4) * 4,
        4,
        4,
        (index + Math.floor(index / 4)) % 2 ? c.dark : c.accent,
      ),
    ),
};

const kart = (c: Art['colours']) =>
  `<rect x="-6" y="-3" width="12" height="6" rx="2" fill="${c.near}"/>` +
  rect(-5.4, -4.8, 3.4, 2.2, '#111') +
  rect(-5.4, 2.6, 3.4, 2.2, '#111') +
  rect(2, -4.8, 3.4, 2.2, '#111') +
  rect(2, 2.6, 3.4, 2.2, '#111') +
  disc(-0.6, 0, 2, c.accent);

export const absoluteDrift: Art = {
  colours: {
    sky: '#f4f1ec',
    far: '#e4ded4',
    mid: '#d9442b',
    near: '#b9b1a4',
    dark: '#1e1b16',
    accent: '#ff6a4d',
  },
  scene(s) {
    const { w, c } = s;
    const x = w / 2;
    const bend = `M${x - 60} 104C${x - 50} 40 ${x + 10} 70 ${x + 20} 34S${x + 60} 10 ${w + 10} 14`;
    return (
      backdrop(s, c.sky) +
      many(9, (index) =>
        box(
          x - 70 + index * 21,
          26 + (index % 3) * 9 - (index > 4 ? 12 : 0),
          7,
          6 + (index % 4) * 4,
          ['#fff', c.far, '#d3ccc0'],
        ),
      ) +
      stroke(bend, c.mid, 32) +
      stroke(bend, '#fff', 32, 'stroke-dasharray="5 5"') +
      stroke(bend, '#dcd5c9', 27) +
      [-4, -1, 3, 6]
        .map((shift) =>
          stroke(
            `M${x - 52 + shift} 104C${x - 44 + shift} 52 ${x + 8 + shift} ${74 + shift} ${x + 16 + shift} 42`,
            c.near,
            1.1,
          ),
        )
        .join('') +
      many(7, (index) => disc(x + 6 - index * 5, 60 + index * 5.4, 3 + index * 0.9, '#f4f1ecaa')) +
      place(
        `<rect x="-8" y="-4.4" width="16" height="8.8" rx="2" fill="${c.mid}"/>` +
          rect(-3.4, -3.6, 7, 7.2, c.dark) +
          rect(5.6, -3.8, 1.4, 7.6, c.accent) +
          rect(-8.6, -4.8, 1.6, 9.6, c.dark),
        x + 17,
        43,
        1.15,
        -112,
      ) +
      box(x + 44, 84, 12, 10, ['#fff', c.far, '#d3ccc0']) +
      box(x + 60, 92, 10, 18, [c.accent, c.mid, '#a92f2b'])
    );
  },
  mark: (c) =>
    stroke('M-9 9Q-8-6 8-8', c.near, 2) +
    stroke('M-4 10Q-3-1 9-3', c.near, 2) +
    place(
      `<rect x="-5" y="-3" width="10" height="6" rx="1.4" fill="${c.mid}"/>` +
        rect(-2, -2.4, 4, 4.8, c.dark),
      4,
      -5,
      1,
      -60,
    ),
};
