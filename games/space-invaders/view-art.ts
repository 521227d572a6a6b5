/** Drawings of Space Invaders, made of circles, squares and triangles. */
import { drawn, next } from '../kit/random.ts';
import {
  createSprites,
  type Palette,
  polygon,
  type SpriteContext,
  type Sprites,
} from '../kit/view/canvas.ts';
import {
  BONUS_HEIGHT,
  BONUS_WIDTH,
  FIELD,
  INVADER_HEIGHT,
  INVADER_WIDTH,
  SHIP_HEIGHT,
  SHIP_WIDTH,
} from './constants.ts';

const invader = [INVADER_WIDTH, INVADER_HEIGHT] as const;

const sizes = {
  field: [FIELD, FIELD],
  dome0: invader,
  dome1: invader,
  kite0: invader,
  kite1: invader,
  brick0: invader,
  brick1: invader,
  ship: [SHIP_WIDTH, SHIP_HEIGHT],
  bonus: [BONUS_WIDTH, BONUS_HEIGHT],
  blast: [INVADER_WIDTH, INVADER_WIDTH],
  wreck: [SHIP_WIDTH + 8, SHIP_HEIGHT + 8],
} as const;

export type SpriteName = keyof typeof sizes;

function disc(
  context: SpriteContext,
  x: number,
  y: number,
  radius: number,
  from = 0,
  to = 2,
): void {
  context.beginPath();
  context.arc(x, y, radius, from * Math.PI, to * Math.PI);
  context.fill();
}

const STARS = 70;

/** Night sky, stars and ground. */
function paintField(context: SpriteContext, palette: Palette): void {
  context.fillStyle = palette.field;
  context.fillRect(0, 0, FIELD, FIELD);
  context.fillStyle = palette.faint;
  disc(context, 262, 330, 120, 1, 2);
  context.fillStyle = palette.field;
  disc(context, 262, 330, 108, 1, 2);
  let random = 20;
  for (let star = 0; star < STARS; star++) {
    random = next(random);
    const bits = drawn(random);
    const size = star % 9 === 0 ? 1.6 : 0.9;
    context.fillStyle = star % 3 === 0 ? palette.soft : palette.faint;
    context.fillRect(bits % FIELD, (bits >>> 12) % (FIELD - 30), size, size);
  }
  context.fillStyle = palette.faint;
  context.fillRect(0, FIELD - 8, FIELD, 1);
}

/** A half circle on three feet. */
function paintDome(context: SpriteContext, palette: Palette, isApart: boolean): void {
  context.fillStyle = palette.vermilion;
  disc(context, 8, 7.5, 6.5, 1, 2);
  context.fillRect(1.5, 7, 13, 1.6);
  const out = isApart ? 1.4 : 0;
  polygon(context, [2 - out, 11.8], [2.4, 8.6], [5.4, 8.6]);
  polygon(context, [14 + out, 11.8], [13.6, 8.6], [10.6, 8.6]);
  polygon(context, [6.4, 8.6], [9.6, 8.6], [8, isApart ? 10.4 : 11.8]);
  context.fillStyle = palette.field;
  disc(context, 5.6, 5.4, 1.3);
  disc(context, 10.4, 5.4, 1.3);
}

/** A kite with moving arms. */
function paintKite(context: SpriteContext, palette: Palette, isUp: boolean): void {
  context.fillStyle = palette.ochre;
  polygon(context, [8, 0.4], [13.2, 5.6], [8, 11.8], [2.8, 5.6]);
  const tip = isUp ? 1.2 : 9.6;
  polygon(context, [0.2, tip], [3.4, 4.4], [3.4, 6.8]);
  polygon(context, [15.8, tip], [12.6, 4.4], [12.6, 6.8]);
  context.fillStyle = palette.field;
  context.fillRect(5.6, 4.6, 1.8, 1.8);
  context.fillRect(8.6, 4.6, 1.8, 1.8);
}

