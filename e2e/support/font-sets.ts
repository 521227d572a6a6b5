import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { launchBrowser } from '../../api/testing/find-browser.ts';

/** Names and metrics of a font in its own units. */
interface FontMetrics {
  familyName: string;
  fullName: string;
  postscriptName: string;
  unitsPerEm: number;
  ascent: number;
  descent: number;
  lineGap: number;
  /** Average width of a character in English text. */
  xWidthAvg: number;
}

const arialHeights = { unitsPerEm: 2048, ascent: 1854, descent: -434, lineGap: 67 };
const helveticaHeights = { unitsPerEm: 2048, ascent: 1577, descent: -471, lineGap: 0 };
const segoeHeights = { unitsPerEm: 2048, ascent: 2210, descent: -514, lineGap: 0 };

/**
 * Metrics of fonts that may not be distributed, from the package @capsizecss/metrics 4.3.0, which is not
 * installed because it has 30,000 files.
 */
export const systemFonts = {
  arial: {
    familyName: 'Arial',
    fullName: 'Arial',
    postscriptName: 'ArialMT',
    ...arialHeights,
    xWidthAvg: 913,
  },
  arialBold: {
    familyName: 'Arial',
    fullName: 'Arial Bold',
    postscriptName: 'Arial-BoldMT',
    ...arialHeights,
    xWidthAvg: 983,
  },
  helvetica: {
    familyName: 'Helvetica',
    fullName: 'Helvetica',
    postscriptName: 'Helvetica',
    ...helveticaHeights,
    xWidthAvg: 913,
  },
  helveticaBold: {
    familyName: 'Helvetica',
    fullName: 'Helvetica Bold',
    postscriptName: 'Helvetica-Bold',
    ...helveticaHeights,
    xWidthAvg: 983,
  },
  segoe: {
    familyName: 'Segoe UI',
    fullName: 'Segoe UI',
    postscriptName: 'SegoeUI',
    ...segoeHeights,
    xWidthAvg: 908,
  },
  segoeBold: {
    familyName: 'Segoe UI',
    fullName: 'Segoe UI Bold',
    postscriptName: 'SegoeUI-Bold',
    ...segoeHeights,
    xWidthAvg: 973,
  },
} satisfies Record<string, FontMetrics>;

/** Average width of a character, in sizes of the font. */
export const averageWidth = ({ xWidthAvg, unitsPerEm }: FontMetrics) => xWidthAvg / unitsPerEm;

/** Bytes before the records of the table directory, and of each record. */
const DIRECTORY = 12;

const RECORD = 16;

