import type { Database } from '../../../db/client.ts';
import { findArticleBySlug } from '../../../db/repositories/articles.ts';
import { type StoreOptions, storeWish } from '../article.ts';
import type { ImportContext } from '../context.ts';
import { foresee } from '../foresee.ts';
import { FrontMatterInvalid } from '../front-matter.ts';
import { readArticleFields } from '../front-matter-article.ts';
import { matchPost, slugOf } from '../match.ts';
import {
  emptyReport,
  FileSkipped,
  type ImportedFile,
  type ImportReport,
  reasonOf,
  skipped,
} from '../report.ts';
import { isBeyondWindow } from '../times.ts';
import type { ArticleWish } from '../wish.ts';
import { type ArchiveFiles, ArchiveUnusable } from './archive-files.ts';
import { ArchiveImages } from './archive-images.ts';
import type { ForeignPost, PostReader, SystemName } from './foreign-post.ts';
import { recognize } from './recognize.ts';

export interface SystemImportOptions {
  /** Row id of the author of articles whose own author has no account here. */
  authorId: number;
  /** Hears what the archive was taken for. */
  onRecognized?: (system: SystemName, posts: number, notes: string[]) => void;
  /** Hears of each post as it is done. */
  onPost?: (post: ImportedFile) => void;
  /** Overwrites articles that were changed here since, or that came from elsewhere. */
  force?: boolean;
  /** Only says what would come. */
  dryRun?: boolean;
}

/**
 * Imports the posts of another system as articles. A post that cannot be imported is skipped with
 * its reason and the rest goes on; what was imported before is found again by its id there, so that
 * importing twice changes nothing.
 * @throws ArchiveUnusable; errors of disk and database, which would meet every post alike
 */
export async function importSystem(
  context: ImportContext,
  files: ArchiveFiles,
  options: SystemImportOptions,
): Promise<ImportReport & { system: SystemName }> {
  const images = new ArchiveImages(context, files);
  const surroundings = {
    brings: (address: string) => images.nameOf(address) !== null,
    linkTo: (address: string) => address,
  };
  const { system, posts, notes } = await recognize(files, surroundings);
  options.onRecognized?.(system, posts.length, notes);
  const report = { ...emptyReport(), system };
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

interface Run {
  images: ArchiveImages;
  store: StoreOptions;
  dryRun: boolean;
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
    refuseOwn(context, post, notes);
    const wish = await wishOf(context, run, post, notes);
    refuseTwin(context.database, wish, run.store);
    const stored = run.dryRun
      ? foresee(context, wish, run.store)
      : await storeWish(context, wish, run.store, notes);
    if (stored.outcome === 'created' && stored.slug !== slugOf(wish)) {
      notes.push(`The address ${slugOf(wish)} belongs to another article here.`);
    }
    return { file, ...stored, reason: null, notes: [...new Set(notes)] };
  } catch (error) {
    const reason = error instanceof ArchiveUnusable ? error.message : reasonOf(error, spoken);
    if (reason === null) throw error;
    return skipped(file, reason, [...new Set(notes)]);
  }
}

const spoken = [FrontMatterInvalid];

/** The post as our own files would say it, with its images brought along. */
async function wishOf(
  context: ImportContext,
  { images, dryRun }: Run,
  post: ForeignPost,
  notes: string[],
): Promise<ArticleWish> {
  const { fields, notes: unfitting } = readArticleFields(post.matter);
  notes.push(...unfitting);
  const { image: _, ...rest } = fields;
  const title = fields.title ?? post.name;
  const markdown = dryRun ? post.markdown : await images.bringImagesOf(post.markdown, notes);
  const wish: ArticleWish = { ...rest, title, titleIsGuess: false, markdown, source: post.source };
  await bringCover(images, dryRun, post, wish, notes);
  if (wish.draft) return wish;
  if (markdown.trim() === '') {
    notes.push('It has no text; it came as a draft.');
    wish.draft = true;
  } else if (isBeyondWindow(wish.publishedAt ?? 0, context.clock())) {
    notes.push('Its date is more than 3 months ahead; it came as a draft.');
    wish.draft = true;
  }
  return wish;
}

async function bringCover(
  images: ArchiveImages,
  dryRun: boolean,
  post: ForeignPost,
  wish: ArticleWish,
  notes: string[],
): Promise<void> {
  if (post.cover === null) return;
  if (images.nameOf(post.cover) === null) {
    notes.push(
      `Its cover is not in the archive: ${post.cover.replace('__GHOST_URL__', '').slice(0, 300)}`,
    );
  } else if (!dryRun) {
    const media = await images.bring(post.cover, notes);
    if (media) wish.media = media;
  }
}

/** What this site has posted elsewhere itself does not come back as a second article. */
function refuseOwn({ config, database }: ImportContext, post: ForeignPost, notes: string[]): void {
  if (post.canonical === null) return;
  const url = URL.parse(post.canonical);
  const slug = /^\/blog\/([^/]+)\/?$/.exec(url?.pathname ?? '')?.[1];
  if (url?.origin === new URL(config.siteUrl).origin && slug && findArticleBySlug(database, slug)) {
    throw new FileSkipped(`It is a copy of an article of this site: /blog/${slug}.`);
  }
  notes.push(`Its canonical address was ${post.canonical.slice(0, 300)}; here it is its own.`);
}

/** An article of the same title and address that came by another way is left alone. */
function refuseTwin(database: Database, wish: ArticleWish, store: StoreOptions): void {
  if (store.force) return;
  const match = matchPost(database, wish, store.claimed);
  if (match.article === null || match.by === 'source') return;
  throw new FileSkipped(
    `An article with this title is here already: /blog/${match.article.slug}. FORCE=1 overwrites it.`,
  );
}
