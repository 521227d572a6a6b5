import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

/** Kinds of content with an Open Graph image. */
export type ShareKind = 'article' | 'product';

const places = {
  article: { pictures: 'og_images', column: 'article_id', table: 'articles' },
  product: { pictures: 'product_og_images', column: 'product_id', table: 'products' },
} satisfies Record<ShareKind, object>;

/** An article or a product, by its row id. */
export interface Shareable {
  kind: ShareKind;
  id: number;
}

/** Returns the key of the data that an Open Graph image was drawn from, or null. */
export function findShareKey(database: Connection, { kind, id }: Shareable): string | null {
  const { pictures, column } = places[kind];
  const sql = `SELECT key FROM ${pictures} WHERE ${column} = ?`;
  return prepared<[number], { key: string }>(database, sql).get(id)?.key ?? null;
}

export function recordShareKey(database: Connection, { kind, id }: Shareable, key: string): void {
  const { pictures, column } = places[kind];
  const sql = `INSERT INTO ${pictures} (${column}, key) VALUES (?, ?)
    ON CONFLICT (${column}) DO UPDATE SET key = excluded.key`;
  prepared<[number, string], unknown>(database, sql).run(id, key);
}

export function deleteShareKey(database: Connection, { kind, id }: Shareable): void {
  const { pictures, column } = places[kind];
  const sql = `DELETE FROM ${pictures} WHERE ${column} = ?`;
  prepared<[number], unknown>(database, sql).run(id);
}

/** Returns all content with an Open Graph image. */
export function listShared(database: Connection): (Shareable & { publicId: string })[] {
  const kinds = Object.keys(places) as ShareKind[];
  return kinds.flatMap((kind) => {
    const { pictures, column, table } = places[kind];
    const sql = `SELECT s.${column} AS id, t.public_id AS publicId
      FROM ${pictures} s JOIN ${table} t ON t.id = s.${column}`;
    return prepared<[], { id: number; publicId: string }>(database, sql)
      .all()
      .map((row) => ({ kind, ...row }));
  });
}

/** The plus prevents using the index on states, which would need a sort. */
const readable = {
  article: "+state IN ('live', 'archived')",
  product: "+state = 'live'",
} satisfies Record<ShareKind, string>;

/** Articles or products below an id that have an address to share, the newest first. */
export function listShareableBelow(
  database: Connection,
  { kind, id }: Shareable,
  limit: number,
): number[] {
  const sql = `SELECT id FROM ${places[kind].table} WHERE id < ? AND ${readable[kind]}
    ORDER BY id DESC LIMIT ?`;
  return prepared<[number, number], { id: number }>(database, sql)
    .all(id, limit)
    .map((row) => row.id);
}
