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
  inputs: readonly ProductFileWish[],
  now: number,
): string[] {
  const { database } = context;
  const news: string[] = [];
  const currentIds = new Map(
    listFiles(database, productId).map((file) => [file.publicId, file.id]),
  );
  if (inputs.length > PRODUCT_FILES_MAX) throw refused(0, 'Too many files.');
  const keptIds = new Set<number>();
  for (const [position, input] of inputs.entries()) {
    const existingId = input._id === undefined ? undefined : currentIds.get(input._id);
    if (input._id !== undefined && existingId === undefined) {
      throw refused(position, 'This file no longer belongs to the product.');
    }
    if (existingId === undefined && input.upload === undefined) {
      throw refused(position, 'A new file needs an upload.');
    }
    const fileId =
      existingId ??
      insertFile(database, { publicId: createPublicId(), productId, position, createdAt: now });
    if (existingId !== undefined) updateFile(database, existingId, { position });
    keptIds.add(fileId);
    if (input.upload !== undefined) {
      const changelogLine = addVersion(context, { fileId, position, input, now });
      if (input.tell) news.push(changelogLine);
    } else if (input.changelog !== undefined) changeChangelog(context, fileId, input.changelog);
  }
  for (const id of currentIds.values()) {
    if (!keptIds.has(id)) updateFile(database, id, { removedAt: now });
  }
  return news;
}

interface Addition {
  fileId: number;
  position: number;
  input: ProductFileWish;
  now: number;
}

/** @returns the line for the changelog email */
function addVersion({ database }: Context, { fileId, position, input, now }: Addition): string {
  const upload = findProductUpload(database, input.upload ?? '');
  if (!upload) throw refused(position, 'This upload is gone; please choose the file again.');
  if (upload.finishedAt === null || upload.sha256 === null) {
    throw refused(position, 'This file is still being uploaded.');
  }
  const newest = findNewestVersion(database, fileId);
  const version = input.version || nextVersion(newest?.version);
  if (isVersionTaken(database, fileId, version)) {
    throw refused(position, `Version ${version} already exists.`);
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
  return `${upload.name} ${version}${input.changelog ? `: ${input.changelog}` : ''}`;
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
