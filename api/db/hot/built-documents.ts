import type { BuiltKind } from '#contracts/search-index.ts';
import type { Connection } from '../connection.ts';
import { deriveBuiltDocument } from '../derived.ts';
import { prepared } from '../statement-cache.ts';

/** Searchable content of a built page. */
export interface BuiltDocument {
  kind: BuiltKind;
  /** Address without origin. */
  path: string;
  title: string;
  description: string;
  tags: string[];
  headings: string[];
  text: string;
}

/**
 * Replaces the searchable built pages; unchanged pages are not indexed again. Call it in a
 * transaction.
 */
export function replaceBuiltDocuments(
  database: Connection,
  documents: readonly BuiltDocument[],
): void {
  const others = 'DELETE FROM built_documents WHERE path NOT IN (SELECT value FROM json_each(?))';
  prepared<[string], unknown>(database, others).run(
    JSON.stringify(documents.map(({ path }) => path)),
  );
  const sql = `INSERT INTO built_documents (path, kind, title, description, tags, headings, text)
    VALUES (@path, @kind, @title, @description, @tags, @headings, @text)
    ON CONFLICT (path) DO UPDATE SET kind = excluded.kind, title = excluded.title,
      description = excluded.description, tags = excluded.tags, headings = excluded.headings,
      text = excluded.text
    WHERE (kind, title, description, tags, headings, text) IS NOT
      (excluded.kind, excluded.title, excluded.description, excluded.tags, excluded.headings,
        excluded.text)
    RETURNING search_id AS id`;
  for (const { tags, headings, ...words } of documents) {
    const lists = { tags: JSON.stringify(tags), headings: JSON.stringify(headings) };
    const changed = prepared<[object], { id: number }>(database, sql).get({ ...words, ...lists });
    if (changed) deriveBuiltDocument(database.raw, changed.id);
  }
}

/** Returns the path of a built page by its row of the search index, or null. */
export function findBuiltPath(database: Connection, searchId: number): string | null {
  const sql = 'SELECT path FROM built_documents WHERE search_id = ?';
  return prepared<[number], { path: string }>(database, sql).get(searchId)?.path ?? null;
}
