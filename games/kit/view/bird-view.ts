/** Drawings of the sky and the birds, shared by both bird games. */
import { type Bird, type Breed, FALL_TICKS, PARTS, SKY_HEIGHT, SKY_WIDTH } from '../birds.ts';
import { DOWN, LEFT, RIGHT, UP } from '../engine.ts';
import { drawn, next } from '../random.ts';
import {
  createSprites,
  type Field,
  oval,
  type Palette,
  polygon,
  type SpriteContext,
} from './canvas.ts';
import type { Stage } from './game-view.ts';

// A crosshair over a field, moved by a pointer or by keys, pad and gamepad.

/** Speed in units per tick, at first and after some time. */
const SLOW = 1.6;

const FAST = 4.5;

const UNTIL_FAST_TICKS = 18;

/** Position of the crosshair, in units of the field. */
interface Aim {
  x(): number;
  y(): number;
  /** Moves the crosshair by the intents held in this tick. */
  push(held: number): void;
  /** Fires at the current position. */
  fire(): void;
  close(): void;
}

/** Ratio of the sprite to the circle in which a shot hits. */
const LARGER = 3;
const WING_TICKS = 8;
const REEDS = 60;

const wings = ['up', 'down', 'falls'] as const;
type Wing = (typeof wings)[number];

function paintEvening(context: SpriteContext, palette: Palette): void {
  const sky = context.createLinearGradient(0, 0, 0, SKY_HEIGHT);
  sky.addColorStop(0, '#121024');
  sky.addColorStop(0.6, '#34203f');
  sky.addColorStop(0.88, '#8a3a38');
  context.fillStyle = sky;
  context.fillRect(0, 0, SKY_WIDTH, SKY_HEIGHT);
  context.fillStyle = palette.vermilion;
  context.globalAlpha = 0.85;
  oval(context, 236, 204, 38, 38);
  context.globalAlpha = 1;
  context.fillStyle = '#1c2b2a';
  oval(context, 70, 262, 170, 62);
  oval(context, 270, 266, 150, 52);
  context.fillStyle = palette.field;
  oval(context, 160, 282, 260, 60);
  context.strokeStyle = palette.field;
  context.lineWidth = 1.4;
  let random = 28;
  for (let reed = 0; reed < REEDS; reed++) {
    random = next(random);
    const bits = drawn(random);
    const x = bits % SKY_WIDTH;
    const height = 14 + ((bits >>> 9) % 26);
    context.beginPath();
    context.moveTo(x, SKY_HEIGHT);
    context.lineTo(x + ((bits >>> 16) % 9) - 4, SKY_HEIGHT - height);
    context.stroke();
  }
}

/** Paints a bird on a square of 60, facing right. The three looks are goose, pigeon and swift. */
function paintBird(context: SpriteContext, look: number, wing: Wing, palette: Palette): void {
  const body = [palette.ink, palette.sky, palette.lime][look] ?? palette.ink;
  const shade = [palette.soft, palette.teal, palette.ochre][look] ?? palette.soft;
  const isSwift = look === 2;
  context.fillStyle = shade;
  if (isSwift) polygon(context, [10, 26], [4, 20], [20, 29], [4, 38], [10, 31]);
  else polygon(context, [16, 30], [4, 24], [7, 30], [4, 35]);
  context.fillStyle = body;
  oval(context, 29, 30, isSwift ? 15 : 14, isSwift ? 6 : 9);
  if (look === 0) {
    context.strokeStyle = body;
    context.lineWidth = 5;
    context.lineCap = 'round';
    context.beginPath();
    context.moveTo(38, 27);
    context.lineTo(47, 21);
    context.stroke();
  }
  const [headX, headY] = look === 0 ? [48, 20] : [43, 26];
  oval(context, headX, headY, 5.5, 5);
  context.fillStyle = palette.vermilion;
  polygon(context, [headX + 4, headY - 2.5], [headX + 12, headY + 0.5], [headX + 4, headY + 2.5]);
  context.fillStyle = palette.field;
  oval(context, headX + 1.5, headY - 1, 1.3, 1.3);
  context.fillStyle = shade;
  const back = isSwift ? 12 : 16;
  if (wing === 'up') polygon(context, [22, 29], [back, 6], [20, 10], [36, 27]);
  else if (wing === 'down') polygon(context, [22, 31], [back, 53], [22, 49], [36, 32]);
  else {
    polygon(context, [20, 29], [8, 14], [26, 25]);
    polygon(context, [34, 27], [44, 8], [40, 27]);
  }
}

function crosshair(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  colour: string,
  width: number,
): void {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  context.arc(x, y, 9, 0, 2 * Math.PI);
  context.moveTo(x - 15, y);
  context.lineTo(x - 4, y);
  context.moveTo(x + 4, y);
  context.lineTo(x + 15, y);
  context.moveTo(x, y - 15);
  context.lineTo(x, y - 4);
  context.moveTo(x, y + 4);
  context.lineTo(x, y + 15);
  context.stroke();
}

/** Drawing functions of the bird games. */
export interface BirdArt {
  drawSky(field: Field): void;
  drawBird(field: Field, bird: Bird, between: number, isCalm: boolean): void;
  drawShot(field: Field, shot: { x: number; y: number; isHit: boolean }): void;
  drawCrosshair(field: Field, x: number, y: number): void;
  drawText(field: Field, text: string, y: number, size: number): void;
}

