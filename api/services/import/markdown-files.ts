import { readFileSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { MARKDOWN_MAX_BYTES } from '#contracts/article.ts';
import { FileSkippedError } from './import-result.ts';

/** Maximum bytes of front matter, in addition to the text. */
const FRONT_MATTER_ALLOWANCE = 65_536;
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Lists the Markdown files in a folder, as sorted relative paths.
 * Skips hidden folders and node_modules; lists symbolic links in `links` without following them.
 */
export async function findMarkdownFiles(
  root: string,
): Promise<{ files: string[]; links: string[] }> {
  const files: string[] = [];
  const links: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await readdir(path.join(root, folder), { withFileTypes: true })) {
      const name = path.join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!entry.name.startsWith('.') && entry.name !== 'node_modules') folders.push(name);
      } else if (/\.(?:md|markdown)$/i.test(entry.name)) {
        if (entry.isFile()) files.push(name);
        else if (entry.isSymbolicLink()) links.push(name);
      }
    }
  }
  return { files: files.sort(), links: links.sort() };
}

/**
 * Reads a text file.
 * @throws FileSkippedError if it is too large or not UTF-8
 */
export function readTextFile(file: string): string {
  if (statSync(file).size > MARKDOWN_MAX_BYTES + FRONT_MATTER_ALLOWANCE) {
    throw new FileSkippedError('The file is larger than 1 MB.');
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new FileSkippedError('The file is not UTF-8 text.', { cause: error });
  }
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}
