import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { languageTag, toTagSlug } from '#contracts/article.ts';
import { PAGE_PREVIEW_PATH, type PagePreviewRequest } from '#contracts/page-preview.ts';
import type { AppContext } from '../../context.ts';
import { findArticleByPublicId } from '../../db/hot/articles.ts';
import { findMediaByPublicId } from '../../db/repositories/media.ts';
import { findUserById } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { seriesColumns } from './article-columns.ts';
import { previewMarkdown } from './render-markdown.ts';
import { slugFromTitle } from './slug.ts';

/** Retention of a preview, in milliseconds. */
const PREVIEW_MS = 600_000;

type Context = Pick<AppContext, 'config' | 'database' | 'clock' | 'markdown' | 'publisher'>;

// Stored in files, because another process of the site may receive the request.
const folderOf = ({ config }: Pick<Context, 'config'>) =>
  path.join(config.dataFolder, 'page-previews');

/**
 * Renders the page of an article in the editor with the renderer of published pages.
 * @returns the URL of the preview for the next ten minutes
 * @throws DomainError BUSY before the first release, MARKDOWN_TOO_LARGE and others
 */
export async function createPagePreview(
  context: Context,
  asked: PagePreviewRequest,
  authorId: number,
): Promise<string> {
  const document = await renderPage(context, asked, authorId);
  if (!document) throw new DomainError('BUSY', { retryAfter: 1 });
  const folder = folderOf(context);
  await mkdir(folder, { recursive: true });
  await purgeOldPreviews(folder, context.clock());
  const name = randomBytes(16).toString('hex');
  await writeFile(path.join(folder, name), document);
  return `${PAGE_PREVIEW_PATH}/${name}`;
}

/** Returns a preview. @throws DomainError NOT_FOUND */
export async function getPagePreview(
  context: Pick<Context, 'config'>,
  name: string,
): Promise<Buffer> {
  try {
    return await readFile(path.join(folderOf(context), name));
  } catch (cause) {
    throw new DomainError('NOT_FOUND', {
      msg: 'This preview has expired. Please open it again.',
      cause,
    });
  }
}

async function renderPage(context: Context, asked: PagePreviewRequest, authorId: number) {
  const { database } = context;
  const stored = asked.id === null ? null : findArticleByPublicId(database, asked.id);
  const author = stored
    ? { name: stored.authorName, avatar: stored.authorAvatar }
    : findUserById(database.query, authorId);
  const media = asked.images && findMediaByPublicId(database.query, asked.images.public_id);
  const { html, toc, words } = await previewMarkdown(context, asked.markdown);
  const { series, seriesSlug } = seriesColumns(asked.series?.trim() || null);
  const language = languageTag.safeParse(asked.language);
  return context.publisher.renderPreview({
    publicId: stored?.publicId ?? null,
    title: asked.title.trim(),
    subtitle: asked.subtitle.trim(),
    description: asked.description.trim(),
    language: language.success ? language.data : 'en',
    slug: stored?.slug || slugFromTitle(asked.title) || 'preview',
    tags: asked.tags.map(toTagSlug).filter(Boolean),
    categories: asked.category,
    series: series && seriesSlug ? { name: series, slug: seriesSlug } : null,
    cover: media ?? null,
    imageAlt: asked.imageAlt.trim(),
    author: { name: author?.name ?? '', avatar: author?.avatar ?? null },
    html,
    toc,
    words,
    now: context.clock(),
  });
}

async function purgeOldPreviews(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs > PREVIEW_MS) await rm(file, { force: true });
  }
}
