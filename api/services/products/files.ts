import { PRODUCT_FILES_MAX, type ProductFileWish } from '#contracts/product.ts';
import type { AppContext } from '../../context.ts';
import {
  findNewestVersion,
  insertFile,
  insertFileVersion,
  isVersionTaken,
  listFiles,
  updateFile,
  writeChangelog,
} from '../../db/repositories/product-files.ts';
import { deleteProductUpload, findProductUpload } from '../../db/repositories/product-uploads.ts';
import { DomainError } from '../../errors.ts';
import { createPublicId } from '../articles/public-id.ts';

type Context = Pick<AppContext, 'database'>;

/**
 * Updates the files of a product to the given list in order; omitted files are removed, but buyers
 * keep them.
 * Call it in the transaction of the change.
 * @returns a line for each upload that buyers are notified about
 * @throws DomainError VALIDATION with the position in the list
 */
export function applyFiles(
  context: Context,
  productId: number,
  wishes: readonly ProductFileWish[],
  now: number,
): string[] {
  const { database } = context;
  const news: string[] = [];
  const present = new Map(listFiles(database, productId).map((file) => [file.publicId, file.id]));
  if (wishes.length > PRODUCT_FILES_MAX) throw refused(0, 'Too many files.');
  const kept = new Set<number>();
  for (const [position, wish] of wishes.entries()) {
    const known = wish._id === undefined ? undefined : present.get(wish._id);
    if (wish._id !== undefined && known === undefined) {
      throw refused(position, 'This file no longer belongs to the product.');
    }
    if (known === undefined && wish.upload === undefined) {
      throw refused(position, 'A new file needs an upload.');
    }
    const fileId =
      known ??
      insertFile(database, { publicId: createPublicId(), productId, position, createdAt: now });
    if (known !== undefined) updateFile(database, known, { position });
    kept.add(fileId);
    if (wish.upload !== undefined) {
      const words = addVersion(context, { fileId, position, wish, now });
      if (wish.tell) news.push(words);
    } else if (wish.changelog !== undefined) changeChangelog(context, fileId, wish.changelog);
  }
  for (const id of present.values()) {
    if (!kept.has(id)) updateFile(database, id, { removedAt: now });
  }
  return news;
}

interface Addition {
  fileId: number;
  position: number;
  wish: ProductFileWish;
  now: number;
}

/** @returns what it is, in words */
function addVersion({ database }: Context, { fileId, position, wish, now }: Addition): string {
  const upload = findProductUpload(database, wish.upload ?? '');
  if (!upload) throw refused(position, 'This upload is gone; please choose the file again.');
  if (upload.finishedAt === null || upload.sha256 === null) {
    throw refused(position, 'This file is still being uploaded.');
  }
  const newest = findNewestVersion(database, fileId);
  const version = wish.version || nextVersion(newest?.version);
  if (isVersionTaken(database, fileId, version)) {
    throw refused(position, `Version ${version} already exists.`);
  }
  insertFileVersion(database, {
    publicId: createPublicId(),
    fileId,
    name: upload.name,
    version,
    changelog: wish.changelog ?? '',
    bytes: upload.bytes,
    sha256: upload.sha256,
    stored: upload.id,
    createdAt: now,
  });
  deleteProductUpload(database, upload.id);
  return `${upload.name} ${version}${wish.changelog ? `: ${wish.changelog}` : ''}`;
}

function changeChangelog({ database }: Context, fileId: number, changelog: string): void {
  const newest = findNewestVersion(database, fileId);
  if (newest && newest.changelog !== changelog) writeChangelog(database, newest.id, changelog);
}

/** Returns the next version with its last number increased: `1.0` → `1.1`; the first is `1.0`. */
function nextVersion(version: string | undefined): string {
  if (version === undefined) return '1.0';
  const [, start = '', number] = /^(.*?)(\d{1,9})\D*$/.exec(version) ?? [];
  return number === undefined ? `${version}-2` : `${start}${Number(number) + 1}`;
}

function refused(position: number, msg: string): DomainError {
  return new DomainError('VALIDATION', { msg, fields: { [`files.${position}`]: msg } });
}
