/**
 * `node e2e/support/fallback-fonts.ts` writes site/styles/fallback-fonts.css: font faces of system fonts, scaled so that text
 * is as wide and as high as in the brand fonts.
 *
 * Chromium measures the real files. Segoe UI and Helvetica may not be distributed: their widths are those of Arial
 * times the ratio of the average widths in font-sets.ts, which is 1 for Helvetica.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { launchBrowser } from '../../api/testing/find-browser.ts';
import { averageWidth, fontFiles, systemFonts } from './font-sets.ts';

const styles = path.join(import.meta.dirname, '..', '..', 'site', 'styles');
const brand = (name: string) => path.join(styles, 'fonts', `${name}-basic.woff2`);

/** A system font: its names for `local()`, and the file with its widths. */
interface LocalFont {
  names: string[];
  file: string;
  /** Average width of a character, if the file is of another font. */
  ratio?: number;
}

/** A brand face at one weight, with the fallbacks for a range of weights or for the italic. */
interface Role {
  file: string;
  weight: number;
  descriptor: string;
  /** True for faces that are also used for capitals, which get their own scale. */
  capitals?: boolean;
  /** Ascent and descent of the brand font, in thousandths of its size. */
  heights: [number, number];
  fallbacks: Record<string, LocalFont>;
}

const arial = fontFiles.arimoRegular;
const arialBold = fontFiles.arimoBold;

// On Linux, browsers search all fonts for each name, which takes longer than on other systems. So a font has few
// names, and DejaVu, which nearly every Linux has, is the first one.
const sans: Record<string, LocalFont> = {
  'Sized DejaVu Sans': { names: ['DejaVu Sans'], file: fontFiles.dejaVuSansRegular },
  'Sized Arial': { names: ['Arial', 'Liberation Sans', 'Arimo Regular', 'Helvetica'], file: arial },
  'Sized Roboto': { names: ['Roboto-Regular'], file: fontFiles.robotoRegular },
  'Sized Noto Sans': { names: ['Noto Sans', 'NotoSans-Regular'], file: fontFiles.notoSansRegular },
  'Sized Segoe UI': {
    names: ['Segoe UI'],
    file: arial,
    ratio: averageWidth(systemFonts.segoe) / averageWidth(systemFonts.arial),
  },
};
const sansBold: Record<string, LocalFont> = {
  'Sized DejaVu Sans': { names: ['DejaVu Sans Bold'], file: fontFiles.dejaVuSansBold },
  'Sized Arial': {
    names: ['Arial Bold', 'Liberation Sans Bold', 'Arimo Bold', 'Helvetica-Bold'],
    file: arialBold,
  },
  'Sized Roboto': { names: ['Roboto-Bold'], file: fontFiles.robotoBold },
  'Sized Noto Sans': { names: ['Noto Sans Bold'], file: fontFiles.notoSansBold },
  'Sized Segoe UI': {
    names: ['Segoe UI Bold'],
    file: arialBold,
    ratio: averageWidth(systemFonts.segoeBold) / averageWidth(systemFonts.arialBold),
  },
};
const serif: Record<string, LocalFont> = {
  'Sized DejaVu Serif': { names: ['DejaVu Serif'], file: fontFiles.dejaVuSerifRegular },
  'Sized Times': {
    names: ['Times New Roman', 'Liberation Serif', 'Tinos Regular'],
    file: fontFiles.tinosRegular,
  },
  'Sized Noto Serif': {
    names: ['Noto Serif', 'NotoSerif-Regular'],
    file: fontFiles.notoSerifRegular,
  },
};
const serifBold: Record<string, LocalFont> = {
  'Sized DejaVu Serif': { names: ['DejaVu Serif Bold'], file: fontFiles.dejaVuSerifBold },
  'Sized Times': {
    names: ['Times New Roman Bold', 'Liberation Serif Bold', 'Tinos Bold'],
    file: fontFiles.tinosBold,
  },
  'Sized Noto Serif': { names: ['Noto Serif Bold'], file: fontFiles.notoSerifBold },
};
const serifItalic: Record<string, LocalFont> = {
  // Debian’s fonts-dejavu-core has no italic; its upright letters have the same width.
  'Sized DejaVu Serif': {
    names: ['DejaVu Serif Italic', 'DejaVu Serif'],
    file: fontFiles.dejaVuSerifItalic,
  },
  'Sized Times': {
    names: ['Times New Roman Italic', 'Liberation Serif Italic', 'Tinos Italic'],
    file: fontFiles.tinosItalic,
  },
  'Sized Noto Serif': { names: ['Noto Serif Italic'], file: fontFiles.notoSerifItalic },
};

