import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { DAY_MS } from '#contracts/durations.ts';
import { toMinor } from '#contracts/money.ts';
import { productSells } from '#contracts/product.ts';
import { findProduct } from '../../db/hot/products.ts';
import { settingOf } from '../../db/hot/setting-of.ts';
import { insertFile, insertFileVersion } from '../../db/repositories/product-files.ts';
import {
  findProductCategoryByName,
  insertProduct,
  insertProductCategory,
  writeProductPictures,
} from '../../db/repositories/products.ts';
import { renderMarkdown } from '../articles/render-markdown.ts';
import { createPublicId } from '../identifiers.ts';
import type { ImportContext } from '../import/import-result.ts';
import { storeImage } from '../media/store-image.ts';
import { writeStoredFile } from '../products/stored-files.ts';

/** A file below the folder of products, and no other. */
const place = z.string().regex(/^(?:pictures|files)\/[\w.-]+$/);
const sampleProduct = z.strictObject({
  title: z.string().min(1),
  description: z.string().min(1),
  price: z.number().min(0),
  suggestedPrice: z.number().positive().optional(),
  category: z.string().min(1),
  sells: z.enum(productSells).default('copy'),
  daysAgo: z.number().min(0),
  pictures: z.array(z.strictObject({ file: place, alt: z.string() })).min(1),
  files: z.array(z.strictObject({ file: place, version: z.string(), changelog: z.string() })),
});
type SampleProduct = z.infer<typeof sampleProduct> & { slug: string; content: string };

const hashOf = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

/**
 * Stores the sample products of a content folder that do not exist; see content/shop/README.md. Can
 * be repeated after an interruption.
 */
export async function seedProducts(context: ImportContext, contentFolder: string): Promise<void> {
  const folder = path.join(contentFolder, 'shop');
  if (!existsSync(folder)) return;
  const names = readdirSync(folder).filter((name) => /^[\w-]+\.md$/.test(name));
  const samples = names
    .filter((name) => name !== 'README.md')
    .map((name) => readSample(path.join(folder, name)))
    .toSorted((one, other) => other.daysAgo - one.daysAgo);
  for (const sample of samples) {
    if (!findProduct(context.database, sample.slug)) await store(context, folder, sample);
  }
}

/** @throws Error with the file name if it is invalid */
function readSample(file: string): SampleProduct {
  const [, matter = '', content = ''] =
    /^---\n([\s\S]*?)\n---\n+([\s\S]*)$/.exec(readFileSync(file, 'utf8')) ?? [];
  const parsed = sampleProduct.safeParse(parse(matter));
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
  return { ...parsed.data, slug: path.basename(file, '.md'), content };
}

async function store(context: ImportContext, folder: string, sample: SampleProduct): Promise<void> {
  const { config, database, clock } = context;
  const read = (name: string) => readFileSync(path.join(folder, name));
  const { html } = await renderMarkdown(context, sample.content);
  const pictures = await Promise.all(
    sample.pictures.map(async ({ file, alt }) => {
      const bytes = read(file);
      // With the file name of an export, the media library keeps the bytes unchanged.
      const exportedAs = `${hashOf(bytes).slice(0, 32)}.png`;
      const options = { folder: 'products', name: path.basename(file), exportedAs };
      return { mediaId: (await storeImage(context, bytes, options)).id, alt };
    }),
  );
  const files = sample.files.map(({ file, ...rest }) => {
    const bytes = read(file);
    const sha256 = hashOf(bytes);
    // Named by what it is of, so that a second try after a kill writes the same file.
    const stored = hashOf(`${sample.slug}/${file}/${sha256}`).slice(0, 32);
    return { ...rest, name: path.basename(file), bytes, sha256, stored };
  });
  for (const { stored, bytes } of files) await writeStoredFile(config.dataFolder, stored, bytes);
  await database.write((query) => {
    const now = clock();
    const at = now - sample.daysAgo * DAY_MS;
    const currency = settingOf(database, 'currency');
    const category = findProductCategoryByName(database, sample.category);
    const productId = insertProduct(query, {
      publicId: createPublicId(),
      productId: hashOf(sample.slug).slice(0, 32),
      slug: sample.slug,
      title: sample.title,
      description: sample.description,
      content: sample.content,
      html,
      price: toMinor(sample.price, currency) ?? 0,
      suggestedPrice:
        sample.suggestedPrice === undefined ? null : toMinor(sample.suggestedPrice, currency),
      categoryId: category?.id ?? insertProductCategory(database, sample.category),
      sells: sample.sells,
      keysFrom: sample.sells === 'keys' ? 'generated' : 'none',
      state: 'live',
      isSample: true,
      listedAt: at,
      liveAt: at,
      createdAt: at,
      updatedAt: at,
    });
    writeProductPictures(query, productId, pictures);
    for (const [position, { bytes, ...file }] of files.entries()) {
      const fileId = insertFile(database, {
        publicId: createPublicId(),
        productId,
        position,
        createdAt: at,
      });
      insertFileVersion(database, {
        ...file,
        publicId: createPublicId(),
        fileId,
        bytes: bytes.length,
        createdAt: at,
      });
    }
  });
}
