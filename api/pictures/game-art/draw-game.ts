import { nameHash } from '#contracts/name-hash.ts';
import * as indoors from './indoors.ts';
import * as outdoors from './outdoors.ts';
import { type Art, type Colours, many, numbersFrom, place, rect } from './paint.ts';
import * as playable from './playable.ts';

/** Width to height of the covers, and of the four pictures beside them. */
const COVER_WIDTH = 75;
const PICTURE_WIDTH = 178;
/** Side of a tile in the picture that repeats a game's sign. */
const TILE = 25;

/** What each game of the catalogue is drawn with, by its short name. */
const arts: Record<string, Art> = {
  'absolute-drift': indoors.absoluteDrift,
  'age-of-empires-ii': indoors.ageOfEmpires2,
  'art-of-rally': outdoors.artOfRally,
  'baba-is-you': indoors.babaIsYou,
  'bird-shooter': playable.birdShooter,
  'bird-shooting': playable.birdShooting,
  celeste: outdoors.celeste,
  'connect-four': playable.connectFour,
  'disco-elysium': indoors.discoElysium,
  'enter-the-gungeon': indoors.enterTheGungeon,
  factorio: indoors.factorio,
  firewatch: outdoors.firewatch,
  'football-manager-2024': indoors.footballManager2024,
  hades: indoors.hades,
  'half-life-2': indoors.halfLife2,
  'hollow-knight': indoors.hollowKnight,
  'into-the-breach': indoors.intoTheBreach,
  journey: outdoors.journey,
  'lonely-mountains-downhill': outdoors.lonelyMountainsDownhill,
  'mario-kart-8-deluxe': indoors.marioKart8,
  'monument-valley': indoors.monumentValley,
  myst: outdoors.myst,
  pacman: playable.pacman,
  'return-of-the-obra-dinn': outdoors.returnOfTheObraDinn,
  'space-invaders': playable.spaceInvaders,
  'stardew-valley': outdoors.stardewValley,
  superhot: indoors.superhot,
  'sweet-crush': playable.sweetCrush,
  'the-witcher-3': outdoors.theWitcher3,
  'tic-tac-toe': playable.ticTacToe,
  'tony-hawks-pro-skater-1-2': indoors.proSkater,
  undertale: indoors.undertale,
  'whac-a-mole': playable.whacAMole,
};

/** At another hour: the far things trade their colours with the near ones. */
const atNight = ({ sky, far, mid, near, dark, accent }: Colours): Colours => ({
  sky: dark,
  far: near,
  mid,
  near: far,
  dark: sky,
  accent,
});
const turned = ({ sky, far, mid, near, dark, accent }: Colours): Colours => ({
  sky: far,
  far: sky,
  mid,
  near,
  dark,
  accent,
});

/** 0 is the cover; 1 its place from afar, 2 close by, 3 its sign as a pattern, 4 at another hour. */
export type Shot = 0 | 1 | 2 | 3 | 4;

/**
 * Draws one of a game's five pictures, always the same ones.
 * @returns SVG, or null for a game that nothing is known of
 */
export function drawGame(name: string, shot: Shot): string | null {
  const art = arts[name];
  if (!art) return null;
  const w = shot === 0 ? COVER_WIDTH : PICTURE_WIDTH;
  const sheet = (c: Colours, seed: number) => ({ w, c, r: numbersFrom(nameHash(name) + seed) });
  const colours = art.colours;
  switch (shot) {
    case 0:
      return svg(w, art.scene(sheet(colours, 0)));
    case 1:
      return svg(w, art.scene(sheet(colours, 1)));
    case 2:
      return svg(
        w,
        `<g transform="translate(${w / 2} 55) scale(1.9) translate(${-w / 2} -55)">${art.scene(sheet(turned(colours), 2))}</g>`,
      );
    case 3:
      return svg(w, pattern(art, w));
    case 4:
      return svg(w, art.scene(sheet(atNight(colours), 4)));
  }
}

function pattern({ colours: c, mark }: Art, w: number): string {
  const columns = Math.ceil(w / TILE);
  const left = (w - columns * TILE) / 2;
  const grounds = [c.sky, c.far, c.sky, c.mid];
  return many(columns * 4, (index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    const [x, y] = [left + column * TILE, row * TILE];
    const ground = grounds[(column * 3 + row * 5 + ((column * row) % 3)) % grounds.length] ?? c.sky;
    return (
      rect(x, y, TILE + 0.1, TILE + 0.1, ground) + place(mark(c), x + TILE / 2, y + TILE / 2, 0.92)
    );
  });
}

const svg = (w: number, inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} 100" width="${w * 8}" height="800">${inner}</svg>`;