/** Creates the art for birds of these breeds. */
export function createBirdArt(palette: () => Palette, breeds: readonly Breed[]): BirdArt {
  const sizes: Record<string, readonly [number, number]> = { sky: [SKY_WIDTH, SKY_HEIGHT] };
  const nameOf = (kind: number, wing: Wing, isLeft: boolean) => `${kind}${wing}${isLeft}`;
  /** Sprite names, computed once to avoid allocation while drawing. */
  const names = breeds.map((breed, kind) => {
    const side = Math.round(breed.radius * LARGER);
    const each = (isLeft: boolean) => wings.map((wing) => nameOf(kind, wing, isLeft));
    const known = { left: each(true), right: each(false) };
    for (const name of [...known.left, ...known.right]) sizes[name] = [side, side];
    return known;
  });
  const looks = new Map<string, { kind: number; wing: Wing; isLeft: boolean }>();
  for (const [kind, { left, right }] of names.entries()) {
    for (const [index, wing] of wings.entries()) {
      looks.set(left[index] as string, { kind, wing, isLeft: true });
      looks.set(right[index] as string, { kind, wing, isLeft: false });
    }
  }
  const sprites = createSprites(sizes, palette, (context, name, colours) => {
    const look = looks.get(name);
    if (!look) return paintEvening(context, colours);
    const side = sizes[name]?.[0] ?? 1;
    context.scale(side / 60, side / 60);
    if (look.isLeft) {
      context.translate(60, 0);
      context.scale(-1, 1);
    }
    paintBird(context, look.kind % 3, look.wing, colours);
  });

  return {
    drawSky: (field) => sprites.draw(field, 'sky', 0, 0),
    drawBird(field, bird, between, isCalm) {
      const known = names[bird.kind];
      if (!known) return;
      const isFalling = bird.is === 'falling';
      const wing = isFalling ? 2 : isCalm ? 0 : Math.floor(bird.age / WING_TICKS) % 2;
      const name = (bird.speed < 0 ? known.left : known.right)[wing] as string;
      const half = (sizes[name]?.[0] ?? 0) / 2;
      const behind = isFalling ? 0 : bird.speed * (1 - between);
      if (isFalling) field.context.globalAlpha = Math.max(0, 1 - bird.age / FALL_TICKS);
      sprites.draw(field, name, (bird.x - behind) / PARTS - half, bird.y / PARTS - half);
      field.context.globalAlpha = 1;
    },
    drawShot({ context }, { x, y, isHit }) {
      context.strokeStyle = isHit ? palette().ochre : palette().soft;
      context.lineWidth = 2;
      for (let ray = 0; ray < 6; ray++) {
        const across = Math.cos((ray * Math.PI) / 3);
        const down = Math.sin((ray * Math.PI) / 3);
        context.beginPath();
        context.moveTo(x + across * 5, y + down * 5);
        context.lineTo(x + across * (isHit ? 15 : 8), y + down * (isHit ? 15 : 8));
        context.stroke();
      }
    },
    drawCrosshair({ context }, x, y) {
      // A dark line below a light one is visible on the sky and on a bird.
      crosshair(context, x, y, palette().field, 4);
      crosshair(context, x, y, palette().ink, 1.6);
    },
    drawText({ context }, text, y, size) {
      context.font = `800 ${size}px Bricolage, system-ui, sans-serif`;
      context.textAlign = 'center';
      context.fillStyle = palette().ink;
      context.fillText(text, SKY_WIDTH / 2, y);
    },
  };
}

/** Follows the pointer over the stage; `shoot` receives whole units within the field. */
export function followAim(
  stage: Stage<unknown>,
  width: number,
  height: number,
  shoot: (x: number, y: number) => void,
): Aim {
  let x = width / 2;
  let y = height / 2;
  let pushed = 0;
  const endings = new AbortController();
  const { signal } = endings;

  const within = (value: number, most: number) => Math.max(0, Math.min(most - 1, value));
  const place = (toX: number, toY: number) => {
    x = within(toX, width);
    y = within(toY, height);
  };
  const follow = (event: PointerEvent) => {
    const box = stage.element.getBoundingClientRect();
    place(
      ((event.clientX - box.left) / box.width) * width,
      ((event.clientY - box.top) / box.height) * height,
    );
  };
  const fire = () => shoot(Math.floor(x), Math.floor(y));

  stage.element.addEventListener('pointermove', follow, { signal });
  stage.element.addEventListener(
    'pointerdown',
    (event) => {
      follow(event);
      fire();
    },
    { signal },
  );

  return {
    x: () => x,
    y: () => y,
    push(held) {
      const across = ((held & RIGHT) !== 0 ? 1 : 0) - ((held & LEFT) !== 0 ? 1 : 0);
      const down = ((held & DOWN) !== 0 ? 1 : 0) - ((held & UP) !== 0 ? 1 : 0);
      pushed = across === 0 && down === 0 ? 0 : pushed + 1;
      if (pushed === 0) return;
      const speed = pushed > UNTIL_FAST_TICKS ? FAST : SLOW;
      place(x + across * speed, y + down * speed);
    },
    fire,
    close: () => endings.abort(),
  };
}
