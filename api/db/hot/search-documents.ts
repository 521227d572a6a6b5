import type BetterSqlite3 from 'better-sqlite3';
import { searchText, searchTextOfHtml } from '../search-text.ts';
import { prepared } from '../statement-cache.ts';

// Drizzle cannot declare the full-text index, and threads that render pages write to it without Drizzle.

type Raw = BetterSqlite3.Database;

/** A row of the full-text index. */
interface SearchDocument {
  title: string;
  subtitle: string;
  description: string;
  tags: string | null;
  headings: string;
  body: string;
}

/** Updates the search document of an article. @returns true if it was stale */
export function indexArticle(raw: Raw, id: number): boolean {
  return storeDocument(raw, id, articleDocument(raw, id));
}

/** Updates the search document of a product. @returns true if it was stale */
export function indexProduct(raw: Raw, id: number): boolean {
  return storeDocument(raw, -id, productDocument(raw, id));
}

/** Updates the search document of a page of the release. @returns true if it was stale */
export function indexBuiltDocument(raw: Raw, searchId: number): boolean {
  return storeDocument(raw, searchId, builtDocument(raw, searchId));
}

/** Deletes search documents without a page. @returns their number */
export function deleteOrphanedDocuments(raw: Raw): number {
  const sql = `DELETE FROM site_search WHERE rowid NOT IN (
    SELECT id FROM articles WHERE state = 'live'
    UNION ALL SELECT -id FROM products WHERE state = 'live'
    UNION ALL SELECT search_id FROM built_documents)`;
  return prepared<[], never>({ raw }, sql).run().changes;
}

function articleDocument(raw: Raw, id: number): SearchDocument | null {
  const sql = `SELECT title, subtitle, description, html,
      (SELECT group_concat(tag, ' ' ORDER BY position) FROM article_tags WHERE article_id = a.id)
        AS tags,
      (SELECT group_concat(json_extract(h.value, '$.text'), ' · ') FROM json_each(a.toc) h)
        AS headings
    FROM articles a WHERE id = ? AND state = 'live'`;
  type Row = Omit<SearchDocument, 'headings' | 'body'> & { html: string; headings: string | null };
  const row = select<Row>(raw, sql, id);
  return (
    row && {
      title: searchText(row.title),
      subtitle: searchText(row.subtitle),
      description: searchText(row.description),
      tags: row.tags,
      headings: searchText(row.headings ?? ''),
      body: searchTextOfHtml(row.html),
    }
  );
}

function productDocument(raw: Raw, id: number): SearchDocument | null {
  const sql = `SELECT p.title, p.description, p.html, c.name AS category
    FROM products p LEFT JOIN categories c ON c.id = p.category_id
    WHERE p.id = ? AND p.state = 'live'`;
  type Row = { title: string; description: string; html: string; category: string | null };
  const row = select<Row>(raw, sql, id);
  return (
    row && {
      title: searchText(row.title),
      subtitle: '',
      description: searchText(row.description),
      tags: row.category === null ? null : searchText(row.category),
      headings: '',
      body: searchTextOfHtml(row.html),
    }
  );
}

function builtDocument(raw: Raw, searchId: number): SearchDocument | null {
  const sql = `SELECT title, description, text,
      (SELECT group_concat(t.value, ' · ') FROM json_each(b.tags) t) AS tags,
      (SELECT group_concat(h.value, ' · ') FROM json_each(b.headings) h) AS headings
    FROM built_documents b WHERE search_id = ?`;
  type Row = Record<'title' | 'description' | 'text', string> &
    Record<'tags' | 'headings', string | null>;
  const row = select<Row>(raw, sql, searchId);
  return (
    row && {
      title: searchText(row.title),
      subtitle: '',
      description: searchText(row.description),
      tags: searchText(row.tags ?? ''),
      headings: searchText(row.headings ?? ''),
      body: searchText(row.text),
    }
  );
}

/** Stores a row of the full-text index, or deletes it. An unchanged row costs no write. */
function storeDocument(raw: Raw, rowId: number, document: SearchDocument | null): boolean {
  const columns = 'title, subtitle, description, tags, headings, body';
  const stored = select<SearchDocument>(
    raw,
    `SELECT ${columns} FROM site_search WHERE rowid = ?`,
    rowId,
  );
  if (JSON.stringify(stored) === JSON.stringify(document)) return false;
  if (stored) {
    prepared<[number], never>({ raw }, 'DELETE FROM site_search WHERE rowid = ?').run(rowId);
  }
  if (document) {
    const sql = `INSERT INTO site_search (rowid, ${columns})
      VALUES (@rowId, @title, @subtitle, @description, @tags, @headings, @body)`;
    prepared<[object], never>({ raw }, sql).run({ ...document, rowId });
  }
  return true;
}

function select<Row>(raw: Raw, sql: string, id: number): Row | null {
  return prepared<[number], Row>({ raw }, sql).get(id) ?? null;
}
