/** Draws Pacman on a canvas and handles swipes. */
import { DOWN, LEFT, RIGHT, UP } from '../kit/engine.ts';
import { type Field, openField } from '../kit/view/canvas.ts';
import type { GameView, PlayableGame, Stage } from '../kit/view/game-view.ts';
import { ARROW_PAD, followFinger } from '../kit/view/input.ts';
import { BLINK_TICKS, DYING_TICKS } from './constants.ts';
import * as engine from './engine.ts';
import type { Ghost, Mover } from './ghosts.ts';
import { DOTS, FRUIT_CELL, mazeColumnOf, mazeRowOf, pellets } from './maze.ts';
import { meta } from './meta.ts';
import { fruitPoints } from './play.ts';
import { type Art, CELL, createArt, GHOST_SIDE, ghostSprites, SIDE } from './view-art.ts';

/** Distance in pixels after which a finger has chosen a direction. */
const SWIPE_PX = 14;
const BLINK_EVERY = 12;
const ANNOUNCE_EVERY_DOTS = 70;
/** Distance between the centre and the tip of half of the open beak, in units. */
const WIDEST_BEAK = 3.2;

const ahead = [
  [0, -1],
  [-1, 0],
  [0, 1],
  [1, 0],
] as const;

const sides = [-1, 1] as const;

/** Position to draw at, reused to avoid allocation per frame. */
const place = { x: 0, y: 0, goes: 0 };

function findPlace(mover: Mover, between: number): void {
  const done = Math.max(0, mover.way - mover.left - (1 - between));
  const goes = mover.left === 0 ? 1 : done / mover.way;
  const columns = mazeColumnOf(mover.cell) - mazeColumnOf(mover.from);
  // A move through the tunnel is drawn beyond the edge of the field.
  const across = Math.abs(columns) > 1 ? -Math.sign(columns) : columns;
  place.x = (mazeColumnOf(mover.from) + across * goes) * CELL + CELL / 2;
  place.y =
    (mazeRowOf(mover.from) + (mazeRowOf(mover.cell) - mazeRowOf(mover.from)) * goes) * CELL +
    CELL / 2;
  place.goes = goes;
}

function drawDots(field: Field, art: Art, state: engine.State, isLit: boolean): void {
  const { context } = field;
  const { ink, lime } = art.palette();
  context.fillStyle = ink;
  for (let row = 0; row < state.dots.length; row++) {
    let bits = state.dots[row] as number;
    for (let column = 0; bits !== 0; column++, bits >>>= 1) {
      if (bits & 1) context.fillRect(column * CELL + 4.1, row * CELL + 4.1, 1.8, 1.8);
    }
  }
  if (!isLit) return;
  context.fillStyle = lime;
  for (const cell of pellets) {
    if ((((state.dots[mazeRowOf(cell)] as number) >> mazeColumnOf(cell)) & 1) === 0) continue;
    context.beginPath();
    context.arc(mazeColumnOf(cell) * CELL + 5, mazeRowOf(cell) * CELL + 5, 3.6, 0, 2 * Math.PI);
    context.fill();
  }
}

