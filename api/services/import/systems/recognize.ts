import { type ArchiveFiles, ArchiveUnusable, decodeText } from './archive-files.ts';
import { devToPosts, isDevToExport } from './dev-to.ts';
import type { Recognized } from './foreign-post.ts';
import { ghostPosts, readGhostExport } from './ghost.ts';
import { isMediumPost, mediumPost, mediumPostNames } from './medium.ts';
import type { Surroundings } from './tidy-html.ts';

/** Bytes of a document with all posts in it. */
const DOCUMENT_MAX = 256 * 1_048_576;
/** Documents that are looked into; an export has two or three. */
const DOCUMENTS_MAX = 20;
const PAGE_MAX = 8 * 1_048_576;

/**
 * Finds out by its content which system an archive comes from.
 * @throws ArchiveUnusable when it is from none that is known
 */
export async function recognize(
  files: ArchiveFiles,
  surroundings: Surroundings,
): Promise<Recognized> {
  const found =
    (await recognizeDocument(files, surroundings)) ?? (await recognizePages(files, surroundings));
  if (!found) {
    throw new ArchiveUnusable(
      'It is nothing that can be imported: a Ghost export (JSON), a dev.to export (articles.json), a Medium export (posts/*.html), an archive of this site, or a folder of markdown.',
    );
  }
  for (const name of files.passedOver) {
    found.notes.push(`${name} is a symbolic link or there twice; it was passed over.`);
  }
  return found;
}

async function recognizeDocument(
  files: ArchiveFiles,
  surroundings: Surroundings,
): Promise<Recognized | null> {
  const documents = files.names.filter((name) => /\.json$/i.test(name));
  if (documents.length === 0 && (await isLoneDocument(files))) documents.push(...files.names);
  // What lies on top is likelier to be the export than what lies deep.
  documents.sort((one, other) => one.split('/').length - other.split('/').length);
  for (const name of documents.slice(0, DOCUMENTS_MAX)) {
    const document = parseJson(decodeText(await files.read(name, DOCUMENT_MAX), name), name);
    const ghost = readGhostExport(document);
    if (ghost) return { system: 'ghost', posts: ghostPosts(ghost, surroundings), notes: [] };
    if (isDevToExport(document)) return { system: 'devTo', posts: devToPosts(document), notes: [] };
  }
  return null;
}

/** A file by itself may be called anything. */
async function isLoneDocument(files: ArchiveFiles): Promise<boolean> {
  const [name] = files.names;
  if (name === undefined || files.names.length > 1) return false;
  const bytes = await files.read(name, DOCUMENT_MAX);
  return /^\s*[[{]/.test(bytes.toString('utf8', 0, 1000));
}

async function recognizePages(
  files: ArchiveFiles,
  surroundings: Surroundings,
): Promise<Recognized | null> {
  const posts = mediumPostNames(files.names);
  // One page by itself may be called anything.
  const pages = posts.length > 0 || files.names.length > 1 ? posts : files.names;
  const [first] = pages;
  if (first === undefined) return null;
  const page = (await files.read(first, PAGE_MAX)).toString('utf8');
  if (!isMediumPost(page)) return null;
  return {
    system: 'medium',
    posts: pages.map((name) => mediumPost(files, name, surroundings)),
    notes: [],
  };
}

function parseJson(written: string, name: string): unknown {
  try {
    return JSON.parse(written);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ArchiveUnusable(`${name} in it is broken off or no JSON (${reason}).`, {
      cause: error,
    });
  }
}
