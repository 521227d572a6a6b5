import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';

const readFont = (name: string) =>
  readFileSync(new URL(`../../site/styles/fonts/${name}.ttf`, import.meta.url));
const faces = {
  display: create(readFont('print-bricolage-bold')),
  text: create(readFont('print-newsreader-semibold')),
};

/** Typeface of the site, loaded from one file, so that drawings do not depend on installed fonts. */
export type Face = keyof typeof faces;

/** Typeface, size and position of a line of text in pixels; `y` is the baseline. */
export interface TextStyle {
  face: Face;
  size: number;
  x: number;
  y: number;
}

/** True if a typeface has all characters of a text; missing ones would be drawn as empty boxes. */
export function hasGlyphs(face: Face, text: string): boolean {
  const font: Font = faces[face];
  return [...text].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
}

/** Returns the width of a line in pixels. */
export function measureText(face: Face, size: number, text: string): number {
  const font = faces[face];
  return (font.layout(text).advanceWidth * size) / font.unitsPerEm;
}

/** Returns a line of text as the data of an SVG path, which needs no font. */
export function textToPath(text: string, { face, size, x, y }: TextStyle): string {
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
export function breakLines(face: Face, size: number, text: string, width: number): string[] {
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
export function shortenLine(face: Face, size: number, text: string, width: number): string {
  if (measureText(face, size, text) <= width) return text;
  const letters = [...text];
  while (letters.length > 1 && measureText(face, size, `${letters.join('').trimEnd()}…`) > width) {
    letters.pop();
  }
  return `${letters.join('').trimEnd()}…`;
}
