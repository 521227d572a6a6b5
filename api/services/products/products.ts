import { randomUUID } from 'node:crypto';
import {
  type ProductUpdate,
  type ProductWish,
  productGenerated,
  productResponse,
} from '#contracts/product.ts';
import type { AppContext } from '../../context.ts';
import { listFiles } from '../../db/repositories/product-files.ts';
import { insertProductNews } from '../../db/repositories/product-news.ts';
import {
  insertProduct,
  recordProductSlugChange,
  updateProduct,
  writeProductPictures,
} from '../../db/repositories/product-writes.ts';
import {
  findProductById,
  findProductByPublicId,
  type ProductRecord,
} from '../../db/repositories/products.ts';
import { DomainError } from '../../errors.ts';
import { createPublicId } from '../articles/public-id.ts';
import { renderMarkdown } from '../articles/text.ts';
import { changedFields } from '../changed-fields.ts';
import { changeKeys } from '../library/keys.ts';
import {
  chooseProductSlug,
  columnsFrom,
  goesOnSale,
  keysFromOf,
  picturesFrom,
  requireSaleable,
} from './columns.ts';
import { applyFiles } from './files.ts';
import { touchProduct } from './publishing.ts';
import { toProductResponse } from './response.ts';

type Context = Pick<AppContext, 'config' | 'database' | 'clock' | 'markdown' | 'publisher'>;

/**
 * Stores a new product. A draft needs a title alone. Without a state, category and picture are required,
 * and it is for sale at once where there is something to deliver.
 * @throws DomainError VALIDATION with a sentence for each field
 */
export async function createProduct(
  context: Context,
  wish: ProductWish & { title: string },
): Promise<ProductRecord> {
  const { database } = context;
  const rendered = await renderMarkdown(context, wish.content ?? '');
  const product = await database.write((query) => {
    const now = context.clock();
    const publicId = createPublicId();
    const pictures = picturesFrom(query, wish, null) ?? [];
    const files = wish.files ?? [];
    const sells = wish.sells ?? 'copy';
    const facts = {
      description: wish.description ?? '',
      content: wish.content ?? '',
      category: wish.category ?? null,
      ...{ pictures: pictures.length, files: files.length, sells },
    };
    if (wish.state === undefined) requireSaleable(facts, ['files']);
    if (wish.state === 'live') requireSaleable(facts);
    const state = wish.state ?? (sells === 'copy' && files.length === 0 ? 'draft' : 'live');
    const id = insertProduct(query, {
      ...columnsFrom(context, wish),
      publicId,
      productId: randomUUID().replaceAll('-', ''),
      title: wish.title,
      content: wish.content ?? '',
      html: rendered.html,
      keysFrom: keysFromOf(wish, null),
      slug: chooseProductSlug(context, wish.slug || wish.title, publicId, null),
      state,
      liveAt: state === 'live' ? now : null,
      ...{ listedAt: now, createdAt: now, updatedAt: now },
    });
    writeProductPictures(query, id, pictures);
    applyFiles(context, id, files, now);
    changeKeys(context, id, wish.keys ?? {});
    const after = read(context, id);
    touchProduct(context, null, after);
    return after;
  });
  context.publisher.wake();
  return product;
}

interface ChangeOptions {
  /** Version the caller has seen, or null to change whatever is there. */
  expectedVersion: number | null;
}

/**
 * Changes a product: the fields of the update that differ from what is stored.
 * @throws DomainError NOT_FOUND, VALIDATION; ProductConflict with what is stored
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
      throw new ProductConflict(before);
    }
    // As GET returns it, without what its schema leaves out.
    const stored = productResponse.parse(toProductResponse(context, before, { admin: true }));
    const wish: ProductWish = changedFields(update, stored, productGenerated);
    const slug = slugFor(context, before, wish);
    if (slug !== before.slug && before.liveAt !== null) {
      recordProductSlugChange(query, { productId: before.id, from: before.slug, to: slug, now });
    }
    const pictures = picturesFrom(query, wish, before);
    if (pictures) writeProductPictures(query, before.id, pictures);
    const news = wish.files ? applyFiles(context, before.id, wish.files, now) : [];
    if (news.length > 0) {
      insertProductNews(database, { productId: before.id, text: news.join('\n'), now });
    }
    const state = wish.state ?? before.state;
    const begins = goesOnSale(state, before);
    updateProduct(query, before.id, before.version, {
      ...columnsFrom(context, wish, before),
      ...(rendered && { content: content ?? '', html: rendered.html }),
      ...(begins && { liveAt: now, listedAt: now }),
      ...{ slug, state, keysFrom: keysFromOf(wish, before), updatedAt: now },
    });
    changeKeys(context, before.id, wish.keys ?? {});
    const after = read(context, before.id);
    if (state === 'live') requireSaleable(saleable(context, after));
    touchProduct(context, before, after);
    return after;
  });
  context.publisher.wake();
  return product;
}

/** The address after a change: the wish, or the title's while nobody has seen it. */
function slugFor(context: Context, before: ProductRecord, wish: ProductWish): string {
  if (wish.slug) {
    if (wish.slug === before.slug) return before.slug;
    return chooseProductSlug(context, wish.slug, before.publicId, before.id);
  }
  const own = chooseProductSlug(context, before.title, before.publicId, before.id);
  const followsTitle = before.liveAt === null && before.slug === own;
  if (wish.title === undefined || !followsTitle) return before.slug;
  return chooseProductSlug(context, wish.title, before.publicId, before.id);
}

/**
 * Deletes a product that was never sold. One that was is retired instead: it leaves the shop, and who
 * bought it still has it.
 * @returns the retired product, or null when it is gone
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
    if (!sold) writeProductPictures(query, before.id, []);
    updateProduct(query, before.id, before.version, {
      state: sold ? 'retired' : 'deleted',
      deletedAt: sold ? null : now,
      updatedAt: now,
    });
    const after = read(context, before.id);
    touchProduct(context, before, after);
    return sold ? after : null;
  });
  context.publisher.wake();
  return left;
}

/** The second of two edits: carries what is stored now, so that the form can show both. */
export class ProductConflict extends DomainError {
  readonly theirs: ProductRecord;

  constructor(theirs: ProductRecord) {
    super('EDIT_CONFLICT', { msg: 'This product was changed elsewhere since you opened it.' });
    this.theirs = theirs;
  }
}

function read({ database }: Context, id: number): ProductRecord {
  const product = findProductById(database, id);
  if (!product) throw new DomainError('NOT_FOUND');
  return product;
}

const saleable = ({ database }: Context, product: ProductRecord) => ({
  ...product,
  pictures: product.pictures.length,
  files: listFiles(database, product.id).length,
});
