import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import sharp from 'sharp';
import { drawCoverPattern, type Tone } from '#contracts/cover-pattern.ts';
import { OG_IMAGE_HEIGHT, OG_IMAGE_WIDTH, type OgImageData } from '#contracts/image.ts';

const readFont = (name: string) =>
  readFileSync(new URL(`../../site/styles/fonts/${name}.ttf`, import.meta.url));

const faces = {
  display: create(readFont('print-bricolage-bold')),
  text: create(readFont('print-newsreader-semibold')),
};

/** Typeface of the site, loaded from one file, so that drawings do not depend on installed fonts. */
type Face = keyof typeof faces;

/** Typeface, size and position of a line of text in pixels; `y` is the baseline. */
interface TextStyle {
  face: Face;
  size: number;
  x: number;
  y: number;
}

/** Light colours of site/styles/tokens.css. */
const background = '#f6f1e6';
const mutedText = '#5b5346';
const colours: Record<Tone, string> = {
  ink: '#1e1b16',
  sand: '#e6dcc8',
  teal: '#105c5c',
  vermilion: '#d9442b',
};

const MARGIN = 64;
/** Columns of tiles of the cover pattern beside the title. */
const PATTERN_COLUMNS = 4;
/** Rows of tiles, which fill the height. */
const PATTERN_ROWS = 7;
const TILE = OG_IMAGE_HEIGHT / PATTERN_ROWS;
const PATTERN_WIDTH = PATTERN_COLUMNS * TILE;
/** Width of a cover that replaces the pattern and fills the height. */
const COVER_WIDTH = (OG_IMAGE_HEIGHT * 3) / 4;
const TITLE_TOP = 178;
const TITLE_BOTTOM = 496;
/** Font sizes of titles in pixels; the first that fits is used. */
const TITLE_SIZES = [92, 84, 76, 68, 60, 54, 48] as const;
/** Line height of titles, relative to the font size. */
const TITLE_LEADING = 1.06;
/** Font size of all other text in pixels. */
const TEXT_SIZE = 27;
/** Pictographs, which the typefaces lack and a title can omit. */
const pictographs = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f|\u20e3/gu;

/**
 * Draws an Open Graph image as a PNG. If the typefaces lack characters of the title, the image consists
 * of the cover pattern and the name of the site.
 */
export async function drawOgImage(card: OgImageData): Promise<Buffer> {
  const title = card.title.normalize('NFC').replace(pictographs, '').replace(/\s+/g, ' ').trim();
  const isDrawable = title !== '' && hasGlyphs('display', title);
  const drawing = isDrawable ? drawWithTitle(card, title) : drawWithoutTitle(card);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${OG_IMAGE_WIDTH}" height="${OG_IMAGE_HEIGHT}"><rect width="100%" height="100%" fill="${background}"/>${drawing}</svg>`;
  const image = sharp(Buffer.from(svg));
  if (card.coverImage === undefined || !isDrawable) {
    return image.png({ palette: true, colours: 64, effort: 7 }).toBuffer();
  }
  const left = Math.round(OG_IMAGE_WIDTH - COVER_WIDTH);
  const cover = await sharp(card.coverImage)
    .resize(OG_IMAGE_WIDTH - left, OG_IMAGE_HEIGHT, { fit: 'cover', position: 'attention' })
    .flatten({ background })
    .toBuffer();
  // A photograph needs more colours than a drawing.
  return image
    .composite([{ input: cover, left, top: 0 }])
    .png({ palette: true, effort: 7 })
    .toBuffer();
}

function drawWithTitle(card: OgImageData, title: string): string {
  const coverWidth = card.cover || card.coverImage ? COVER_WIDTH : PATTERN_WIDTH;
  const textWidth = OG_IMAGE_WIDTH - coverWidth - 2 * MARGIN;
  const { size, lines } = fitTitle(title, textWidth);
  const leading = size * TITLE_LEADING;
  const height = leading * lines.length;
  const top = TITLE_BOTTOM - height;
  const linePaths = lines.map((line, index) =>
    textToPath(line, { face: 'display', size, x: MARGIN, y: top + leading * index + size * 0.86 }),
  );
  return [
    card.cover
      ? nestSvg(card.cover, OG_IMAGE_WIDTH - COVER_WIDTH)
      : drawPattern(card.patternSeed, PATTERN_COLUMNS, OG_IMAGE_WIDTH - PATTERN_WIDTH),
    drawWordmark(card.site, MARGIN, 64),
    path(colours.ink, linePaths.join('')),
    `<rect x="${MARGIN}" y="528" width="${textWidth}" height="5" fill="${colours.ink}"/>`,
    drawFacts(card.facts, 585, textWidth),
  ].join('');
}

function drawWithoutTitle(card: OgImageData): string {
  const columns = Math.ceil(OG_IMAGE_WIDTH / TILE);
  const nameWidth = measureText('display', TEXT_SIZE, drawableText(card.site));
  const width = TILE * Math.ceil((nameWidth + 160) / TILE);
  const box = `<rect y="${OG_IMAGE_HEIGHT - TILE}" width="${width}" height="${TILE}" fill="${background}"/>`;
  return (
    drawPattern(card.patternSeed, columns, 0) +
    box +
    drawWordmark(card.site, TILE / 2, OG_IMAGE_HEIGHT - 67)
  );
}

