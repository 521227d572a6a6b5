import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';

const file = (name: string) =>
  readFileSync(new URL(`../../site/styles/fonts/${name}.ttf`, import.meta.url));
const faces = {
  display: create(file('print-bricolage-bold')),
  text: create(file('print-newsreader-semibold')),
};

/** A face of the site, whole in one file: no font of the machine is ever asked for. */
export type Face = keyof typeof faces;

/** Where a line of text stands, in pixels of the drawing; `y` is its base line. */
export interface Place {
  face: Face;
  size: number;
  x: number;
  y: number;
}

/** Whether a face has every character of a text; what it lacks would come out as empty boxes. */
export function canSet(face: Face, text: string): boolean {
  const font: Font = faces[face];
  return [...text].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
}

/** Width of one line in pixels. */
export function widthOf(face: Face, size: number, text: string): number {
  const font = faces[face];
  return (font.layout(text).advanceWidth * size) / font.unitsPerEm;
}

/** One line as the data of an SVG path: a drawing of it needs no font any more. */
export function setLine(text: string, { face, size, x, y }: Place): string {
  const font = faces[face];
  const scale = size / font.unitsPerEm;
  const { glyphs, positions } = font.layout(text);
  let pen = 0;
  const drawn = glyphs.map(({ path }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    const left = x + (pen + xOffset) * scale;
    pen += xAdvance;
    return path
      .scale(scale, -scale)
      .translate(left, y - yOffset * scale)
      .toSVG();
  });
  return drawn.join('');
}

/** A text in lines that fit a width, broken where its language allows it. */
export function breakLines(face: Face, size: number, text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && widthOf(face, size, longer) <= width)
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** A line cut so that it fits a width, with an ellipsis where it was cut. */
export function shorten(face: Face, size: number, text: string, width: number): string {
  if (widthOf(face, size, text) <= width) return text;
  const letters = [...text];
  while (letters.length > 1 && widthOf(face, size, `${letters.join('').trimEnd()}…`) > width) {
    letters.pop();
  }
  return `${letters.join('').trimEnd()}…`;
}
