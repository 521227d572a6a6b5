import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makeVariants } from './make-variants.ts';

/** Returns a noisy image, which encoders compress like a photograph. */
const photograph = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  }).blur(2);
const drawing = (width: number, height: number, background = '#f6f1e6') =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${background}"/><circle cx="50%" cy="50%" r="30%" fill="#d9442b"/><path d="M0 0l${width} ${height}" stroke="#1e1b16" stroke-width="9"/></svg>`,
    ),
  );

describe('image variants', { tags: ['topic'] }, () => {
  it.each([
    [300, [300]],
    [480, [480]],
    [500, [500]],
    [850, [480, 850]],
    [900, [480, 800, 900]],
    [1600, [480, 800, 1200, 1600]],
    [3000, [480, 800, 1200, 1600, 2400]],
  ])(
    'of an image of %i pixels are not wider than it and not similar in width',
    async (width, widths) => {
      const source = await photograph(width, Math.round(width / 4))
        .jpeg({ quality: 95 })
        .toBuffer();
      const { variants, files } = await makeVariants(source);
      expect([variants.avif, variants.webp]).toEqual([widths, widths]);
      for (const file of files) {
        const metadata = await sharp(file.bytes).metadata();
        expect([metadata.width, metadata.format]).toEqual([
          file.width,
          file.format === 'avif' ? 'heif' : 'webp',
        ]);
      }
    },
  );

  it.each<[string, () => Promise<Buffer>]>([
    ['a photograph', () => photograph(700, 420).jpeg({ quality: 85 }).toBuffer()],
    [
      'a photograph of very low quality',
      () => photograph(700, 420).jpeg({ quality: 2 }).toBuffer(),
    ],
    ['a drawing', () => drawing(700, 420).png().toBuffer()],
    [
      'one colour',
      () => drawing(700, 420).flatten().threshold(0).png({ palette: true }).toBuffer(),
    ],
    ['a WebP', () => photograph(700, 420).webp({ quality: 40 }).toBuffer()],
  ])('of %s do not have more bytes than it, and grow with their width', async (_name, make) => {
    const source = await make();
    const { files } = await makeVariants(source);
    for (const format of ['avif', 'webp']) {
      const sizes = files.filter((file) => file.format === format).map((file) => file.bytes.length);
      expect(sizes).toEqual([...sizes].sort((first, second) => first - second));
      expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(source.length);
    }
  });

  it('are upright and contain no metadata', async () => {
    const source = await photograph(900, 500)
      .withExif({ IFD0: { Copyright: 'secret' } })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toBuffer();
    const { files, width, height } = await makeVariants(source);
    expect([width, height]).toEqual([500, 900]);
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      const metadata = await sharp(file.bytes).metadata();
      expect(metadata.height).toBeGreaterThan(metadata.width ?? 0);
      const { exif, icc } = metadata;
      expect([exif, icc, file.bytes.includes('secret')]).toEqual([undefined, undefined, false]);
    }
  });

  it('include a small preview, except for transparent images', async () => {
    const { variants } = await makeVariants(await drawing(700, 420).png().toBuffer());
    const [type, data = ''] = (variants.preview ?? '').split(',');
    expect(type).toBe('data:image/webp;base64');
    const { width, height } = await sharp(Buffer.from(data, 'base64')).metadata();
    expect([width, height]).toEqual([16, 10]);
    expect(data.length).toBeLessThan(400);
    const transparent = await makeVariants(await drawing(700, 420, 'none').png().toBuffer());
    expect(transparent.variants.preview).toBeNull();
    expect(transparent.variants.avif.length).toBeGreaterThan(0);
    const largest = transparent.files.at(-1)?.bytes ?? Buffer.alloc(0);
    expect((await sharp(largest).stats()).isOpaque).toBe(false);
  });

  it('are not made of other files', async () => {
    await expect(makeVariants(Buffer.from('<html>'))).rejects.toThrow();
  });
});
