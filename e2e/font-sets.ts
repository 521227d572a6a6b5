import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
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
import { type FontMetrics, withMetrics } from './font-metrics.ts';

const resolve = createRequire(import.meta.url).resolve;
const google = (names: string[]) => names.map((name) => resolve(`@expo-google-fonts/${name}.ttf`));

const dejavu = (name: string) => resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);

const arimo = {
  regular: resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf'),
  bold: resolve('@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf'),
};
const tinos = google([
  'tinos/400Regular/Tinos_400Regular',
  'tinos/400Regular_Italic/Tinos_400Regular_Italic',
  'tinos/700Bold/Tinos_700Bold',
]);

/** A font that may not be distributed: letters of another one with its names and metrics. */
export interface StandIn {
  file: string;
  drawn: FontMetrics;
  metrics: FontMetrics;
}
/** A font file by its path, or what to make it of. */
export type FontFile = string | StandIn;
const standIn = (file: string, drawn: FontMetrics, metrics: FontMetrics): StandIn => ({
  file,
  drawn,
  metrics,
});

/** Font files of a machine: all that its browser finds. */
export const fontSets = {
  // What Debian's fonts-dejavu-core has.
  DejaVu: [
    'DejaVuSans',
    'DejaVuSans-Bold',
    'DejaVuSansMono',
    'DejaVuSansMono-Bold',
    'DejaVuSerif',
    'DejaVuSerif-Bold',
  ].map(dejavu),
  // The same fonts as Liberation Sans and Serif, under their other names.
  Liberation: [arimo.regular, arimo.bold, ...tinos],
  // Windows: its Times New Roman is as wide as Tinos.
  'Segoe UI': [
    standIn(arimo.regular, arial, segoe),
    standIn(arimo.bold, arialBold, segoeBold),
    ...tinos,
  ],
  // macOS, with Times.
  Helvetica: [
    standIn(arimo.regular, arial, helvetica),
    standIn(arimo.bold, arialBold, helveticaBold),
    ...tinos,
  ],
  Noto: google([
    'noto-sans/400Regular/NotoSans_400Regular',
    'noto-sans/700Bold/NotoSans_700Bold',
    'noto-serif/400Regular/NotoSerif_400Regular',
    'noto-serif/400Regular_Italic/NotoSerif_400Regular_Italic',
    'noto-serif/700Bold/NotoSerif_700Bold',
  ]),
  Roboto: google(['roboto/400Regular/Roboto_400Regular', 'roboto/700Bold/Roboto_700Bold']),
  // None that the styles know. Chromium does not run without any font.
  'a stranger': ['DejaVuSansCondensed', 'DejaVuSansCondensed-Bold'].map(dejavu),
} satisfies Record<string, FontFile[]>;

export type FontSet = keyof typeof fontSets;

/** Launches a browser that finds these fonts alone; closing it removes its folder. */
export async function launchWithFonts(set: FontSet): Promise<Browser> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fonts-'));
  const fonts = path.join(folder, 'fonts');
  mkdirSync(fonts);
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
  <cachedir>${path.join(folder, 'cache')}</cachedir>
  <include ignore_missing="yes">/etc/fonts/conf.d</include>
</fontconfig>
`,
  );
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    args: browserFlags,
    env: { ...process.env, FONTCONFIG_FILE: file },
    ...(executablePath && { executablePath }),
  });
  browser.once('disconnected', () => rmSync(folder, { recursive: true, force: true }));
  return browser;
}