/** Draws the player: a bird seen from above whose beak opens and closes while it moves. */
function drawPlayer(field: Field, art: Art, state: engine.State, between: number): void {
  const { context } = field;
  const { player } = state;
  if (state.phase === 'lost') return;
  findPlace(player, between);
  const isDying = state.phase === 'dying';
  const size = isDying ? state.phaseTicks / DYING_TICKS : 1;
  const open = WIDEST_BEAK * Math.abs(1 - 2 * (player.left === 0 ? 0.3 : place.goes));
  const [x, y] = ahead[player.direction] as readonly [number, number];
  const { lime, vermilion, field: dark } = art.palette();
  context.save();
  context.translate(place.x, place.y);
  context.rotate(Math.atan2(y, x));
  context.scale(size, size);
  context.fillStyle = vermilion;
  context.beginPath();
  for (const side of sides) {
    context.moveTo(4, side * 3.4);
    context.lineTo(8.4, side * open);
    context.lineTo(5, 0);
  }
  context.fill();
  context.fillStyle = lime;
  context.beginPath();
  context.moveTo(-7, -2.2);
  context.lineTo(-3, 0);
  context.lineTo(-7, 2.2);
  context.fill();
  context.beginPath();
  context.arc(0, 0, 5.6, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = dark;
  context.fillRect(1.6, -3.6, 1.8, 1.8);
  context.fillRect(1.6, 1.8, 1.8, 1.8);
  context.restore();
}

function drawEyes(field: Field, art: Art, ghost: Ghost): void {
  const { context } = field;
  const palette = art.palette();
  const [x, y] = ahead[ghost.direction] as readonly [number, number];
  for (const side of [-2.6, 2.6]) {
    context.fillStyle = palette.ink;
    context.beginPath();
    context.arc(place.x + side + x * 0.7, place.y - 1 + y * 0.7, 2, 0, 2 * Math.PI);
    context.fill();
    context.fillStyle = palette.field;
    context.beginPath();
    context.arc(place.x + side + x * 1.6, place.y - 1 + y * 1.6, 1.05, 0, 2 * Math.PI);
    context.fill();
  }
}

function drawGhost(
  field: Field,
  art: Art,
  state: engine.State,
  index: number,
  between: number,
  isCalm: boolean,
) {
  const ghost = state.ghosts[index] as Ghost;
  findPlace(ghost, between);
  const left = place.x - GHOST_SIDE / 2;
  const top = place.y - GHOST_SIDE / 2;
  if (ghost.mood === 'scared') {
    // With reduced motion, the second sprite is shown continuously instead of blinking.
    const isOther = isCalm || state.scared % (2 * BLINK_EVERY) < BLINK_EVERY;
    const isEnding = state.scared < BLINK_TICKS && isOther;
    art.draw(field, isEnding ? 'blinking' : 'scared', left, top);
    return;
  }
  const sprite = ghostSprites[index];
  if (ghost.mood !== 'eyes' && sprite) art.draw(field, sprite, left, top);
  drawEyes(field, art, ghost);
}

function draw(field: Field, art: Art, state: engine.State, between: number, isCalm: boolean) {
  const isBright =
    state.phase === 'cleared' && !isCalm && Math.floor(state.phaseTicks / BLINK_EVERY) % 2 === 0;
  art.draw(field, isBright ? 'bright' : 'maze', 0, 0);
  const isLit = isCalm || Math.floor(state.ticks / BLINK_EVERY) % 2 === 0;
  drawDots(field, art, state, isLit);
  const { context } = field;
  if (state.fruit > 0) {
    const x = mazeColumnOf(FRUIT_CELL) * CELL + CELL / 2;
    const y = mazeRowOf(FRUIT_CELL) * CELL + CELL / 2;
    art.draw(field, 'fruit', x - GHOST_SIDE / 2, y - GHOST_SIDE / 2);
  }
  drawPlayer(field, art, state, between);
  if (state.phase !== 'dying' && state.phase !== 'lost' && state.phase !== 'cleared') {
    for (let index = 0; index < state.ghosts.length; index++) {
      drawGhost(field, art, state, index, between, isCalm);
    }
  }
  if (state.phase !== 'ready') return;
  context.fillStyle = art.palette().ink;
  context.font = '800 11px Bricolage, system-ui, sans-serif';
  context.textAlign = 'center';
  context.fillText(state.mode === 'arcade' ? `Level ${state.level}` : 'Ready', SIDE / 2, 159);
}

function signalChanges(
  stage: Stage<engine.State>,
  state: engine.State,
  previous: engine.State,
): void {
  if (state.eaten > previous.eaten) {
    stage.sound(state.scared > previous.scared ? 'power' : 'eat');
    if (state.scared > previous.scared) stage.announce('The ghosts are scared.');
    else if (state.eaten % ANNOUNCE_EVERY_DOTS === 0) {
      stage.announce(`${DOTS - state.eaten} dots left.`);
    }
  }
  if (state.caught > previous.caught) {
    stage.sound('hit');
    stage.announce('A ghost is eaten.');
  }
  if (
    previous.fruit > 0 &&
    state.fruit === 0 &&
    state.score - previous.score >= fruitPoints(state)
  ) {
    stage.sound('bonus');
  }
  if (state.lives < previous.lives) {
    stage.sound('lose');
    if (state.lives > 0) stage.announce(`Caught. Lives left: ${state.lives}.`);
  }
  if (state.phase === 'cleared' && previous.phase !== 'cleared') stage.sound('win');
  if (state.level > previous.level) stage.announce(`Level ${state.level}.`);
}

/** Returns the direction of a swipe once, as the bits of that intent. */
function followSwipes(element: HTMLElement): { take(): number; close(): void } {
  let from = { x: 0, y: 0 };
  let swiped = 0;
  const start = ({ clientX, clientY }: PointerEvent) => {
    from = { x: clientX, y: clientY };
  };
  const close = followFinger(element, {
    pressed: start,
    moved(event) {
      const x = event.clientX - from.x;
      const y = event.clientY - from.y;
      if (Math.max(Math.abs(x), Math.abs(y)) < SWIPE_PX) return;
      if (Math.abs(x) > Math.abs(y)) swiped = x < 0 ? LEFT : RIGHT;
      else swiped = y < 0 ? UP : DOWN;
      start(event);
    },
  });
  return {
    take() {
      const bits = swiped;
      swiped = 0;
      return bits;
    },
    close,
  };
}

function open(stage: Stage<engine.State>): GameView<engine.State> {
  const field = openField(stage.element, SIDE, SIDE, stage.redraw);
  const art = createArt(stage.palette);
  const swipes = followSwipes(stage.element);
  return {
    draw: (state, _previous, between) => draw(field, art, state, between, stage.isCalm()),
    stepped: (state, previous) => signalChanges(stage, state, previous),
    inputOf: (held) => swipes.take() || held,
    close() {
      swipes.close();
      field.close();
    },
  };
}

export const game: PlayableGame<engine.State, engine.Options> = {
  meta,
  engine,
  styles: [],
  pad: ARROW_PAD,
  result: 'covers',
  signalsEnd: true,
  endingOf: (state) => (engine.outcomeOf(state) === 'won' ? 'Success!!!' : 'Game Over'),
  hudItemsOf: (state) =>
    state.mode === 'arcade'
      ? [
          { name: 'Level', value: state.level },
          { name: 'Lives', value: state.lives },
        ]
      : [{ name: 'Dots left', value: DOTS - state.eaten }],
  open,
};
