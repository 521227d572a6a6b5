import { readFileSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { MARKDOWN_MAX_BYTES } from '#contracts/article.ts';
import { FileSkipped } from './report.ts';

/** Bytes that front matter may add to the text. */
const FRONT_MATTER_ALLOWANCE = 65_536;
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Markdown files below a folder, as paths from it, in a fixed order. Hidden folders and the
 * node_modules of a project are passed over; symbolic links are not followed but named in `links`.
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
 * @throws FileSkipped when it is too large or not UTF-8
 */
export function readTextFile(file: string): string {
  if (statSync(file).size > MARKDOWN_MAX_BYTES + FRONT_MATTER_ALLOWANCE) {
    throw new FileSkipped('It is larger than 1 MB.');
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new FileSkipped('It is not text in UTF-8.', { cause: error });
  }
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}
