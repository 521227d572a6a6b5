import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import arial from '@capsizecss/metrics/arial';
import arialBold from '@capsizecss/metrics/arial/700';
import helvetica from '@capsizecss/metrics/helvetica';
import helveticaBold from '@capsizecss/metrics/helvetica/700';
import segoe from '@capsizecss/metrics/segoeUI';
import segoeBold from '@capsizecss/metrics/segoeUI/700';
import { type Browser, chromium } from '@playwright/test';
import { browserFlags, findBrowser } from '../api/testing/find-browser.ts';
import { fontFiles } from './font-files.ts';
import { type FontMetrics, withMetrics } from './font-metrics.ts';

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
    substitute(arimo.regular, arial, segoe),
    substitute(arimo.bold, arialBold, segoeBold),
    ...tinos,
  ],
  // macOS with Times.
  Helvetica: [
    substitute(arimo.regular, arial, helvetica),
    substitute(arimo.bold, arialBold, helveticaBold),
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
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    args: browserFlags,
    env: { ...process.env, FONTCONFIG_FILE: writeFonts(set, folder) },
    ...(executablePath && { executablePath }),
  });
  browser.once('disconnected', () => rmSync(folder, { recursive: true, force: true }));
  return browser;
}
