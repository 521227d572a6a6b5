import { formatMoney, toMinor } from '#contracts/money.ts';
import {
  PRODUCT_FILES_MAX,
  type ProductFileInput,
  type ProductInput,
  type ProductKeySource,
  type ProductState,
  productMessages,
} from '#contracts/product.ts';
import { CUSTOM_AMOUNT_MAX } from '#contracts/shop-messages.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/database.ts';
import { type ProductRecord, productSlugIsTaken } from '../../db/hot/products.ts';
import { settingOf } from '../../db/hot/site.ts';
import { findMediaByPublicId } from '../../db/repositories/media.ts';
import {
  deleteProductUpload,
  findNewestVersion,
  findProductUpload,
  insertFile,
  insertFileVersion,
  isVersionTaken,
  listCurrentFiles,
  updateChangelog,
  updateFile,
} from '../../db/repositories/product-files.ts';
import { findProductCategoryByName } from '../../db/repositories/products.ts';
import { DomainError, fieldError } from '../../errors.ts';
import { createPublicId, slugFromTitle, uniqueSlug } from '../identifiers.ts';
import { enqueueStore } from '../storage/upload-bucket.ts';
import { uploadNameOf } from './product-files.ts';

interface Addition {
  fileId: number;
  position: number;
  input: ProductFileInput;
  now: number;
}

type Context = Pick<AppContext, 'database'>;
type FileContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

/**
 * Returns the columns that creation and update share.
 * @param before stored product, if there is one
 * @throws DomainError VALIDATION
 */
export function productColumnsFrom(
  { database }: Context,
  input: ProductInput,
  before: ProductRecord | null = null,
) {
  return {
    ...(input.title !== undefined && { title: input.title }),
    ...(input.description !== undefined && { description: input.description }),
    ...(input.licenceType !== undefined && { licenceType: input.licenceType }),
    ...pricesFrom({ database }, input, before),
    ...(input.category !== undefined && { categoryId: categoryFrom({ database }, input.category) }),
  };
}

/** Returns price and suggested price together, because the price is the minimum of the other. */
function pricesFrom({ database }: Context, input: ProductInput, before: ProductRecord | null) {
  const currency = settingOf(database, 'currency');
  const read = (field: 'price' | 'suggestedPrice', money: number) => {
    const minor = toMinor(money, currency);
    if (minor === null) throw fieldError(field, productMessages.priceDigits);
    return minor;
  };
  const price = input.price === undefined ? (before?.price ?? 0) : read('price', input.price);
  const suggestedPrice =
    typeof input.suggestedPrice === 'number'
      ? read('suggestedPrice', input.suggestedPrice)
      : input.suggestedPrice === null
        ? null
        : (before?.suggestedPrice ?? null);
  if (suggestedPrice !== null && suggestedPrice < price) {
    throw fieldError('suggestedPrice', productMessages.suggested);
  }
  if (suggestedPrice !== null && suggestedPrice > CUSTOM_AMOUNT_MAX) {
    const most = formatMoney(CUSTOM_AMOUNT_MAX, currency);
    throw fieldError('suggestedPrice', `${productMessages.customAmountMax} ${most}.`);
  }
  return { price, suggestedPrice };
}

function categoryFrom({ database }: Context, name: string): number | null {
  if (name === '') return null;
  const category = findProductCategoryByName(database, name);
  if (!category) throw fieldError('category', `The category ${name} does not exist.`);
  return category.id;
}

/** Returns the requested images, or null if the input omits them. @throws DomainError VALIDATION */
export function imagesFrom(
  query: Queryable,
  { images }: ProductInput,
  before: ProductRecord | null,
): { mediaId: number; alt: string }[] | null {
  if (images === undefined) return null;
  const inputs = images === null ? [] : [images].flat();
  return inputs.map(({ public_id, id, alt }) => {
    const publicId = public_id ?? id ?? '';
    const media = findMediaByPublicId(query, publicId);
    if (!media) throw fieldError('images', 'This image is no longer in the media library.');
    const currentImage = before?.gallery.find((image) => image.publicId === publicId);
    return { mediaId: media.id, alt: alt ?? currentImage?.alt ?? media.alt };
  });
}

/** Returns a free slug similar to a title or the given slug. */
export function chooseProductSlug(
  { database }: Context,
  text: string,
  publicId: string,
  productId: number | null,
): string {
  const slug = slugFromTitle(text) || `product-${publicId}`;
  return uniqueSlug(slug, (candidate) => productSlugIsTaken(database, candidate, productId));
}

/** Returns the source of licence keys after a change; products that sell keys need one. */
export function keysFromOf(input: ProductInput, before: ProductRecord | null): ProductKeySource {
  const from = input.keys?.from ?? before?.keysFrom ?? 'none';
  const licenceType = input.licenceType ?? before?.licenceType ?? 'copy';
  return licenceType === 'keys' && from === 'none' ? 'generated' : from;
}

