import type { Database } from '../../db/database.ts';
import { findArticleBySlug } from '../../db/hot/articles.ts';
import { findUserByEmail } from '../../db/repositories/users.ts';
import { InvalidFrontMatterError } from './front-matter.ts';
import { ArchiveImages } from './import-images.ts';
import { findMarkdownFiles, importMarkdownFolder } from './import-markdown-folder.ts';
import {
  createReport,
  FileSkippedError,
  getSkipReason,
  type ImportContext,
  type ImportedFile,
  type ImportReport,
  toSkippedFile,
} from './import-result.ts';
import { type ArticleInput, readArticleFields } from './parse-article.ts';
import {
  findArticleOfPost,
  findMatch,
  getSlug,
  isBeyondWindow,
  planUpdate,
} from './plan-update.ts';
import {
  type ArchiveFiles,
  type ArchiveKind,
  InvalidArchiveError,
  openArchive,
  type PostReader,
  type SourcePost,
} from './sources/archive-files.ts';
import { detectSource, type ImportSource, sourceNames } from './sources/detect-source.ts';
import { type StoreOptions, storeArticle } from './store-article.ts';

interface SourceImportOptions {
  /** Row id of the author of articles whose author has no account here. */
  authorId: number;
  /** Called with the detected platform. */
  onRecognized?: (platform: ImportSource, posts: number, notes: string[]) => void;
  /** Called with the result of each post. */
  onPost?: (post: ImportedFile) => void;
  /** True to overwrite articles that were edited here or came from elsewhere. */
  force?: boolean;
  /** True to preview the import. */
  dryRun?: boolean;
}

interface Run {
  images: ArchiveImages;
  store: StoreOptions;
  dryRun: boolean;
}

const userErrors = [InvalidFrontMatterError];

export interface ImportFromOptions {
  /** Row id of the author of articles without one. */
  authorId: number;
  force?: boolean;
  dryRun?: boolean;
  /** Called with a message about the detected content, and the number of articles if known. */
  onFound?: (errorText: string, articles: number | null) => void;
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
  await using files = await openArchive(file, kind);
  try {
    return await importSource(context, files, {
      ...rest,
      ...(onFile && { onPost: onFile }),
      onRecognized: (platform, posts, notes) =>
        onFound?.(foundMessage(platform, posts, notes), posts),
    });
  } catch (error) {
    const markdown = kind === 'folder' && (await findMarkdownFiles(file)).files.length > 0;
    if (!(error instanceof InvalidArchiveError) || !markdown) throw error;
    onFound?.('This is a folder of markdown.', null);
    return await importMarkdownFolder(context, file, { ...rest, ...(onFile && { onFile }) });
  }
}

function foundMessage(platform: ImportSource, posts: number, notes: string[]): string {
  const count = posts === 1 ? 'one post' : `${posts} posts`;
  return [`This is ${sourceNames[platform]} with ${count}.`, ...notes].join('\n');
}

/**
 * Imports the posts of another platform as articles; importing them again changes nothing.
 * Skips posts that cannot be imported, with a reason.
 * @throws InvalidArchiveError; errors of disk and database that affect every post
 */
async function importSource(
  context: ImportContext,
  files: ArchiveFiles,
  options: SourceImportOptions,
): Promise<ImportReport & { platform: ImportSource }> {
  const images = new ArchiveImages(context, files);
  const source = {
    hasImage: (url: string) => images.nameOf(url) !== null,
    linkTo: (url: string) => url,
  };
  const { platform, posts, notes } = await detectSource(files, source);
  options.onRecognized?.(platform, posts.length, notes);
  const report = { ...createReport(), platform };
  const store: StoreOptions = {
    authorId: options.authorId,
    existing: 'update',
    force: options.force ?? false,
    claimed: new Set(),
  };
  for (const post of posts) {
    const done = await importPost(
      context,
      { images, store, dryRun: options.dryRun ?? false },
      post,
    );
    report.files.push(done);
    report[done.outcome] += 1;
    options.onPost?.(done);
  }
  return report;
}

