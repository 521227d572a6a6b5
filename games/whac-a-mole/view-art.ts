/** Drawings of the garden and its creatures, made of circles and strokes. */
import { drawn, next } from '../kit/random.ts';
import {
  createSprites,
  oval,
  type Palette,
  type Picture,
  type Sprites,
} from '../kit/view/canvas.ts';

/** Size of the field, and of the square around a hole, in units. */
export const FIELD = 300;
export const CELL = 100;
/** Distance of a hole's centre from the top of its square. */
export const HOLE_Y = 78;

export const CREATURE_WIDTH = 64;
export const CREATURE_HEIGHT = 84;

const creature = [CREATURE_WIDTH, CREATURE_HEIGHT] as const;
const sizes = {
  garden: [FIELD, FIELD],
  mound: [CELL, 26],
  mole: creature,
  moleHit: creature,
  ostrich: creature,
  ostrichHit: creature,
  hammer: [56, 56],
  stars: [CELL, 60],
} as const;

function stroke(picture: Picture, width: number, ...points: readonly [number, number][]): void {
  picture.lineWidth = width;
  picture.lineCap = 'round';
  picture.lineJoin = 'round';
  picture.beginPath();
  for (const [x, y] of points) picture.lineTo(x, y);
  picture.stroke();
}

const BLADES = 90;

function paintGarden(picture: Picture, palette: Palette): void {
  picture.fillStyle = '#173029';
  picture.fillRect(0, 0, FIELD, FIELD);
  // Three beds, from far to near.
  for (const [row, shade] of ['#1b3a30', '#1f4438', '#244f41'].entries()) {
    picture.fillStyle = shade;
    oval(picture, FIELD / 2, row * CELL + 170, 300, 150);
  }
  let random = 27;
  picture.strokeStyle = palette.teal;
  picture.globalAlpha = 0.35;
  for (let blade = 0; blade < BLADES; blade++) {
    random = next(random);
    const bits = drawn(random);
    const x = bits % FIELD;
    const y = 16 + ((bits >>> 10) % (FIELD - 20));
    stroke(picture, 1.2, [x - 2, y - 4], [x, y], [x + 2, y - 5]);
  }
  picture.globalAlpha = 1;
  for (let hole = 0; hole < 9; hole++) {
    const x = (hole % 3) * CELL + CELL / 2;
    const y = Math.floor(hole / 3) * CELL + HOLE_Y;
    picture.fillStyle = '#4a3324';
    oval(picture, x, y, 43, 17);
    picture.fillStyle = palette.field;
    oval(picture, x, y - 1, 36, 12);
  }
}

/** Paints the near rim of a hole, in front of its creature. */
function paintMound(picture: Picture): void {
  picture.fillStyle = '#4a3324';
  picture.beginPath();
  picture.ellipse(CELL / 2, 1, 43, 17, 0, 0, Math.PI);
  picture.ellipse(CELL / 2, 0, 36, 12, 0, Math.PI, 0, true);
  picture.fill();
  picture.fillStyle = '#5f4430';
  for (const [x, y] of [
    [22, 9],
    [38, 14],
    [58, 15],
    [77, 10],
  ] as const)
    oval(picture, x, y, 3.4, 2);
}

function paintEyes(
  picture: Picture,
  isHit: boolean,
  palette: Palette,
  eyes: readonly (readonly [number, number])[],
): void {
  for (const [x, y] of eyes) {
    if (isHit) {
      picture.strokeStyle = palette.field;
      stroke(picture, 2.4, [x - 4, y - 4], [x + 4, y + 4]);
      stroke(picture, 2.4, [x + 4, y - 4], [x - 4, y + 4]);
      continue;
    }
    picture.fillStyle = palette.ink;
    oval(picture, x, y, 5);
    picture.fillStyle = palette.field;
    oval(picture, x + 0.5, y + 0.5, 2.6);
  }
}

