import displayAccents from '../styles/fonts/bricolage-accents.woff2?url';
import displayBasic from '../styles/fonts/bricolage-basic.woff2?url';
import displayExtended from '../styles/fonts/bricolage-extended.woff2?url';
import textAccents from '../styles/fonts/newsreader-accents.woff2?url';
import textBasic from '../styles/fonts/newsreader-basic.woff2?url';
import boldAccents from '../styles/fonts/newsreader-bold-accents.woff2?url';
import boldBasic from '../styles/fonts/newsreader-bold-basic.woff2?url';
import boldExtended from '../styles/fonts/newsreader-bold-extended.woff2?url';
import textExtended from '../styles/fonts/newsreader-extended.woff2?url';
import italicAccents from '../styles/fonts/newsreader-italic-accents.woff2?url';
import italicBasic from '../styles/fonts/newsreader-italic-basic.woff2?url';

/** Font faces that a page can use on its first screen. */
export type Face = 'display' | 'text' | 'bold' | 'italic';

/** Files of each face: basic Latin, Latin-1 and Latin Extended. The italic face has no third file. */
const files: Record<Face, string[]> = {
  display: [displayBasic, displayAccents, displayExtended],
  text: [textBasic, textAccents, textExtended],
  bold: [boldBasic, boldAccents, boldExtended],
  italic: [italicBasic, italicAccents],
};

/** The same ranges as `unicode-range` in styles/fonts.css. */
const accents = /[¡-¦¨ª¬¯±-¶¸-º¼-ÖØ-öø-ÿıŒœ‹›]/;
const extended = /[Ā-İĲ-őŔ-ſȘ-țẀ-ẞ]/;

/**
 * Returns the URLs of the font files that a page preloads.
 * @param faces font faces of the first screen
 * @param words text of the first screen, whose letters determine the files
 */
export function preloadedFonts(faces: Face[], words: string): string[] {
  return faces.flatMap((face) => {
    const [basic, withAccents, withExtended] = files[face];
    return [basic, accents.test(words) && withAccents, extended.test(words) && withExtended].filter(
      (file) => typeof file === 'string',
    );
  });
}
