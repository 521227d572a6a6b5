import { errorMessage } from '../../../errors.ts';
import {
  type ArchiveFiles,
  decodeText,
  InvalidArchiveError,
  type PostReader,
} from './archive-files.ts';
import { isDevToExport, listDevToPosts } from './dev-to.ts';
import { listGhostPosts, readGhostExport } from './ghost.ts';
import type { SourceContext } from './html-to-markdown.ts';
import { createMediumPostReader, isMediumPost, listMediumPostNames } from './medium.ts';

/** Maximum bytes of a document with all posts. */
const DOCUMENT_MAX = 256 * 1_048_576;
/** Maximum number of documents to check; an export has two or three. */
const DOCUMENTS_MAX = 20;
const PAGE_MAX = 8 * 1_048_576;

/** Detects the platform of an archive from its content. @throws InvalidArchiveError if it is unknown */
export async function detectSource(
  files: ArchiveFiles,
  source: SourceContext,
): Promise<DetectedSource> {
  const found = (await detectDocument(files, source)) ?? (await detectPages(files, source));
  if (!found) {
    throw new InvalidArchiveError(
      'Unknown file type. You can import a Ghost export (JSON), a dev.to export (articles.json), a Medium export (posts/*.html), an archive of this site, or a folder of markdown.',
    );
  }
  for (const name of files.skippedNames) {
    found.notes.push(`${name} is a symbolic link or a duplicate, ignored.`);
  }
  return found;
}

async function detectDocument(
  files: ArchiveFiles,
  source: SourceContext,
): Promise<DetectedSource | null> {
  const documents = files.names.filter((name) => /\.json$/i.test(name));
  if (documents.length === 0 && (await isLoneDocument(files))) documents.push(...files.names);
  // Files in higher folders are more likely to be the export.
  documents.sort((one, other) => one.split('/').length - other.split('/').length);
  for (const name of documents.slice(0, DOCUMENTS_MAX)) {
    const document = parseArchivedJson(
      decodeText(await files.read(name, DOCUMENT_MAX), name),
      name,
    );
    const ghost = readGhostExport(document);
    if (ghost) return { platform: 'ghost', posts: listGhostPosts(ghost, source), notes: [] };
    if (isDevToExport(document))
      return { platform: 'devTo', posts: listDevToPosts(document), notes: [] };
  }
  return null;
}

/** True if the archive is one JSON file, which may have any name. */
async function isLoneDocument(files: ArchiveFiles): Promise<boolean> {
  const [name] = files.names;
  if (name === undefined || files.names.length > 1) return false;
  const bytes = await files.read(name, DOCUMENT_MAX);
  return /^\s*[[{]/.test(bytes.toString('utf8', 0, 1000));
}

async function detectPages(
  files: ArchiveFiles,
  source: SourceContext,
): Promise<DetectedSource | null> {
  const posts = listMediumPostNames(files.names);
  // A single page may have any name.
  const pages = posts.length > 0 || files.names.length > 1 ? posts : files.names;
  const [first] = pages;
  if (first === undefined) return null;
  const page = (await files.read(first, PAGE_MAX)).toString('utf8');
  if (!isMediumPost(page)) return null;
  return {
    platform: 'medium',
    posts: pages.map((name) => createMediumPostReader(files, name, source)),
    notes: [],
  };
}

function parseArchivedJson(written: string, name: string): unknown {
  try {
    return JSON.parse(written);
  } catch (error) {
    const reason = errorMessage(error);
    throw new InvalidArchiveError(`${name} in it is incomplete or not valid JSON (${reason}).`, {
      cause: error,
    });
  }
}

/** Supported source platforms. */
export const sourceNames = {
  ghost: 'a Ghost export',
  medium: 'a Medium export',
  devTo: 'a dev.to export',
} as const;
export type ImportSource = keyof typeof sourceNames;

/** Detected platform of an archive, with its posts in order. */
interface DetectedSource {
  platform: ImportSource;
  posts: PostReader[];
  /** Notes about the archive as a whole. */
  notes: string[];
}