/** Requirements for going on sale. */
interface Saleable {
  description: string;
  content: string;
  category: string | null;
  imageCount: number;
  files: number;
  licenceType: string;
}

/** Returns a message for each field that is missing for going on sale. */
function missingForSale(product: Saleable): Record<string, string> {
  const fields: Record<string, string> = {};
  if (product.description.trim() === '') fields.description = productMessages.description;
  if (product.content.trim() === '') fields.content = productMessages.content;
  if (!product.category) fields.category = productMessages.category;
  if (product.imageCount === 0) fields.images = productMessages.noImage;
  if (product.licenceType === 'copy' && product.files === 0) fields.files = productMessages.noFile;
  return fields;
}

/** @throws DomainError VALIDATION with those messages, except for the fields in `except` */
export function assertSaleable(product: Saleable, except: readonly string[] = []): void {
  const missing = Object.entries(missingForSale(product)).filter(
    ([name]) => !except.includes(name),
  );
  const [first] = missing;
  if (!first) return;
  throw new DomainError('VALIDATION', { msg: first[1], fields: Object.fromEntries(missing) });
}

/** True if the product was not for sale before and is now. */
export const isNewlyOnSale = (
  state: ProductState | 'deleted',
  before: ProductRecord | null,
): boolean => state === 'live' && (before === null || before.liveAt === null);

/**
 * Updates the files of a product to the given list in order; omitted files are removed, but buyers keep them. Call it
 * in the transaction of the change.
 * @returns a line for each upload that buyers are notified about
 * @throws DomainError VALIDATION with the position in the list
 */
export function applyFiles(
  context: FileContext,
  productId: number,
  inputs: readonly ProductFileInput[],
  now: number,
): string[] {
  const { database } = context;
  const changelogs: string[] = [];
  const currentIds = new Map(
    listCurrentFiles(database, productId).map((file) => [file.publicId, file.id]),
  );
  if (inputs.length > PRODUCT_FILES_MAX) throw refusedFile(0, 'Too many files.');
  const retainedIds = new Set<number>();
  for (const [position, input] of inputs.entries()) {
    const existingId = input._id === undefined ? undefined : currentIds.get(input._id);
    if (input._id !== undefined && existingId === undefined) {
      throw refusedFile(position, 'This file no longer belongs to the product.');
    }
    if (existingId === undefined && input.upload === undefined) {
      throw refusedFile(position, 'A new file needs an upload.');
    }
    const fileId =
      existingId ??
      insertFile(database, { publicId: createPublicId(), productId, position, createdAt: now });
    if (existingId !== undefined) updateFile(database, existingId, { position });
    retainedIds.add(fileId);
    if (input.upload !== undefined) {
      const changelogLine = addVersion(context, { fileId, position, input, now });
      if (input.notify) changelogs.push(changelogLine);
    } else if (input.changelog !== undefined) changeChangelog(context, fileId, input.changelog);
  }
  for (const id of currentIds.values()) {
    if (!retainedIds.has(id)) updateFile(database, id, { removedAt: now });
  }
  return changelogs;
}

/** @returns the line for the changelog email */
function addVersion(context: FileContext, { fileId, position, input, now }: Addition): string {
  const { database } = context;
  const upload = findProductUpload(database, input.upload ?? '');
  if (!upload) throw refusedFile(position, 'This upload is gone; please choose the file again.');
  if (upload.finishedAt === null || upload.sha256 === null) {
    throw refusedFile(position, 'This file is still being uploaded.');
  }
  const newest = findNewestVersion(database, fileId);
  const version = input.version || nextVersion(newest?.version);
  if (isVersionTaken(database, fileId, version)) {
    throw refusedFile(position, `Version ${version} already exists.`);
  }
  insertFileVersion(database, {
    publicId: createPublicId(),
    fileId,
    name: upload.name,
    version,
    changelog: input.changelog ?? '',
    bytes: upload.bytes,
    sha256: upload.sha256,
    stored: upload.id,
    createdAt: now,
  });
  deleteProductUpload(database, upload.id);
  enqueueStore(context, [uploadNameOf(upload.id)]);
  return `${upload.name} ${version}${input.changelog ? `: ${input.changelog}` : ''}`;
}

function changeChangelog({ database }: Context, fileId: number, changelog: string): void {
  const newest = findNewestVersion(database, fileId);
  if (newest && newest.changelog !== changelog) updateChangelog(database, newest.id, changelog);
}

/** Returns the next version with its last number increased: `1.0` → `1.1`; the first is `1.0`. */
function nextVersion(version: string | undefined): string {
  if (version === undefined) return '1.0';
  const [, start = '', number] = /^(.*?)(\d{1,9})\D*$/.exec(version) ?? [];
  return number === undefined ? `${version}-2` : `${start}${Number(number) + 1}`;
}

function refusedFile(position: number, msg: string): DomainError {
  return fieldError(`files.${position}`, msg);
}
