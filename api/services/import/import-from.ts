import type { ImportContext } from './context.ts';
import { importMarkdownFolder } from './import-markdown-folder.ts';
import type { ImportedFile, ImportReport } from './import-result.ts';
import { findMarkdownFiles } from './markdown-files.ts';
import { InvalidArchiveError } from './sources/archive-files.ts';
import { importSource } from './sources/import-source.ts';
import { type ArchiveKind, openArchive } from './sources/open-archive.ts';
import { type ImportSource, sourceNames } from './sources/source-post.ts';

export interface ImportFromOptions {
  /** Row id of the author of articles without one. */
  authorId: number;
  force?: boolean;
  dryRun?: boolean;
  /** Called with a message about the detected content, and the number of articles if known. */
  onFound?: (sentence: string, articles: number | null) => void;
  onFile?: (file: ImportedFile) => void;
}

/**
 * Imports an export of another platform or a folder of Markdown, detected from the content.
 * @throws InvalidArchiveError; InvalidFolderError; errors of disk and database
 */
export async function importFrom(
  context: ImportContext,
  file: string,
  kind: Exclude<ArchiveKind, 'gzip'>,
  options: ImportFromOptions,
): Promise<ImportReport> {
  const { onFile, onFound, ...rest } = options;
  const files = await openArchive(file, kind);
  try {
    return await importSource(context, files, {
      ...rest,
      ...(onFile && { onPost: onFile }),
      onRecognized: (system, posts, notes) => onFound?.(foundMessage(system, posts, notes), posts),
    });
  } catch (error) {
    const markdown = kind === 'folder' && (await findMarkdownFiles(file)).files.length > 0;
    if (!(error instanceof InvalidArchiveError) || !markdown) throw error;
    onFound?.('This is a folder of markdown.', null);
    return await importMarkdownFolder(context, file, { ...rest, ...(onFile && { onFile }) });
  } finally {
    await files.close();
  }
}

function foundMessage(system: ImportSource, posts: number, notes: string[]): string {
  const count = posts === 1 ? 'one post' : `${posts} posts`;
  return [`This is ${sourceNames[system]} with ${count}.`, ...notes].join('\n');
}