/** Paths of font files for tests. Package names are complete, so that knip detects unused packages. */
const urls = {
  arimoRegular: import.meta.resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf'),
  arimoBold: import.meta.resolve('@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf'),
  notoSansRegular: import.meta.resolve(
    '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  ),
  notoSansBold: import.meta.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
  notoSerifRegular: import.meta.resolve(
    '@expo-google-fonts/noto-serif/400Regular/NotoSerif_400Regular.ttf',
  ),
  notoSerifItalic: import.meta.resolve(
    '@expo-google-fonts/noto-serif/400Regular_Italic/NotoSerif_400Regular_Italic.ttf',
  ),
  notoSerifBold: import.meta.resolve('@expo-google-fonts/noto-serif/700Bold/NotoSerif_700Bold.ttf'),
  robotoRegular: import.meta.resolve('@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf'),
  robotoBold: import.meta.resolve('@expo-google-fonts/roboto/700Bold/Roboto_700Bold.ttf'),
  tinosRegular: import.meta.resolve('@expo-google-fonts/tinos/400Regular/Tinos_400Regular.ttf'),
  tinosItalic: import.meta.resolve(
    '@expo-google-fonts/tinos/400Regular_Italic/Tinos_400Regular_Italic.ttf',
  ),
  tinosBold: import.meta.resolve('@expo-google-fonts/tinos/700Bold/Tinos_700Bold.ttf'),
  dejaVuSansRegular: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  dejaVuSansBold: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  dejaVuSansCondensedRegular: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  dejaVuSansCondensedBold: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
  dejaVuSansMonoRegular: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf'),
  dejaVuSansMonoBold: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf'),
  dejaVuSerifRegular: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSerif.ttf'),
  dejaVuSerifBold: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSerif-Bold.ttf'),
  dejaVuSerifItalic: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSerif-Italic.ttf'),
};

export const fontFiles = Object.fromEntries(
  Object.entries(urls).map(([name, url]) => [name, fileURLToPath(url)]),
) as Record<keyof typeof urls, string>;

const arimo = {
  regular: fontFiles.arimoRegular,
  bold: fontFiles.arimoBold,
};
const tinos = [fontFiles.tinosRegular, fontFiles.tinosItalic, fontFiles.tinosBold];

/** Substitute for a font that may not be distributed: letters of another font with its names and metrics. */
export interface SubstituteFont {
  file: string;
  drawn: FontMetrics;
  metrics: FontMetrics;
}
/** Path of a font file, or a substitute. */
export type FontFile = string | SubstituteFont;
const substitute = (file: string, drawn: FontMetrics, metrics: FontMetrics): SubstituteFont => ({
  file,
  drawn,
  metrics,
});

/** Font files by machine; its browser finds no others. */
export const fontSets = {
  // Fonts of Debian’s fonts-dejavu-core.
  DejaVu: [
    fontFiles.dejaVuSansRegular,
    fontFiles.dejaVuSansBold,
    fontFiles.dejaVuSansMonoRegular,
    fontFiles.dejaVuSansMonoBold,
    fontFiles.dejaVuSerifRegular,
    fontFiles.dejaVuSerifBold,
  ],
  // The same fonts as Liberation Sans and Serif under other names.
  Liberation: [arimo.regular, arimo.bold, ...tinos],
  // Windows; its Times New Roman is as wide as Tinos.
  'Segoe UI': [
    substitute(arimo.regular, systemFonts.arial, systemFonts.segoe),
    substitute(arimo.bold, systemFonts.arialBold, systemFonts.segoeBold),
    ...tinos,
  ],
  // macOS with Times.
  Helvetica: [
    substitute(arimo.regular, systemFonts.arial, systemFonts.helvetica),
    substitute(arimo.bold, systemFonts.arialBold, systemFonts.helveticaBold),
    ...tinos,
  ],
  Noto: [
    fontFiles.notoSansRegular,
    fontFiles.notoSansBold,
    fontFiles.notoSerifRegular,
    fontFiles.notoSerifItalic,
    fontFiles.notoSerifBold,
  ],
  Roboto: [fontFiles.robotoRegular, fontFiles.robotoBold],
  // A font that the styles do not use; Chromium requires at least one font.
  'a stranger': [fontFiles.dejaVuSansCondensedRegular, fontFiles.dejaVuSansCondensedBold],
} satisfies Record<string, FontFile[]>;

export type FontSet = keyof typeof fontSets;

/**
 * Common rules of fontconfig, so that tests do not depend on the rules of their machine: families with the same
 * metrics, generic families, and slight hinting.
 */
const RULES = `
  <alias binding="same"><family>Arial</family><accept><family>Arimo</family></accept></alias>
  <alias binding="same"><family>Helvetica</family><accept><family>Arimo</family></accept></alias>
  <alias binding="same"><family>Liberation Sans</family><accept><family>Arimo</family></accept></alias>
  <alias binding="same"><family>Times New Roman</family><accept><family>Tinos</family></accept></alias>
  <alias binding="same"><family>Times</family><accept><family>Tinos</family></accept></alias>
  <alias binding="same"><family>Liberation Serif</family><accept><family>Tinos</family></accept></alias>
  <alias><family>sans-serif</family><prefer>
    <family>DejaVu Sans</family><family>Segoe UI</family><family>Helvetica</family><family>Arimo</family>
    <family>Noto Sans</family><family>Roboto</family>
  </prefer></alias>
  <alias><family>serif</family><prefer>
    <family>DejaVu Serif</family><family>Tinos</family><family>Noto Serif</family>
  </prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
  <match target="pattern">
    <edit name="hintstyle" mode="append"><const>hintslight</const></edit>
    <edit name="lcdfilter" mode="append"><const>lcddefault</const></edit>
  </match>`;

/** Writes the fonts of a set and their configuration to a folder. @returns the path of the configuration */
function writeFonts(set: FontSet, folder: string): string {
  const fonts = path.join(folder, 'fonts');
  mkdirSync(fonts, { recursive: true });
  const files: FontFile[] = fontSets[set];
  for (const font of files) {
    if (typeof font === 'string') {
      symlinkSync(font, path.join(fonts, path.basename(font)));
    } else {
      const { file, drawn, metrics } = font;
      const bytes = withMetrics(readFileSync(file), drawn, metrics);
      writeFileSync(path.join(fonts, `${metrics.postscriptName}.ttf`), bytes);
    }
  }
  const file = path.join(folder, 'fonts.conf');
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <cachedir>${path.join(folder, 'cache')}</cachedir>${RULES}
</fontconfig>
`,
  );
  return file;
}

/**
 * Returns the environment of a browser that only finds the fonts of Debian’s chromium package. The folder is
 * deleted when this process ends; workers use the folder of the main process.
 */
export function usualFonts(): NodeJS.ProcessEnv {
  if (process.env.JOURNEY_FONTS === undefined) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'fonts-'));
    process.env.JOURNEY_FONTS = writeFonts('DejaVu', folder);
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  }
  return { ...process.env, FONTCONFIG_FILE: process.env.JOURNEY_FONTS };
}

/** Launches a browser with only these fonts; closing it deletes their folder. */
export async function launchWithFonts(set: FontSet): Promise<Browser> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fonts-'));
  const browser = await launchBrowser({
    env: { ...process.env, FONTCONFIG_FILE: writeFonts(set, folder) },
  });
  browser.once('disconnected', () => rmSync(folder, { recursive: true, force: true }));
  return browser;
}

/**
 * Returns a TrueType font with the names, the average width and the heights of another font. A different number
 * of units per em scales all its letters.
 * @param drawn metrics of the given font
 */
function withMetrics(font: Buffer, drawn: FontMetrics, metrics: FontMetrics): Buffer {
  const names = nameTable(metrics);
  const result = Buffer.concat([font, Buffer.alloc(-font.length & 3), names]);
  const recordOf = (tag: string) => {
    const count = result.readUInt16BE(4);
    const records = Array.from({ length: count }, (_, index) => DIRECTORY + index * RECORD);
    const record = records.find((at) => result.toString('latin1', at, at + 4) === tag);
    if (record === undefined) throw new Error(`the font has no table ${tag}`);
    return record;
  };
  const tableAt = (tag: string) => result.readUInt32BE(recordOf(tag) + 8);

  const head = tableAt('head');
  const scale = averageWidth(metrics) / averageWidth(drawn);
  const unitsPerEm = Math.round(result.readUInt16BE(head + 18) / scale);
  result.writeUInt16BE(unitsPerEm, head + 18);

  const inUnits = (value: number) => Math.round((value / metrics.unitsPerEm) * unitsPerEm);
  const [ascent, descent, lineGap] = [metrics.ascent, metrics.descent, metrics.lineGap].map(
    inUnits,
  );
  const heights: [table: string, offset: number, value: number][] = [
    ['hhea', 4, ascent ?? 0],
    ['hhea', 6, descent ?? 0],
    ['hhea', 8, lineGap ?? 0],
    ['OS/2', 68, ascent ?? 0],
    ['OS/2', 70, descent ?? 0],
    ['OS/2', 72, lineGap ?? 0],
    ['OS/2', 74, ascent ?? 0],
    ['OS/2', 76, -(descent ?? 0)],
  ];
  for (const [table, offset, value] of heights) result.writeInt16BE(value, tableAt(table) + offset);

  const record = recordOf('name');
  result.writeUInt32BE(result.length - names.length, record + 8);
  result.writeUInt32BE(names.length, record + 12);
  return result;
}

/** Returns a name table with English names for Windows, which systems search. */
function nameTable({ familyName, fullName, postscriptName }: FontMetrics): Buffer {
  const style = fullName.slice(familyName.length).trim() || 'Regular';
  const names = [
    { id: 1, text: familyName },
    { id: 2, text: style },
    { id: 4, text: fullName },
    { id: 6, text: postscriptName },
  ].map(({ id, text }) => ({ id, bytes: Buffer.from(text, 'utf16le').swap16() }));
  const header = [0, names.length, 6 + names.length * 12];
  let offset = 0;
  for (const { id, bytes } of names) {
    header.push(3, 1, 0x409, id, bytes.length, offset);
    offset += bytes.length;
  }
  const numbers = Buffer.alloc(header.length * 2);
  for (const [index, value] of header.entries()) numbers.writeUInt16BE(value, index * 2);
  return Buffer.concat([numbers, ...names.map(({ bytes }) => bytes)]);
}
