import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { compressedEndings, hasCode } from './page-files.ts';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Brotli 9 is within 2 % of 11 on these pages in a tenth of the time. */
const BROTLI_QUALITY = 9;
/** Window bits; small windows avoid allocating large tables, with equal results below 64 KB. */
const BROTLI_WINDOW_MIN = 16;
const BROTLI_WINDOW_MAX = 22;
/** Minimum size; headers outweigh the gain below it. */
const MIN_BYTES = 600;
const compressible = /\.(html|css|js|mjs|json|xml|txt|md|svg|webmanifest|map)$/;

/**
 * Writes the precompressed copies of a file, unless it changes meanwhile.
 * Keeps existing copies, because replacing a file deletes them.
 * @param file absolute path
 */
export async function compressFile(file: string): Promise<void> {
  if (!compressible.test(file)) return;
  const before = inodeOf(file);
  if (before === null || compressedEndings.every((ending) => existsSync(file + ending))) return;
  const body = await readFile(file).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (body === null || body.length < MIN_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: windowFor(body.length),
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  const copies = {
    '.br': await brotliAsync(body, { params }),
    '.gz': await gzipAsync(body, { level: 9 }),
  };
  for (const [ending, compressed] of Object.entries(copies)) {
    const name = `.${path.basename(file)}${ending}.${process.pid}.0.tmp`;
    const temporary = path.join(path.dirname(file), name);
    // The rest is synchronous, so the page cannot be replaced meanwhile.
    if (inodeOf(file) !== before) return;
    try {
      writeFileSync(temporary, compressed);
      renameSync(temporary, file + ending);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  }
}

function windowFor(bytes: number): number {
  const bits = Math.ceil(Math.log2(bytes));
  return Math.min(BROTLI_WINDOW_MAX, Math.max(BROTLI_WINDOW_MIN, bits));
}

/** Pages are replaced by renaming, so new content has a new inode. */
function inodeOf(file: string): string | null {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? `${stats.ino}.${stats.mtimeMs}` : null;
}
