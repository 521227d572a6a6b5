import type { ImportContext } from './context.ts';
import { findMarkdownFiles } from './files.ts';
import { importFolder } from './folder.ts';
import type { ImportedFile, ImportReport } from './report.ts';
import { ArchiveUnusable } from './systems/archive-files.ts';
import { type SystemName, systemNames } from './systems/foreign-post.ts';
import { importSystem } from './systems/import-system.ts';
import { type ArchiveKind, openArchive } from './systems/open-archive.ts';

export interface ImportFromOptions {
  /** Row id of the author of articles that name none. */
  authorId: number;
  force?: boolean;
  dryRun?: boolean;
  /** Hears what was found, as a sentence, and how many articles it holds where that is known. */
  onFound?: (sentence: string, articles: number | null) => void;
  onFile?: (file: ImportedFile) => void;
}

/**
 * Imports what another system has exported, or a folder of markdown, whichever its content says.
 * @throws ArchiveUnusable; FolderUnusable; errors of disk and database
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
    return await importSystem(context, files, {
      ...rest,
      ...(onFile && { onPost: onFile }),
      onRecognized: (system, posts, notes) => onFound?.(sentenceOf(system, posts, notes), posts),
    });
  } catch (error) {
    const markdown = kind === 'folder' && (await findMarkdownFiles(file)).files.length > 0;
    if (!(error instanceof ArchiveUnusable) || !markdown) throw error;
    onFound?.('This is a folder of markdown.', null);
    return await importFolder(context, file, { ...rest, ...(onFile && { onFile }) });
  } finally {
    await files.close();
  }
}

function sentenceOf(system: SystemName, posts: number, notes: string[]): string {
  const count = posts === 1 ? 'one post' : `${posts} posts`;
  return [`This is ${systemNames[system]} with ${count}.`, ...notes].join('\n');
}