/** A brick with a slit on moving legs. */
function paintBrick(context: SpriteContext, palette: Palette, isLeft: boolean): void {
  context.fillStyle = palette.teal;
  context.fillRect(1.6, 1.2, 12.8, 7.2);
  disc(context, 4.4, 1.6, 1.3, 1, 2);
  disc(context, 11.6, 1.6, 1.3, 1, 2);
  const swing = isLeft ? -1.2 : 1.2;
  for (const x of [3, 7, 11]) {
    polygon(context, [x, 8.4], [x + 2, 8.4], [x + 2 + swing, 11.8], [x + 0.6 + swing, 11.8]);
  }
  context.fillStyle = palette.field;
  context.fillRect(4, 4, 8, 1.8);
  context.fillStyle = palette.ink;
  context.fillRect(isLeft ? 4.6 : 9.4, 4, 2, 1.8);
}

function paintShip(context: SpriteContext, palette: Palette): void {
  context.fillStyle = palette.ink;
  polygon(context, [10, 0], [12.2, 5.4], [7.8, 5.4]);
  disc(context, 10, 10, 6, 1, 2);
  context.fillRect(0, 8.6, 20, 3.4);
  context.fillStyle = palette.sky;
  disc(context, 10, 8.6, 2.2, 1, 2);
}

function paintBonus(context: SpriteContext, palette: Palette): void {
  context.fillStyle = palette.rose;
  disc(context, 14, 6.4, 6.2, 1, 2);
  polygon(context, [0, 8.6], [5, 5.6], [23, 5.6], [28, 8.6], [23, 10.2], [5, 10.2]);
  context.fillStyle = palette.field;
  for (const x of [6, 11, 16, 21]) disc(context, x + 0.5, 8, 1.1);
}

/** A ring of wedges. */
function paintBurst(
  context: SpriteContext,
  colours: readonly string[],
  middle: number,
  reach: number,
) {
  const wedges = 8;
  for (let wedge = 0; wedge < wedges; wedge++) {
    const angle = (wedge / wedges) * 2 * Math.PI;
    const far = wedge % 2 === 0 ? reach : reach * 0.7;
    context.fillStyle = colours[wedge % colours.length] as string;
    const side = 0.22;
    polygon(
      context,
      [middle + Math.cos(angle) * far, middle + Math.sin(angle) * far],
      [middle + Math.cos(angle - side) * far * 0.4, middle + Math.sin(angle - side) * far * 0.4],
      [middle + Math.cos(angle + side) * far * 0.4, middle + Math.sin(angle + side) * far * 0.4],
    );
  }
}

const painters: Readonly<Record<SpriteName, (context: SpriteContext, palette: Palette) => void>> = {
  field: paintField,
  dome0: (context, palette) => paintDome(context, palette, false),
  dome1: (context, palette) => paintDome(context, palette, true),
  kite0: (context, palette) => paintKite(context, palette, false),
  kite1: (context, palette) => paintKite(context, palette, true),
  brick0: (context, palette) => paintBrick(context, palette, false),
  brick1: (context, palette) => paintBrick(context, palette, true),
  ship: paintShip,
  bonus: paintBonus,
  blast: (context, palette) => paintBurst(context, [palette.ink, palette.ochre], 8, 8),
  wreck: (context, { ink, sky, vermilion }) => paintBurst(context, [ink, sky, vermilion], 14, 14),
};

/** Sprites of the field in the current colours. */
export type Art = Sprites<SpriteName>;

/** Creates the sprites, which are painted before the first is drawn. */
export const createArt = (palette: () => Palette): Art =>
  createSprites(sizes, palette, (context, name, colours) => painters[name](context, colours));

/** Sprites of each row from the top, for the two steps of its walk. */
export const rowSprites: readonly (readonly [SpriteName, SpriteName])[] = [
  ['dome0', 'dome1'],
  ['kite0', 'kite1'],
  ['kite0', 'kite1'],
  ['brick0', 'brick1'],
  ['brick0', 'brick1'],
];
