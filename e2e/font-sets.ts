import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { browserFlags, findBrowser } from '../api/testing/find-browser.ts';

const resolve = createRequire(import.meta.url).resolve;
const google = (names: string[]) => names.map((name) => resolve(`@expo-google-fonts/${name}.ttf`));

const dejavu = (name: string) => resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);

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
  Liberation: google([
    'arimo/400Regular/Arimo_400Regular',
    'arimo/700Bold/Arimo_700Bold',
    'tinos/400Regular/Tinos_400Regular',
    'tinos/400Regular_Italic/Tinos_400Regular_Italic',
    'tinos/700Bold/Tinos_700Bold',
  ]),
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
};

export type FontSet = keyof typeof fontSets;

/** Launches a browser that finds these fonts alone; closing it removes its folder. */
export async function launchWithFonts(set: FontSet): Promise<Browser> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fonts-'));
  const fonts = path.join(folder, 'fonts');
  mkdirSync(fonts);
  for (const file of fontSets[set]) symlinkSync(file, path.join(fonts, path.basename(file)));
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
