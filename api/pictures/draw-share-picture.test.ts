import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { ShareCard } from '#contracts/share-picture.ts';
import { drawSharePicture } from './draw-share-picture.ts';

const card = (title: string, more: Partial<ShareCard> = {}): ShareCard => ({
  site: 'Maren Halvard',
  title,
  facts: ['Maren Halvard', '12 Min Read'],
  plate: 'a-name',
  ...more,
});

/** Share of ink in the part of the picture where the title stands. */
async function inkOf(picture: Buffer): Promise<number> {
  const area = { left: 64, top: 170, width: 700, height: 330 };
  const pixels = await sharp(picture).extract(area).greyscale().raw().toBuffer();
  return pixels.filter((grey) => grey < 90).length / pixels.length;
}

describe('the picture that stands for a page where it is shared', { tags: ['topic'] }, () => {
  it.each([
    ['a short title', 'Go'],
    ['a long title', 'A word, and another one, '.repeat(12)],
    ['one long word', 'Donaudampfschifffahrtsgesellschaftskapitänsmützenknopfloch'],
    ['accents', 'Čtvrtá Ünïcödé łódź'],
    ['decomposed accents', 'Ünïcödé'.normalize('NFD')],
    ['letters we do not have', '日本語のタイトル'],
    ['letters from right to left', 'عنوان المقال'],
    ['nothing but a pictograph', '🚀👩‍🚀'],
    ['no title at all', ''],
    ['markup', '</text><script>alert(1)</script> & "more"'],
    ['control characters', 'a\u0000b\u0007c'],
  ])('is a PNG of 1200 × 630 pixels for %s', async (_name, title) => {
    const picture = await drawSharePicture(card(title));
    const { format, width, height } = await sharp(picture).metadata();
    expect([format, width, height]).toEqual(['png', 1200, 630]);
    expect(picture.length).toBeLessThan(120_000);
  });

  it('is the same for the same card, and another for another title or name', async () => {
    const first = await drawSharePicture(card('One title'));
    expect((await drawSharePicture(card('One title'))).equals(first)).toBe(true);
    expect((await drawSharePicture(card('Two titles'))).equals(first)).toBe(false);
    expect((await drawSharePicture(card('One title', { plate: 'other' }))).equals(first)).toBe(
      false,
    );
  });

  it('leaves out pictographs, and the whole title when letters are missing', async () => {
    const plain = await drawSharePicture(card('Ship it'));
    expect((await drawSharePicture(card('Ship it 🚀'))).equals(plain)).toBe(true);
    expect(await inkOf(plain)).toBeGreaterThan(0.005);
    // Titles without letters of ours differ in nothing: they are drawn from the name alone.
    const one = await drawSharePicture(card('日本語'));
    expect((await drawSharePicture(card('عنوان'))).equals(one)).toBe(true);
  });

  it('shows a cover in the place of the plate, as high as the picture, and leaves the title its room', async () => {
    const cover =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 75 100" width="600" height="800"><rect x="-200" width="400" height="100" fill="#00f"/></svg>';
    const title = 'A word and another '.repeat(5);
    const picture = await drawSharePicture(card(title, { cover }));
    const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({
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
    const pixels = await sharp(picture).extract(gap).greyscale().raw().toBuffer();
    expect(Math.min(...pixels)).toBeGreaterThan(200);
    expect(await inkOf(picture)).toBeGreaterThan(0.03);
  });

  it('shows more letters as more ink, in whatever size they fit', async () => {
    const few = await inkOf(await drawSharePicture(card('I')));
    const many = await inkOf(await drawSharePicture(card('A word and another '.repeat(5))));
    expect(many).toBeGreaterThan(3 * few);
  });
});
