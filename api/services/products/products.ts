import { randomUUID } from 'node:crypto';
import {
  type ProductInput,
  type ProductUpdate,
  productGenerated,
  productResponse,
} from '#contracts/product.ts';
import type { AppContext } from '../../context.ts';
import {
  findProductById,
  findProductByPublicId,
  type ProductRecord,
} from '../../db/hot/products.ts';
import { listCurrentFiles } from '../../db/repositories/product-files.ts';
import {
  insertProduct,
  insertUpdateNotification,
  recordProductSlugChange,
  updateProduct,
  writeProductImages,
} from '../../db/repositories/products.ts';
import { DomainError } from '../../errors.ts';
import { renderMarkdown } from '../articles/render-markdown.ts';
import { changedFields } from '../changed-fields.ts';
import { createPublicId } from '../identifiers.ts';
import { updateKeys } from '../library/library.ts';
import { waitForCopies } from '../storage/upload-bucket.ts';
import { uploadNameOf } from './product-files.ts';
import {
  applyFiles,
  assertSaleable,
  chooseProductSlug,
  imagesFrom,
  isNewlyOnSale,
  keysFromOf,
  productColumnsFrom,
} from './product-input.ts';
import { enqueueProductPages, toProductResponse } from './read-products.ts';

type Context = Pick<AppContext, 'config' | 'database' | 'clock' | 'markdown' | 'publisher'>;

/**
 * Creates a product. A draft only needs a title; without a state it needs category and image, and
 * goes on sale at once if it has files.
 * @throws DomainError VALIDATION with a message per field
 */
export async function createProduct(
  context: Context,
  input: ProductInput & { title: string },
): Promise<ProductRecord> {
  const { database } = context;
  const rendered = await renderMarkdown(context, input.content ?? '');
  const product = await database.write((query) => {
    const now = context.clock();
    const publicId = createPublicId();
    const gallery = imagesFrom(query, input, null) ?? [];
    const files = input.files ?? [];
    const licenceType = input.licenceType ?? 'copy';
    const facts = {
      description: input.description ?? '',
      content: input.content ?? '',
      category: input.category ?? null,
      imageCount: gallery.length,
      files: files.length,
      licenceType,
    };
    if (input.state === undefined) assertSaleable(facts, ['files']);
    if (input.state === 'live') assertSaleable(facts);
    const state = input.state ?? (licenceType === 'copy' && files.length === 0 ? 'draft' : 'live');
    const id = insertProduct(query, {
      ...productColumnsFrom(context, input),
      publicId,
      productId: randomUUID().replaceAll('-', ''),
      title: input.title,
      content: input.content ?? '',
      html: rendered.html,
      keysFrom: keysFromOf(input, null),
      slug: chooseProductSlug(context, input.slug || input.title, publicId, null),
      state,
      liveAt: state === 'live' ? now : null,
      listedAt: now,
      createdAt: now,
      updatedAt: now,
    });
    writeProductImages(query, id, gallery);
    applyFiles(context, id, files, now);
    updateKeys(context, id, input.keys ?? {});
    const after = read(context, id);
    enqueueProductPages(context, null, after);
    return after;
  });
  context.publisher.wake();
  await waitForFiles(context, input);
  return product;
}

interface ChangeOptions {
  /** Version the caller has seen, or null to change whatever is there. */
  expectedVersion: number | null;
}

/**
 * Changes the fields of a product that differ.
 * @throws DomainError NOT_FOUND, VALIDATION; ProductConflictError with the stored product
 */
