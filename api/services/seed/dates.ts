import path from 'node:path';
import { FrontMatterInvalid, readFrontMatter } from '../import/front-matter.ts';
import { readArticleFields } from '../import/front-matter-article.ts';
import { FileSkippedError } from '../import/import-result.ts';
import { findMarkdownFiles, readTextFile } from '../import/markdown-files.ts';
import type { ArticleInput } from '../import/parse-article.ts';

const DAY_MS = 86_400_000;

/**
 * Returns the latest publication date in a folder of articles, in milliseconds UTC; 0 if there is
 * none.
 */
export async function latestDate(folder: string): Promise<number> {
  const { files } = await findMarkdownFiles(folder);
  return Math.max(0, ...files.map((file) => dateOf(path.join(folder, file))));
}

function dateOf(file: string): number {
  try {
    const { fields } = readArticleFields(readFrontMatter(readTextFile(file)).matter);
    return fields.publishedAt ?? 0;
  } catch (error) {
    // The import reports the error.
    if (error instanceof FrontMatterInvalid || error instanceof FileSkippedError) return 0;
    throw error;
  }
}

/** Returns the article with earlier dates, by whole days to keep the time of day. */
export function moveBack(article: ArticleInput, milliseconds: number): ArticleInput {
  const by = Math.ceil(milliseconds / DAY_MS) * DAY_MS;
  const moved = (time: number | undefined) => (time === undefined ? undefined : time - by);
  return {
    ...article,
    ...(typeof article.publishedAt === 'number' && { publishedAt: article.publishedAt - by }),
    ...(article.createdAt !== undefined && { createdAt: moved(article.createdAt) }),
    ...(article.updatedAt !== undefined && { updatedAt: moved(article.updatedAt) }),
  };
}
