import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { OgImageData } from '#contracts/image.ts';
import { drawOgImage } from './draw-og-image.ts';

const card = (title: string, more: Partial<OgImageData> = {}): OgImageData => ({
  site: 'Maren Halvard',
  title,
  facts: ['Maren Halvard', '12 Min Read'],
  patternSeed: 'a-name',
  ...more,
});

/** Returns the share of dark pixels in the area of the title. */
async function inkShareOf(image: Buffer): Promise<number> {
  const area = { left: 64, top: 170, width: 700, height: 330 };
  const pixels = await sharp(image).extract(area).greyscale().raw().toBuffer();
  return pixels.filter((grey) => grey < 90).length / pixels.length;
}

describe('an Open Graph image', { tags: ['topic'] }, () => {
  it.each([
    ['a short title', 'Go'],
    ['a long title', 'A word, and another one, '.repeat(12)],
    ['one long word', 'Donaudampfschifffahrtsgesellschaftskapitänsmützenknopfloch'],
    ['accents', 'Čtvrtá Ünïcödé łódź'],
    ['decomposed accents', 'Ünïcödé'.normalize('NFD')],
    ['characters without glyphs', '日本語のタイトル'],
    ['right-to-left text', 'عنوان المقال'],
    ['only a pictograph', '🚀👩‍🚀'],
    ['an empty title', ''],
    ['markup', '</text><script>alert(1)</script> & "more"'],
    ['control characters', 'a\u0000b\u0007c'],
  ])('is a PNG of 1200 × 630 pixels for %s', async (_name, title) => {
    const image = await drawOgImage(card(title));
    const { format, width, height } = await sharp(image).metadata();
    expect([format, width, height]).toEqual(['png', 1200, 630]);
    expect(image.length).toBeLessThan(120_000);
  });

  it('depends only on the data of the card', async () => {
    const first = await drawOgImage(card('One title'));
    expect((await drawOgImage(card('One title'))).equals(first)).toBe(true);
    expect((await drawOgImage(card('Two titles'))).equals(first)).toBe(false);
    expect((await drawOgImage(card('One title', { patternSeed: 'other' }))).equals(first)).toBe(
      false,
    );
  });

  it('omits pictographs, and the whole title if glyphs are missing', async () => {
    const plain = await drawOgImage(card('Ship it'));
    expect((await drawOgImage(card('Ship it 🚀'))).equals(plain)).toBe(true);
    expect(await inkShareOf(plain)).toBeGreaterThan(0.005);
    // Both titles are omitted, so the images are equal.
    const first = await drawOgImage(card('日本語'));
    expect((await drawOgImage(card('عنوان'))).equals(first)).toBe(true);
  });

  it('shows a cover instead of the pattern at full height without overlapping the title', async () => {
    const cover =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 75 100" width="600" height="800"><rect x="-200" width="400" height="100" fill="#00f"/></svg>';
    const title = 'A word and another '.repeat(5);
    const image = await drawOgImage(card(title, { cover }));
    const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({
      resolveWithObject: true,
    });
    const isBlue = (x: number, y: number) => {
      const [red = 0, green = 0, blue = 0] = data.subarray((y * info.width + x) * 3);
      return red < 40 && green < 40 && blue > 200;
    };
    for (const y of [0, 300, 629]) {
      expect([730, 900, 1199].map((x) => isBlue(x, y))).toEqual([true, true, true]);
      expect([0, 400, 724].map((x) => isBlue(x, y))).toEqual([false, false, false]);
    }
    // The title ends before the cover begins.
    const gap = { left: 1200 - 472 - 60, top: 170, width: 50, height: 330 };
    const pixels = await sharp(image).extract(gap).greyscale().raw().toBuffer();
    expect(Math.min(...pixels)).toBeGreaterThan(200);
    expect(await inkShareOf(image)).toBeGreaterThan(0.03);
  });

  it('has more dark pixels for longer titles in any size', async () => {
    const few = await inkShareOf(await drawOgImage(card('I')));
    const many = await inkShareOf(await drawOgImage(card('A word and another '.repeat(5))));
    expect(many).toBeGreaterThan(3 * few);
  });
});
