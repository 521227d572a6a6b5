/** Drawings of the garden and its creatures, made of circles and strokes. */
import { drawn, next } from '../kit/random.ts';
import {
  createSprites,
  oval,
  type Palette,
  type SpriteContext,
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

function stroke(
  context: SpriteContext,
  width: number,
  ...points: readonly [number, number][]
): void {
  context.lineWidth = width;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.beginPath();
  for (const [x, y] of points) context.lineTo(x, y);
  context.stroke();
}

const BLADES = 90;

function paintGarden(context: SpriteContext, palette: Palette): void {
  context.fillStyle = '#173029';
  context.fillRect(0, 0, FIELD, FIELD);
  // Three beds, from far to near.
  for (const [row, shade] of ['#1b3a30', '#1f4438', '#244f41'].entries()) {
    context.fillStyle = shade;
    oval(context, FIELD / 2, row * CELL + 170, 300, 150);
  }
  let random = 27;
  context.strokeStyle = palette.teal;
  context.globalAlpha = 0.35;
  for (let blade = 0; blade < BLADES; blade++) {
    random = next(random);
    const bits = drawn(random);
    const x = bits % FIELD;
    const y = 16 + ((bits >>> 10) % (FIELD - 20));
    stroke(context, 1.2, [x - 2, y - 4], [x, y], [x + 2, y - 5]);
  }
  context.globalAlpha = 1;
  for (let hole = 0; hole < 9; hole++) {
    const x = (hole % 3) * CELL + CELL / 2;
    const y = Math.floor(hole / 3) * CELL + HOLE_Y;
    context.fillStyle = '#4a3324';
    oval(context, x, y, 43, 17);
    context.fillStyle = palette.field;
    oval(context, x, y - 1, 36, 12);
  }
}

/** Paints the near rim of a hole, in front of its creature. */
function paintMound(context: SpriteContext): void {
  context.fillStyle = '#4a3324';
  context.beginPath();
  context.ellipse(CELL / 2, 1, 43, 17, 0, 0, Math.PI);
  context.ellipse(CELL / 2, 0, 36, 12, 0, Math.PI, 0, true);
  context.fill();
  context.fillStyle = '#5f4430';
  for (const [x, y] of [
    [22, 9],
    [38, 14],
    [58, 15],
    [77, 10],
  ] as const)
    oval(context, x, y, 3.4, 2);
}

function paintEyes(
  context: SpriteContext,
  isHit: boolean,
  palette: Palette,
  eyes: readonly (readonly [number, number])[],
): void {
  for (const [x, y] of eyes) {
    if (isHit) {
      context.strokeStyle = palette.field;
      stroke(context, 2.4, [x - 4, y - 4], [x + 4, y + 4]);
      stroke(context, 2.4, [x + 4, y - 4], [x - 4, y + 4]);
      continue;
    }
    context.fillStyle = palette.ink;
    oval(context, x, y, 5);
    context.fillStyle = palette.field;
    oval(context, x + 0.5, y + 0.5, 2.6);
  }
}

function paintMole(context: SpriteContext, palette: Palette, isHit: boolean): void {
  context.fillStyle = palette.ochre;
  context.beginPath();
  context.roundRect(8, 24, 48, 70, 24);
  context.fill();
  context.fillStyle = '#ffd98a';
  oval(context, 32, 64, 15, 20);
  paintEyes(context, isHit, palette, [
    [22, 42],
    [42, 42],
  ]);
  context.fillStyle = palette.rose;
  oval(context, 32, 52, 6, 4.5);
  context.strokeStyle = palette.field;
  stroke(context, 1.3, [12, 52], [2, 49]);
  stroke(context, 1.3, [12, 56], [3, 58]);
  stroke(context, 1.3, [52, 52], [62, 49]);
  stroke(context, 1.3, [52, 56], [61, 58]);
  context.fillStyle = palette.ink;
  context.fillRect(28.5, 57, 3.2, 5);
  context.fillRect(32.3, 57, 3.2, 5);
}

function paintOstrich(context: SpriteContext, palette: Palette, isHit: boolean): void {
  context.strokeStyle = palette.rose;
  if (isHit) stroke(context, 11, [32, 84], [40, 62], [28, 44], [32, 26]);
  else stroke(context, 11, [32, 84], [30, 26]);
  context.fillStyle = palette.soft;
  oval(context, 32, 84, 27, 16);
  context.fillStyle = palette.rose;
  oval(context, 30, 20, 14, 12);
  context.fillStyle = palette.vermilion;
  context.beginPath();
  context.moveTo(40, 16);
  context.lineTo(60, 22);
  context.lineTo(40, 28);
  context.fill();
  context.strokeStyle = palette.ink;
  stroke(context, 2, [24, 9], [20, 1]);
  stroke(context, 2, [29, 8], [29, 0]);
  stroke(context, 2, [34, 9], [38, 2]);
  paintEyes(context, isHit, palette, [[30, 18]]);
}

function paintHammer(context: SpriteContext, palette: Palette): void {
  context.strokeStyle = '#c9a36b';
  stroke(context, 7, [50, 50], [24, 24]);
  context.translate(22, 22);
  context.rotate(-Math.PI / 4);
  context.fillStyle = palette.vermilion;
  context.beginPath();
  context.roundRect(-9, -20, 18, 40, 4);
  context.fill();
  context.fillStyle = palette.ink;
  context.fillRect(-9, -15, 18, 3);
  context.fillRect(-9, 12, 18, 3);
}

function paintStars(context: SpriteContext, palette: Palette): void {
  context.fillStyle = palette.lime;
  for (const [x, y, size] of [
    [14, 30, 6],
    [34, 10, 8],
    [66, 10, 8],
    [86, 30, 6],
  ] as const) {
    context.beginPath();
    for (let point = 0; point < 10; point++) {
      const angle = (point * Math.PI) / 5;
      const radius = point % 2 === 0 ? size : size / 2.4;
      context.lineTo(x + radius * Math.sin(angle), y - radius * Math.cos(angle));
    }
    context.fill();
  }
}

/** Sprites of the garden in the current colours. */
export type Art = Sprites<keyof typeof sizes>;

/** Creates the sprites, which are painted before the first is drawn. */
export function createArt(palette: () => Palette): Art {
  return createSprites(sizes, palette, (context, name, colours) => {
    switch (name) {
      case 'garden':
        return paintGarden(context, colours);
      case 'mound':
        return paintMound(context);
      case 'mole':
      case 'moleHit':
        return paintMole(context, colours, name === 'moleHit');
      case 'ostrich':
      case 'ostrichHit':
        return paintOstrich(context, colours, name === 'ostrichHit');
      case 'hammer':
        return paintHammer(context, colours);
      case 'stars':
        return paintStars(context, colours);
    }
  });
}