/** Returns the lines of a title in the largest size that fits; in the smallest size it may be cut. */
function fitTitle(title: string, maxWidth: number): { size: number; lines: string[] } {
  const height = TITLE_BOTTOM - TITLE_TOP;
  for (const size of TITLE_SIZES) {
    const lines = breakLines('display', size, title, maxWidth);
    const fitsWidth = lines.every((line) => measureText('display', size, line) <= maxWidth);
    if (fitsWidth && lines.length * size * TITLE_LEADING <= height) return { size, lines };
  }
  const size = TITLE_SIZES[TITLE_SIZES.length - 1] ?? TEXT_SIZE;
  const maxLines = Math.floor(height / (size * TITLE_LEADING));
  const lines = breakLines('display', size, title, maxWidth);
  const visibleLines = lines.slice(0, maxLines);
  if (lines.length > maxLines) {
    visibleLines[maxLines - 1] = `${lines[maxLines - 1]} ${lines[maxLines]}`;
  }
  return { size, lines: visibleLines.map((line) => shortenLine('display', size, line, maxWidth)) };
}

/** Draws facts in one line, separated by dots as on the page. */
function drawFacts(facts: string[], y: number, width: number): string {
  let x = MARGIN;
  const shapes: string[] = [];
  const drawableFacts = facts.map(drawableText).filter((fact) => fact !== '');
  for (const [index, fact] of drawableFacts.entries()) {
    if (index > 0) {
      shapes.push(`<circle cx="${x + 5}" cy="${y - 9}" r="6" fill="${colours.vermilion}"/>`);
      x += 28;
    }
    const remainingWidth = MARGIN + width - x;
    if (remainingWidth < 60) break;
    const line = shortenLine('text', TEXT_SIZE, fact, remainingWidth);
    shapes.push(path(mutedText, textToPath(line, { face: 'text', size: TEXT_SIZE, x, y })));
    x += measureText('text', TEXT_SIZE, line) + 18;
  }
  return shapes.join('');
}

/** Returns a text, or an empty one if the typefaces lack any of its characters. */
function drawableText(text: string): string {
  return hasGlyphs('text', text) && hasGlyphs('display', text) ? text : '';
}

/** Draws the shapes of site/components/Wordmark.astro and the name of the site. */
function drawWordmark(name: string, x: number, y: number): string {
  const shapes = [
    path(colours.ink, 'M0 0h10a10 10 0 0 1-10 10z'),
    path(colours.vermilion, 'M10 15a5 5 0 0 1 10 0a5 5 0 0 1-10 0z'),
    path(colours.teal, 'M0 20v-10a10 10 0 0 1 10 10z'),
  ].join('');
  const namePath = textToPath(drawableText(name), {
    face: 'display',
    size: TEXT_SIZE,
    x: x + 62,
    y: y + 32,
  });
  return `<g transform="translate(${x} ${y}) scale(2.2)">${shapes}</g>${path(colours.ink, namePath)}`;
}

function drawPattern(name: string, columns: number, x: number): string {
  const pattern = drawCoverPattern(name, columns, PATTERN_ROWS);
  const scale = OG_IMAGE_HEIGHT / pattern.height;
  const shapes = pattern.paths.map(({ tone, d }) => path(colours[tone], d)).join('');
  return `<g transform="translate(${x} 0) scale(${scale})">${shapes}</g>`;
}

/** Nests an SVG document at full height. */
function nestSvg(svg: string, x: number): string {
  const end = svg.indexOf('>') + 1;
  const viewBox = /viewBox="[^"]*"/.exec(svg.slice(0, end))?.[0] ?? '';
  const tag = `<svg ${viewBox} x="${x}" width="${COVER_WIDTH}" height="${OG_IMAGE_HEIGHT}">`;
  return tag + svg.slice(end);
}

const path = (fill: string, d: string) => `<path fill="${fill}" d="${d}"/>`;

/** True if a typeface has all characters of a text; missing ones would be drawn as empty boxes. */
function hasGlyphs(face: Face, text: string): boolean {
  const font: Font = faces[face];
  return [...text].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
}

/** Returns the width of a line in pixels. */
function measureText(face: Face, size: number, text: string): number {
  const font = faces[face];
  return (font.layout(text).advanceWidth * size) / font.unitsPerEm;
}

/** Returns a line of text as the data of an SVG path, which needs no font. */
function textToPath(text: string, { face, size, x, y }: TextStyle): string {
  const font = faces[face];
  const scale = size / font.unitsPerEm;
  const { glyphs, positions } = font.layout(text);
  let pen = 0;
  const paths = glyphs.map(({ path }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    const left = x + (pen + xOffset) * scale;
    pen += xAdvance;
    return path
      .scale(scale, -scale)
      .translate(left, y - yOffset * scale)
      .toSVG();
  });
  return paths.join('');
}

/** Splits a text at spaces into lines that fit a width; a longer word gets its own line. */
function breakLines(face: Face, size: number, text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && measureText(face, size, longer) <= width)
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Shortens a line to a width, with an ellipsis. */
function shortenLine(face: Face, size: number, text: string, width: number): string {
  if (measureText(face, size, text) <= width) return text;
  const letters = [...text];
  while (letters.length > 1 && measureText(face, size, `${letters.join('').trimEnd()}…`) > width) {
    letters.pop();
  }
  return `${letters.join('').trimEnd()}…`;
}