async function importPost(
  context: ImportContext,
  run: Run,
  reader: PostReader,
): Promise<ImportedFile> {
  const notes: string[] = [];
  const file = reader.name;
  try {
    const post = await reader.read();
    notes.push(...post.notes);
    rejectOwnCopy(context, post, notes);
    const input = await toArticleInput(context, run, post, notes);
    rejectDuplicate(context.database, input, run.store);
    const stored = run.dryRun
      ? previewStore(context, input, run.store)
      : await storeArticle(context, input, run.store, notes);
    if (stored.outcome === 'created' && stored.slug !== getSlug(input)) {
      notes.push(`The slug ${getSlug(input)} belongs to another article here.`);
    }
    return { file, ...stored, reason: null, notes: [...new Set(notes)] };
  } catch (error) {
    const reason =
      error instanceof InvalidArchiveError ? error.message : getSkipReason(error, userErrors);
    if (reason === null) throw error;
    return toSkippedFile(file, reason, [...new Set(notes)]);
  }
}

/** Converts a post to an article and imports its images. */
async function toArticleInput(
  context: ImportContext,
  { images, dryRun }: Run,
  post: SourcePost,
  notes: string[],
): Promise<ArticleInput> {
  const { fields, notes: unfitting } = readArticleFields(post.matter);
  notes.push(...unfitting);
  const { image: _, ...rest } = fields;
  const title = fields.title ?? post.name;
  const markdown = dryRun ? post.markdown : await images.importImages(post.markdown, notes);
  const input: ArticleInput = {
    ...rest,
    title,
    titleIsInferred: false,
    markdown,
    source: post.source,
  };
  await importCover(images, dryRun, post, input, notes);
  if (input.draft) return input;
  if (markdown.trim() === '') {
    notes.push('It has no text; imported as a draft.');
    input.draft = true;
  } else if (isBeyondWindow(input.publishedAt ?? 0, context.clock())) {
    notes.push('The date is more than 3 months ahead; imported as a draft.');
    input.draft = true;
  }
  return input;
}

async function importCover(
  images: ArchiveImages,
  dryRun: boolean,
  post: SourcePost,
  input: ArticleInput,
  notes: string[],
): Promise<void> {
  if (post.cover === null) return;
  if (images.nameOf(post.cover) === null) {
    notes.push(
      `The cover is not in the file: ${post.cover.replace('__GHOST_URL__', '').slice(0, 300)}`,
    );
  } else if (!dryRun) {
    const media = await images.import(post.cover, notes);
    if (media) input.media = media;
  }
}

/** Rejects cross-posts of articles of this site. */
function rejectOwnCopy(
  { config, database }: ImportContext,
  post: SourcePost,
  notes: string[],
): void {
  if (post.canonical === null) return;
  const url = URL.parse(post.canonical);
  const slug = /^\/blog\/([^/]+)\/?$/.exec(url?.pathname ?? '')?.[1];
  if (url?.origin === new URL(config.siteUrl).origin && slug && findArticleBySlug(database, slug)) {
    throw new FileSkippedError(`This is a copy of an article of this site: /blog/${slug}.`);
  }
  notes.push(
    `The canonical URL ${post.canonical.slice(0, 300)} was ignored; the article here is canonical.`,
  );
}

/** Rejects posts for which a similar article exists that was not imported from this post. */
function rejectDuplicate(database: Database, input: ArticleInput, store: StoreOptions): void {
  if (store.force) return;
  const match = findArticleOfPost(database, input, store.claimed);
  if (match.article === null || match.by === 'source') return;
  throw new FileSkippedError(
    `An article with this title already exists: /blog/${match.article.slug}. Use FORCE=1 to overwrite it.`,
  );
}

/** Returns the result of storing an article without storing it. @throws FileSkippedError as `storeArticle` does */
function previewStore(
  context: Pick<ImportContext, 'database' | 'clock'>,
  input: ArticleInput,
  options: StoreOptions,
): Pick<ImportedFile, 'outcome'> & { slug: string } {
  const match = findMatch(context.database, input, options.claimed);
  if (!match.article) return { outcome: 'created', slug: match.slug };
  options.claimed.add(match.article.id);
  const author =
    input.authorEmail === undefined
      ? undefined
      : findUserByEmail(context.database.query, input.authorEmail);
  const plan = planUpdate(context, match.article, input, {
    ...options,
    authorId: author?.id ?? null,
  });
  return { outcome: plan ? 'updated' : 'unchanged', slug: match.article.slug };
}
