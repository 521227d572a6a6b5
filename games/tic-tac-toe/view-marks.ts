const SVG = 'http://www.w3.org/2000/svg';

/** Strokes of the signs on a square of 100, as a brush would go. */
const strokes = {
  x: ['M24 22C40 40 58 60 78 79', 'M77 23C60 42 42 60 23 78'],
  o: ['M52 20C32 20 20 34 20 51s13 30 31 30 30-13 30-31-13-30-31-30'],
} as const;

/** Both signs, for a square to show the one it has: it says what it holds, and they nothing. */
export const bothMarks = (): SVGSVGElement[] => [markOf('x'), markOf('o')];

function markOf(mark: 'x' | 'o'): SVGSVGElement {
  const drawing = document.createElementNS(SVG, 'svg');
  drawing.setAttribute('viewBox', '0 0 100 100');
  drawing.setAttribute('aria-hidden', 'true');
  drawing.setAttribute('class', `three-mark three-mark--${mark}`);
  for (const stroke of strokes[mark]) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', stroke);
    path.setAttribute('pathLength', '1');
    drawing.append(path);
  }
  return drawing;
}