export async function changeProduct(
  context: Context,
  publicId: string,
  update: ProductUpdate,
  { expectedVersion }: ChangeOptions,
): Promise<ProductRecord> {
  const { database } = context;
  const { content } = update;
  const rendered = content === undefined ? null : await renderMarkdown(context, content);
  const product = await database.write((query) => {
    const now = context.clock();
    const before = findProductByPublicId(database, publicId);
    if (!before || before.state === 'deleted') throw new DomainError('NOT_FOUND');
    if (expectedVersion !== null && expectedVersion !== before.version) {
      throw new ProductConflictError(before);
    }
    // A product as GET returns it, with only the fields of the schema.
    const stored = productResponse.parse(toProductResponse(context, before, { admin: true }));
    const input: ProductInput = changedFields(update, stored, productGenerated);
    const slug = chooseSlugAfterChange(context, before, input);
    if (slug !== before.slug && before.liveAt !== null) {
      recordProductSlugChange(query, { productId: before.id, from: before.slug, to: slug, now });
    }
    const gallery = imagesFrom(query, input, before);
    if (gallery) writeProductImages(query, before.id, gallery);
    const changelogs = input.files ? applyFiles(context, before.id, input.files, now) : [];
    if (changelogs.length > 0) {
      insertUpdateNotification(database, {
        productId: before.id,
        text: changelogs.join('\n'),
        now,
      });
    }
    const state = input.state ?? before.state;
    const begins = isNewlyOnSale(state, before);
    updateProduct(query, before.id, before.version, {
      ...productColumnsFrom(context, input, before),
      ...(rendered && { content: content ?? '', html: rendered.html }),
      ...(begins && { liveAt: now, listedAt: now }),
      slug,
      state,
      keysFrom: keysFromOf(input, before),
      updatedAt: now,
    });
    updateKeys(context, before.id, input.keys ?? {});
    const after = read(context, before.id);
    if (state === 'live') assertSaleable(saleable(context, after));
    enqueueProductPages(context, before, after);
    return after;
  });
  context.publisher.wake();
  await waitForFiles(context, update);
  return product;
}

/** Returns the slug after a change: the given one, or one from the title while it is unpublished. */
function chooseSlugAfterChange(
  context: Context,
  before: ProductRecord,
  input: ProductInput,
): string {
  if (input.slug) {
    if (input.slug === before.slug) return before.slug;
    return chooseProductSlug(context, input.slug, before.publicId, before.id);
  }
  const own = chooseProductSlug(context, before.title, before.publicId, before.id);
  const followsTitle = before.liveAt === null && before.slug === own;
  if (input.title === undefined || !followsTitle) return before.slug;
  return chooseProductSlug(context, input.title, before.publicId, before.id);
}

/**
 * Deletes a product that was never sold, or retires a sold one: it leaves the shop, and buyers keep it.
 * @returns the retired product, or null if it was deleted
 * @throws DomainError NOT_FOUND
 */
export async function deleteProduct(
  context: Context,
  publicId: string,
): Promise<ProductRecord | null> {
  const { database } = context;
  const left = await database.write((query) => {
    const now = context.clock();
    const before = findProductByPublicId(database, publicId);
    if (!before || before.state === 'deleted') throw new DomainError('NOT_FOUND');
    const sold = before.firstSoldAt !== null;
    if (!sold) writeProductImages(query, before.id, []);
    updateProduct(query, before.id, before.version, {
      state: sold ? 'retired' : 'deleted',
      deletedAt: sold ? null : now,
      updatedAt: now,
    });
    const after = read(context, before.id);
    enqueueProductPages(context, before, after);
    return sold ? after : null;
  });
  context.publisher.wake();
  return left;
}

/** Conflict of two edits, with the stored product for the form. */
export class ProductConflictError extends DomainError {
  readonly theirs: ProductRecord;

  constructor(theirs: ProductRecord) {
    super('EDIT_CONFLICT', {
      msg: 'This product has been changed in another tab or by someone else since you opened it.',
    });
    this.theirs = theirs;
  }
}

/** Waits for the copies of new files in the bucket of STORAGE. */
async function waitForFiles(context: Context, { files = [] }: ProductInput): Promise<void> {
  const uploads = files.flatMap(({ upload }) => (upload === undefined ? [] : [upload]));
  await waitForCopies(context, uploads.map(uploadNameOf));
}

function read({ database }: Context, id: number): ProductRecord {
  const product = findProductById(database, id);
  if (!product) throw new DomainError('NOT_FOUND');
  return product;
}

const saleable = ({ database }: Context, product: ProductRecord) => ({
  ...product,
  imageCount: product.gallery.length,
  files: listCurrentFiles(database, product.id).length,
});
