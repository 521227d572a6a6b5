import path from 'node:path';
import { eq } from 'drizzle-orm';
import { openDatabase } from '../db/client.ts';
import { insertComment } from '../db/repositories/comment-writes.ts';
import { articles } from '../db/schema/articles.ts';
import { createPublicId } from '../services/identifiers.ts';

const HOUR_MS = 3_600_000;

/**
 * Stores comments of guests for an article of a running site: one for each of the last `count` hours, oldest
 * first, and replies to the newest.
 * @returns `_id` of the oldest
 */
export async function plantComments(
  dataFolder: string,
  slug: string,
  { count, replies }: { count: number; replies: number },
): Promise<string> {
  const database = openDatabase(path.join(dataFolder, 'site.db'));
  const now = Date.now();
  const oldest = await database.write((transaction) => {
    const article = transaction
      .select({ id: articles.id })
      .from(articles)
      .where(eq(articles.slug, slug))
      .get();
    if (!article) throw new Error(`there is no article ${slug}`);
    const plant = (text: string, createdAt: number, parentId: number | null) => {
      const publicId = createPublicId();
      const id = insertComment(transaction, {
        publicId,
        articleId: article.id,
        userId: null,
        guest: 'planted',
        parentId,
        state: 'published',
        createdAt,
        signals: [],
        text,
        html: `<p>${text}</p>`,
      });
      return { id, publicId };
    };
    const planted = Array.from({ length: count }, (_, index) =>
      plant(`Thought ${index + 1}`, now - (count - index) * HOUR_MS, null),
    );
    const newest = planted.at(-1);
    for (let number = 1; number <= replies; number += 1) {
      plant(`Answer ${number}`, now - HOUR_MS + number, newest?.id ?? null);
    }
    return planted[0]?.publicId ?? '';
  });
  database.close();
  return oldest;
}
