import path from 'node:path';
import { findMarkdownFiles, readTextFile } from '../import/files.ts';
import { FrontMatterInvalid, readFrontMatter } from '../import/front-matter.ts';
import { readArticleFields } from '../import/front-matter-article.ts';
import { FileSkipped } from '../import/report.ts';
import type { ArticleWish } from '../import/wish.ts';

const DAY_MS = 86_400_000;

/** The latest date of publication in a folder of articles, milliseconds UTC; 0 without any. */
export async function latestDate(folder: string): Promise<number> {
  const { files } = await findMarkdownFiles(folder);
  return Math.max(0, ...files.map((file) => dateOf(path.join(folder, file))));
}

function dateOf(file: string): number {
  try {
    const { fields } = readArticleFields(readFrontMatter(readTextFile(file)).matter);
    return fields.publishedAt ?? 0;
  } catch (error) {
    // The import itself says what is wrong with it.
    if (error instanceof FrontMatterInvalid || error instanceof FileSkipped) return 0;
    throw error;
  }
}

/** The same article by so much earlier, in whole days so that its time of day stays. */
export function moveBack(wish: ArticleWish, milliseconds: number): ArticleWish {
  const by = Math.ceil(milliseconds / DAY_MS) * DAY_MS;
  const moved = (time: number | undefined) => (time === undefined ? undefined : time - by);
  return {
    ...wish,
    ...(typeof wish.publishedAt === 'number' && { publishedAt: wish.publishedAt - by }),
    ...(wish.createdAt !== undefined && { createdAt: moved(wish.createdAt) }),
    ...(wish.updatedAt !== undefined && { updatedAt: moved(wish.updatedAt) }),
  };
}
