import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { hasCode, twinEndings } from './page-files.ts';

const brotli = promisify(brotliCompress);
const gunzippable = promisify(gzip);

/** Brotli 9 is within two per cent of 11 on these pages at a tenth of the time. */
const BROTLI_QUALITY = 9;
/**
 * Bits of the window. With 16 the encoder works with tables a tenth as large, whose allocation was
 * nine tenths of its time, and pages below 64 KB come out the same.
 */
const BROTLI_WINDOW_MIN = 16;
const BROTLI_WINDOW_MAX = 22;
/** Below this many bytes the headers outweigh the gain. */
const MIN_BYTES = 600;
const compressible = /\.(html|css|js|mjs|json|xml|txt|md|svg|webmanifest|map)$/;

/**
 * Writes the compressed twins of a file, unless it has changed in between: then a later job does.
 * Twins that are there are left: whoever replaces a file takes them away first.
 * @param file absolute path
 */
export async function compressFile(file: string): Promise<void> {
  if (!compressible.test(file)) return;
  const before = inodeOf(file);
  if (before === null || twinEndings.every((ending) => existsSync(file + ending))) return;
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
  const twins = {
    '.br': await brotli(body, { params }),
    '.gz': await gunzippable(body, { level: 9 }),
  };
  for (const [ending, packed] of Object.entries(twins)) {
    const name = `.${path.basename(file)}${ending}.${process.pid}.0.tmp`;
    const temporary = path.join(path.dirname(file), name);
    // From here on nothing else runs in this thread, so the page cannot be replaced in between.
    if (inodeOf(file) !== before) return;
    try {
      writeFileSync(temporary, packed);
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

/** A page is replaced by renaming, so another content is another inode. */
function inodeOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.ino}.${found.mtimeMs}` : null;
}
