import { createHash } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import path from 'node:path';
import { type ContentName, contentFile, contentNames } from '#contracts/content.ts';
import { type ContentFile, readContentHashes, storeContentFile } from '../../db/hot/content.ts';
import { enqueueJob } from '../../db/repositories/jobs.ts';
import { readContentSource, samplesFolder } from '../../site-content.ts';
import type { ImportContext } from '../import/context.ts';
import { ContentInvalid, parseContent } from './parse-content.ts';

/** Folders of CONTENT_DIR, each below its root. */
export const contentFolders = [...new Set(contentNames.map(contentFile).map(path.dirname))];

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Copies the sample of each file that CONTENT_DIR lacks and that was never read. A file that the owner
 * deletes does not come back.
 */
export function fillContentFolder({
  config,
  database,
}: Pick<ImportContext, 'config' | 'database'>): void {
  const known = readContentHashes(database);
  for (const name of contentNames.filter((one) => !known.has(one))) {
    const file = contentFile(name).replace('/*.md', '');
    const target = path.join(config.contentFolder, file);
    if (!existsSync(target)) cpSync(path.join(samplesFolder, file), target, { recursive: true });
  }
}

/**
 * Reads the files of CONTENT_DIR that have changed. A valid file is stored with the job that publishes
 * it; an invalid or missing one changes nothing but the problem that the admin sees.
 * @param options.recheck true to check unchanged files, too, except Markdown pages, because the code may have changed
 * @returns the problems of the files that were read
 */
export async function acceptContent(
  context: ImportContext,
  { recheck = false }: { recheck?: boolean } = {},
): Promise<string[]> {
  const { database, clock, publisher } = context;
  const known = readContentHashes(database);
  const read = contentNames.map((name) => {
    const text = readContentSource(context.config.contentFolder, name);
    return { name, text, sourceHash: text === null ? '' : hashOf(text) };
  });
  const changed = read.filter(
    ({ name, sourceHash }) =>
      known.get(name) !== sourceHash || (recheck && !contentFile(name).startsWith('pages/')),
  );
  if (changed.length === 0) return [];
  const files: ContentFile[] = [];
  for (const { name, sourceHash, text } of changed) {
    files.push({ name, sourceHash, ...(await check(context, name, text)) });
  }
  await database.write(() => {
    const names = files.filter((file) => storeContentFile(database, file)).map(({ name }) => name);
    if (names.length > 0)
      enqueueJob(database, { kind: 'content', payload: { names }, now: clock() });
  });
  publisher.wake();
  return files.flatMap(({ problem }) => problem ?? []);
}

async function check(
  { markdown }: ImportContext,
  name: ContentName,
  text: string | null,
): Promise<{ value: string | null; problem: string | null }> {
  try {
    if (text === null) throw new ContentInvalid(`${contentFile(name)} is missing`);
    const value = await parseContent(name, text, (source) => markdown.render(source));
    return { value: JSON.stringify(value), problem: null };
  } catch (error) {
    if (!(error instanceof ContentInvalid)) throw error;
    return { value: null, problem: error.message };
  }
}
