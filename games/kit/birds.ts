/** Birds that fly over a field and are shot at: what both games of birds share, in whole numbers. */
import type { Input } from './engine.ts';
import { below, next, type Random } from './random.ts';

/** Units of the field. */
export const SKY_WIDTH = 320;
export const SKY_HEIGHT = 240;
/** Parts of a unit in which birds are placed: fine enough for any speed. */
export const PARTS = 16;
/** Ticks that a bird falls after it was hit. */
export const FALL_TICKS = 24;

/** A bird. Places are its middle, in parts; speeds are parts a tick. */
export interface Bird {
  /** Which of the game's birds it is. */
  kind: number;
  is: 'flying' | 'falling';
  x: number;
  y: number;
  speed: number;
  /** Ticks it has been flying, which beats its wings and makes it sway; or falling. */
  age: number;
}

/** How big and how quick one kind of bird is. */
export interface Breed {
  /** Units from its middle within which a shot hits. */
  radius: number;
  /** Parts a tick, at least, and how much more by chance. */
  speed: number;
  speedChance: number;
  /** Parts a tick by which it rises and sinks. */
  sway: number;
}

/** Ticks of one rise or sink. */
const SWAY_TICKS = 32;
/** Birds come in between these heights, in units. */
const HIGHEST = 30;
const LOWEST = 170;

/** A bird that comes in from one side, as chance will have it, and the generator after. */
export function newBird(random: Random, kind: number, breed: Breed): [Bird, Random] {
  const side = next(random);
  const height = next(side);
  const pace = next(height);
  const isFromLeft = below(side, 2) === 0;
  const speed = breed.speed + below(pace, breed.speedChance + 1);
  const outside = breed.radius * PARTS;
  const bird: Bird = {
    kind,
    is: 'flying',
    x: isFromLeft ? -outside : SKY_WIDTH * PARTS + outside,
    y: (HIGHEST + below(height, LOWEST - HIGHEST)) * PARTS,
    speed: isFromLeft ? speed : -speed,
    age: 0,
  };
  return [bird, pace];
}

/** A bird one tick later. */
export function flown(bird: Bird, { sway }: Breed): Bird {
  const age = bird.age + 1;
  if (bird.is === 'falling') return { ...bird, age, y: bird.y + age * 3 };
  const rises = Math.floor(bird.age / SWAY_TICKS) % 2 === 0;
  return { ...bird, age, x: bird.x + bird.speed, y: bird.y + (rises ? -sway : sway) };
}

/** Whether it has left the sky, or has fallen. */
export function isGone({ is, x, age, speed }: Bird, { radius }: Breed): boolean {
  if (is === 'falling') return age > FALL_TICKS;
  const outside = radius * PARTS;
  return speed > 0 ? x > SKY_WIDTH * PARTS + outside : x < -outside;
}

/** Which bird a shot hits: the nearest whose middle is near enough, or -1. Coordinates in units. */
export function hitBird(
  birds: readonly Bird[],
  breeds: readonly Breed[],
  x: number,
  y: number,
): number {
  let nearest = -1;
  let least = Number.MAX_SAFE_INTEGER;
  birds.forEach((bird, index) => {
    const across = bird.x - x * PARTS;
    const down = bird.y - y * PARTS;
    const distance = across * across + down * down;
    const reach = (breeds[bird.kind]?.radius ?? 0) * PARTS;
    if (bird.is !== 'flying' || distance > reach * reach || distance >= least) return;
    nearest = index;
    least = distance;
  });
  return nearest;
}

/** The input of a shot at a place, in whole units; 0 is no shot. */
export const shotAt = (x: number, y: number): Input => 1 + y * SKY_WIDTH + x;

/** The first number that is no shot: what else a game knows begins here. */
export const NO_SHOT = 1 + SKY_WIDTH * SKY_HEIGHT;

/** Where an input shoots, or null. */
export function placeOfShot(input: Input): { x: number; y: number } | null {
  if (input < 1 || input >= NO_SHOT) return null;
  const place = input - 1;
  return { x: place % SKY_WIDTH, y: Math.floor(place / SKY_WIDTH) };
}

const letters = 'abcdef';

/** Birds as text: a letter for the kind (a capital one falls), its place, its speed: `a160,120+30`. */
export const writeBirds = (birds: readonly Bird[]): string =>
  birds
    .map(({ kind, is, x, y, speed }) => {
      const letter = letters.charAt(kind);
      const place = `${Math.floor(x / PARTS)},${Math.floor(y / PARTS)}`;
      const name = is === 'flying' ? letter : letter.toUpperCase();
      return `${name}${place}${speed < 0 ? '' : '+'}${speed}`;
    })
    .join(' ') || '-';

/** The birds of a text, or null where it is none. */
export function readBirds(text: string, kinds: number): Bird[] | null {
  if (text === '-') return [];
  const birds: Bird[] = [];
  for (const word of text.split(' ')) {
    const [, letter = '', x, y, speed] = /^([a-f])(-?\d+),(-?\d+)([+-]\d+)$/i.exec(word) ?? [];
    const kind = letters.indexOf(letter.toLowerCase());
    if (letter === '' || kind >= kinds) return null;
    birds.push({
      kind,
      is: letter === letter.toLowerCase() ? 'flying' : 'falling',
      x: Number(x) * PARTS,
      y: Number(y) * PARTS,
      speed: Number(speed),
      age: 0,
    });
  }
  return birds;
}
