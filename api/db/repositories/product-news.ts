import type { Connection } from '../connection.ts';
import { prepared } from '../prepared.ts';

/** A new version that the buyers of its product are being told of. */
export interface ProductNews {
  id: number;
  productId: number;
  /** What is new, in a line for each file. */
  text: string;
  /** Row id of the last member who was told. */
  reached: number;
  title: string;
  publicId: string;
}

export function insertProductNews(
  database: Connection,
  news: { productId: number; text: string; now: number },
): void {
  const sql = `INSERT INTO product_news (product_id, text, started_at)
    VALUES (@productId, @text, @now)`;
  prepared<[object], unknown>(database, sql).run(news);
}

/** The oldest news of which not all buyers have been told. */
export function findUnwrittenNews(database: Connection): ProductNews | undefined {
  const sql = `SELECT n.id, n.product_id AS productId, n.text, n.reached, p.title,
      p.public_id AS publicId
    FROM product_news n JOIN products p ON p.id = n.product_id
    WHERE n.written_at IS NULL ORDER BY n.id LIMIT 1`;
  return prepared<[], ProductNews>(database, sql).get();
}

export function updateProductNews(
  database: Connection,
  id: number,
  { reached, writtenAt }: { reached: number; writtenAt: number | null },
): void {
  const sql = 'UPDATE product_news SET reached = @reached, written_at = @writtenAt WHERE id = @id';
  prepared<[object], unknown>(database, sql).run({ id, reached, writtenAt });
}