const BRICOLAGE: [number, number] = [930, 270];
const NEWSREADER: [number, number] = [735, 265];

const display = { file: brand('bricolage'), heights: BRICOLAGE };
/** The styles use the weights 400, 500, 550, 600, 650, 700, 750 and 800. */
const roles: Role[] = [
  { ...display, weight: 450, descriptor: 'font-weight: 400 500', fallbacks: sans },
  {
    ...display,
    weight: 700,
    descriptor: 'font-weight: 550 800',
    fallbacks: sansBold,
    capitals: true,
  },
  {
    file: brand('newsreader'),
    weight: 400,
    heights: NEWSREADER,
    descriptor: 'font-weight: 400',
    fallbacks: serif,
  },
  {
    file: brand('newsreader-bold'),
    weight: 700,
    heights: NEWSREADER,
    descriptor: 'font-weight: 700',
    fallbacks: serifBold,
  },
  {
    file: brand('newsreader-italic'),
    weight: 400,
    heights: NEWSREADER,
    descriptor: 'font-style: italic',
    fallbacks: serifItalic,
  },
];

/** Sample of English text as on such a site. */
const SAMPLE =
  `A queue that survives anything, in two short functions, and a test that kills the process
at every step. Software engineer for systems that must not lose anything. The first version took four
hours and lost one message in ten thousand; I measured it before I believed it. When the power goes, the
last page may be torn, so each change is written twice: once to the log, and once to where it belongs.
What does "saved" mean? You press a button, a spinner turns, and somewhere 4,096 bytes become true. Most
readers never ask. I build small, fast, dependable software and write about how it works: payments,
schedules, ticket gates, imports that run at night and must be right in the morning. By the way, Quick
Jobs Vex Many Kind People in Zurich, Oxford, Leipzig, New York and Warsaw.`.replaceAll('\n', ' ');

interface Widths {
  text: number;
  capitals: number;
}

/** Average width of a character in each file, in sizes of the font. */
async function measureWidths(files: { file: string; weight: number }[]): Promise<Widths[]> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const fonts = files.map(({ file, weight }) => ({
      data: readFileSync(file).toString('base64'),
      weight,
    }));
    return await page.evaluate(
      async ({ fonts, sample }) => {
        const context = document.createElement('canvas').getContext('2d');
        if (!context) throw new Error('no canvas');
        const widthOf = (text: string) => context.measureText(text).width / 100 / text.length;
        const widths: { text: number; capitals: number }[] = [];
        for (const [index, { data, weight }] of fonts.entries()) {
          const bytes = Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0));
          const face = new FontFace(`measured-${index}`, bytes, { weight: '100 900' });
          document.fonts.add(await face.load());
          context.font = `${weight} 100px measured-${index}`;
          const capitals = sample.replaceAll(/[^A-Za-z]/g, '').toUpperCase();
          widths.push({ text: widthOf(sample), capitals: widthOf(capitals) });
        }
        return widths;
      },
      { fonts, sample: SAMPLE },
    );
  } finally {
    await browser.close();
  }
}

const percent = (share: number) => `${Math.round(share * 1000) / 10}%`;

const faces: string[] = [];
for (const { file, weight, descriptor, heights, fallbacks, capitals } of roles) {
  const fonts = Object.entries(fallbacks);
  const [own, ...widths] = await measureWidths([
    { file, weight },
    ...fonts.map(([, local]) => ({ file: local.file, weight: 400 })),
  ]);
  if (!own) throw new Error(`${file} could not be measured`);
  for (const [index, [family, { names, ratio = 1 }]] of fonts.entries()) {
    const local = widths[index] ?? own;
    const add = (scale: number, range?: string) => {
      const [ascent, descent] = heights;
      faces.push(`@font-face {
  font-family: "${family}";
  ${descriptor};
  src: ${names.map((name) => `local("${name}")`).join(', ')};
  size-adjust: ${percent(scale)};
  ascent-override: ${percent(ascent / 1000 / scale)};
  descent-override: ${percent(descent / 1000 / scale)};
  line-gap-override: 0%;${range === undefined ? '' : `\n  unicode-range: ${range};`}
}`);
    };
    add(own.text / (local.text * ratio), capitals ? 'U+0-40, U+5B-10FFFF' : undefined);
    if (capitals) add(own.capitals / (local.capitals * ratio), 'U+41-5A');
  }
}
writeFileSync(
  path.join(styles, 'fallback-fonts.css'),
  `/* Written by \`node e2e/support/fallback-fonts.ts\`, see fonts/README.md. */\n${faces.join('\n')}\n`,
);