function paintMole(picture: Picture, palette: Palette, isHit: boolean): void {
  picture.fillStyle = palette.ochre;
  picture.beginPath();
  picture.roundRect(8, 24, 48, 70, 24);
  picture.fill();
  picture.fillStyle = '#ffd98a';
  oval(picture, 32, 64, 15, 20);
  paintEyes(picture, isHit, palette, [
    [22, 42],
    [42, 42],
  ]);
  picture.fillStyle = palette.rose;
  oval(picture, 32, 52, 6, 4.5);
  picture.strokeStyle = palette.field;
  stroke(picture, 1.3, [12, 52], [2, 49]);
  stroke(picture, 1.3, [12, 56], [3, 58]);
  stroke(picture, 1.3, [52, 52], [62, 49]);
  stroke(picture, 1.3, [52, 56], [61, 58]);
  picture.fillStyle = palette.ink;
  picture.fillRect(28.5, 57, 3.2, 5);
  picture.fillRect(32.3, 57, 3.2, 5);
}

function paintOstrich(picture: Picture, palette: Palette, isHit: boolean): void {
  picture.strokeStyle = palette.rose;
  if (isHit) stroke(picture, 11, [32, 84], [40, 62], [28, 44], [32, 26]);
  else stroke(picture, 11, [32, 84], [30, 26]);
  picture.fillStyle = palette.soft;
  oval(picture, 32, 84, 27, 16);
  picture.fillStyle = palette.rose;
  oval(picture, 30, 20, 14, 12);
  picture.fillStyle = palette.vermilion;
  picture.beginPath();
  picture.moveTo(40, 16);
  picture.lineTo(60, 22);
  picture.lineTo(40, 28);
  picture.fill();
  picture.strokeStyle = palette.ink;
  stroke(picture, 2, [24, 9], [20, 1]);
  stroke(picture, 2, [29, 8], [29, 0]);
  stroke(picture, 2, [34, 9], [38, 2]);
  paintEyes(picture, isHit, palette, [[30, 18]]);
}

function paintHammer(picture: Picture, palette: Palette): void {
  picture.strokeStyle = '#c9a36b';
  stroke(picture, 7, [50, 50], [24, 24]);
  picture.translate(22, 22);
  picture.rotate(-Math.PI / 4);
  picture.fillStyle = palette.vermilion;
  picture.beginPath();
  picture.roundRect(-9, -20, 18, 40, 4);
  picture.fill();
  picture.fillStyle = palette.ink;
  picture.fillRect(-9, -15, 18, 3);
  picture.fillRect(-9, 12, 18, 3);
}

function paintStars(picture: Picture, palette: Palette): void {
  picture.fillStyle = palette.lime;
  for (const [x, y, size] of [
    [14, 30, 6],
    [34, 10, 8],
    [66, 10, 8],
    [86, 30, 6],
  ] as const) {
    picture.beginPath();
    for (let point = 0; point < 10; point++) {
      const angle = (point * Math.PI) / 5;
      const radius = point % 2 === 0 ? size : size / 2.4;
      picture.lineTo(x + radius * Math.sin(angle), y - radius * Math.cos(angle));
    }
    picture.fill();
  }
}

/** Sprites of the garden in the current colours. */
export type Art = Sprites<keyof typeof sizes>;

/** Creates the sprites; each is painted when it is first needed. */
export function createArt(palette: () => Palette): Art {
  return createSprites(sizes, palette, (picture, name, colours) => {
    switch (name) {
      case 'garden':
        return paintGarden(picture, colours);
      case 'mound':
        return paintMound(picture);
      case 'mole':
      case 'moleHit':
        return paintMole(picture, colours, name === 'moleHit');
      case 'ostrich':
      case 'ostrichHit':
        return paintOstrich(picture, colours, name === 'ostrichHit');
      case 'hammer':
        return paintHammer(picture, colours);
      case 'stars':
        return paintStars(picture, colours);
    }
  });
}
