/** Birds that fly across the field of a shooting game, in whole numbers; shared by both bird games. */
import type { Input } from './engine.ts';
import { below, next, type Random } from './random.ts';

/** Width and height of the field, in units. */
export const SKY_WIDTH = 320;
export const SKY_HEIGHT = 240;
/** Parts of a unit; positions and speeds of birds are in parts. */
export const PARTS = 16;
/** Duration of the fall of a bird that was hit, in ticks. */
export const FALL_TICKS = 24;

/** A bird. Positions are its centre, in parts; speeds are in parts per tick. */
export interface Bird {
  /** Index of its breed. */
  kind: number;
  is: 'flying' | 'falling';
  x: number;
  y: number;
  speed: number;
  /** Ticks since it started flying, or falling. */
  age: number;
}

/** Size and speed of one kind of bird. */
export interface Breed {
  /** Distance from the centre within which a shot hits, in units. */
  radius: number;
  /** Minimum speed in parts per tick, and the random part added to it. */
  speed: number;
  speedChance: number;
  /** Parts per tick by which it rises and sinks. */
  sway: number;
}

/** Duration of one rise or sink, in ticks. */
const SWAY_TICKS = 32;
/** Range of heights at which birds enter, in units. */
const HIGHEST = 30;
const LOWEST = 170;

/** Creates a bird that enters from a random side. Returns it with the advanced generator. */
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

/** Returns the bird one tick later. */
export function advanceBird(bird: Bird, { sway }: Breed): Bird {
  const age = bird.age + 1;
  if (bird.is === 'falling') return { ...bird, age, y: bird.y + age * 3 };
  const rises = Math.floor(bird.age / SWAY_TICKS) % 2 === 0;
  return { ...bird, age, x: bird.x + bird.speed, y: bird.y + (rises ? -sway : sway) };
}

/** True if the bird has left the sky or finished falling. */
export function isGone({ is, x, age, speed }: Bird, { radius }: Breed): boolean {
  if (is === 'falling') return age > FALL_TICKS;
  const outside = radius * PARTS;
  return speed > 0 ? x > SKY_WIDTH * PARTS + outside : x < -outside;
}

/** Returns the index of the nearest bird that a shot hits, or -1. Coordinates are in units. */
export function hitBird(
  birds: readonly Bird[],
  breeds: readonly Breed[],
  x: number,
  y: number,
): number {
  let nearest = -1;
  let nearestDistance = Number.MAX_SAFE_INTEGER;
  birds.forEach((bird, index) => {
    const across = bird.x - x * PARTS;
    const down = bird.y - y * PARTS;
    const distance = across * across + down * down;
    const reach = (breeds[bird.kind]?.radius ?? 0) * PARTS;
    if (bird.is !== 'flying' || distance > reach * reach || distance >= nearestDistance) return;
    nearest = index;
    nearestDistance = distance;
  });
  return nearest;
}

/** Returns the input of a shot at a position in whole units; 0 is no shot. */
export const shotAt = (x: number, y: number): Input => 1 + y * SKY_WIDTH + x;

/** First input that is not a shot; a game's other inputs start here. */
export const NO_SHOT = 1 + SKY_WIDTH * SKY_HEIGHT;

/** Returns the target of a shot, or null if the input is not a shot. */
export function targetOfShot(input: Input): { x: number; y: number } | null {
  if (input < 1 || input >= NO_SHOT) return null;
  const place = input - 1;
  return { x: place % SKY_WIDTH, y: Math.floor(place / SKY_WIDTH) };
}

const letters = 'abcdef';

/** Writes birds as text: a letter for the breed (a capital if falling), position and speed, such as `a160,120+30`. */
export const writeBirds = (birds: readonly Bird[]): string =>
  birds
    .map(({ kind, is, x, y, speed }) => {
      const letter = letters.charAt(kind);
      const place = `${Math.floor(x / PARTS)},${Math.floor(y / PARTS)}`;
      const name = is === 'flying' ? letter : letter.toUpperCase();
      return `${name}${place}${speed < 0 ? '' : '+'}${speed}`;
    })
    .join(' ') || '-';

/** Reads birds from text, or returns null if the text is invalid. */
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
