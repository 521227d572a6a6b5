import sharp from 'sharp';
import { drawPlate, type Tone } from '#contracts/plate.ts';
import type { ShareCard } from '#contracts/share-picture.ts';
import { SHARE_HEIGHT, SHARE_WIDTH } from '#contracts/share-picture.ts';
import { breakLines, canSet, setLine, shorten, widthOf } from './set-text.ts';

/** The light colours of site/styles/tokens.css. */
const paper = '#f6f1e6';
const soft = '#5b5346';
const colours: Record<Tone, string> = {
  ink: '#1e1b16',
  sand: '#e6dcc8',
  teal: '#105c5c',
  vermilion: '#d9442b',
};

const MARGIN = 64;
/** Columns of tiles of the plate beside the title; seven rows fill the height. */
const PLATE_COLUMNS = 4;
const TILE = SHARE_HEIGHT / 7;
const PLATE_WIDTH = PLATE_COLUMNS * TILE;
/** Of a cover that stands there instead, as high as the picture. */
const COVER_WIDTH = (SHARE_HEIGHT * 3) / 4;
const TITLE_TOP = 178;
const TITLE_BOTTOM = 496;
/** Sizes a title is tried in, the largest first. */
const TITLE_SIZES = [92, 84, 76, 68, 60, 54, 48] as const;
const TITLE_LEADING = 1.06;
const SMALL = 27;
/** What shows like a letter but is not one our faces have; a title reads well without. */
const pictograph = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f|\u20e3/gu;

/**
 * The picture that stands for a page when its address is shared, as a PNG. A title in letters that
 * our faces do not have is left to the page: then the plate fills the picture.
 */
export async function drawSharePicture(card: ShareCard): Promise<Buffer> {
  const title = card.title.normalize('NFC').replace(pictograph, '').replace(/\s+/g, ' ').trim();
  const readable = title !== '' && canSet('display', title);
  const drawing = readable ? besideTitle(card, title) : plateAlone(card);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_WIDTH}" height="${SHARE_HEIGHT}"><rect width="100%" height="100%" fill="${paper}"/>${drawing}</svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 64, effort: 7 }).toBuffer();
}

function besideTitle(card: ShareCard, title: string): string {
  const standing = card.cover ? COVER_WIDTH : PLATE_WIDTH;
  const room = SHARE_WIDTH - standing - 2 * MARGIN;
  const { size, lines } = fitTitle(title, room);
  const leading = size * TITLE_LEADING;
  const height = leading * lines.length;
  const top = TITLE_BOTTOM - height;
  const set = lines.map((line, index) =>
    setLine(line, { face: 'display', size, x: MARGIN, y: top + leading * index + size * 0.86 }),
  );
  return [
    card.cover
      ? nested(card.cover, SHARE_WIDTH - COVER_WIDTH)
      : plate(card.plate, PLATE_COLUMNS, SHARE_WIDTH - PLATE_WIDTH),
    wordmark(card.site, MARGIN, 64),
    path(colours.ink, set.join('')),
    `<rect x="${MARGIN}" y="528" width="${room}" height="5" fill="${colours.ink}"/>`,
    facts(card.facts, 585, room),
  ].join('');
}

function plateAlone(card: ShareCard): string {
  const columns = Math.ceil(SHARE_WIDTH / TILE);
  const words = widthOf('display', SMALL, settable(card.site));
  const width = TILE * Math.ceil((words + 160) / TILE);
  const box = `<rect y="${SHARE_HEIGHT - TILE}" width="${width}" height="${TILE}" fill="${paper}"/>`;
  return plate(card.plate, columns, 0) + box + wordmark(card.site, TILE / 2, SHARE_HEIGHT - 67);
}

/** The largest size in which a title fits; the smallest one cuts what is too long even so. */
function fitTitle(title: string, room: number): { size: number; lines: string[] } {
  const height = TITLE_BOTTOM - TITLE_TOP;
  for (const size of TITLE_SIZES) {
    const lines = breakLines('display', size, title, room);
    const narrow = lines.every((line) => widthOf('display', size, line) <= room);
    if (narrow && lines.length * size * TITLE_LEADING <= height) return { size, lines };
  }
  const size = TITLE_SIZES[TITLE_SIZES.length - 1] ?? SMALL;
  const most = Math.floor(height / (size * TITLE_LEADING));
  const lines = breakLines('display', size, title, room);
  const kept = lines.slice(0, most);
  if (lines.length > most) kept[most - 1] = `${lines[most - 1]} ${lines[most]}`;
  return { size, lines: kept.map((line) => shorten('display', size, line, room)) };
}

/** Words of one line, parted by the dots that part them on the page. */
function facts(words: string[], y: number, width: number): string {
  let x = MARGIN;
  const drawn: string[] = [];
  for (const [index, given] of words
    .map(settable)
    .filter((word) => word !== '')
    .entries()) {
    if (index > 0) {
      drawn.push(`<circle cx="${x + 5}" cy="${y - 9}" r="6" fill="${colours.vermilion}"/>`);
      x += 28;
    }
    const room = MARGIN + width - x;
    if (room < 60) break;
    const word = shorten('text', SMALL, given, room);
    drawn.push(path(soft, setLine(word, { face: 'text', size: SMALL, x, y })));
    x += widthOf('text', SMALL, word) + 18;
  }
  return drawn.join('');
}

/** A name in letters we do not have is left out rather than shown as boxes. */
function settable(words: string): string {
  return canSet('text', words) && canSet('display', words) ? words : '';
}

/** The three shapes of the wordmark, see site/components/Wordmark.astro, and the name. */
function wordmark(name: string, x: number, y: number): string {
  const shapes = [
    path(colours.ink, 'M0 0h10a10 10 0 0 1-10 10z'),
    path(colours.vermilion, 'M10 15a5 5 0 0 1 10 0a5 5 0 0 1-10 0z'),
    path(colours.teal, 'M0 20v-10a10 10 0 0 1 10 10z'),
  ].join('');
  const words = setLine(settable(name), { face: 'display', size: SMALL, x: x + 62, y: y + 32 });
  return `<g transform="translate(${x} ${y}) scale(2.2)">${shapes}</g>${path(colours.ink, words)}`;
}

function plate(name: string, columns: number, x: number): string {
  const drawn = drawPlate(name, columns, 7);
  const scale = SHARE_HEIGHT / drawn.height;
  const shapes = drawn.paths.map(({ tone, d }) => path(colours[tone], d)).join('');
  return `<g transform="translate(${x} 0) scale(${scale})">${shapes}</g>`;
}

/** A whole drawing inside this one, as high as it is. */
function nested(svg: string, x: number): string {
  const end = svg.indexOf('>') + 1;
  const viewBox = /viewBox="[^"]*"/.exec(svg.slice(0, end))?.[0] ?? '';
  const tag = `<svg ${viewBox} x="${x}" width="${COVER_WIDTH}" height="${SHARE_HEIGHT}">`;
  return tag + svg.slice(end);
}

const path = (fill: string, d: string) => `<path fill="${fill}" d="${d}"/>`;
