import type { Connection } from '../connection.ts';
import { prepared } from '../prepared.ts';

/** A category of products. */
export interface CategoryRow {
  id: number;
  name: string;
  /** Products in it, deleted ones left out. */
  products: number;
}

const columns = `c.id, c.name, (SELECT count(*) FROM products p
  WHERE p.category_id = c.id AND p.state IN ('draft', 'live', 'retired')) AS products`;

/** Every category of products, by name. */
export function listProductCategories(database: Connection): CategoryRow[] {
  const sql = `SELECT ${columns} FROM categories c WHERE c.kind = 'product' ORDER BY c.name`;
  return prepared<[], CategoryRow>(database, sql).all();
}

export function findProductCategory(database: Connection, id: number): CategoryRow | null {
  const sql = `SELECT ${columns} FROM categories c WHERE c.kind = 'product' AND c.id = ?`;
  return prepared<[number], CategoryRow>(database, sql).get(id) ?? null;
}

/** By its name, whatever the case of its letters. */
export function findProductCategoryByName(database: Connection, name: string): CategoryRow | null {
  const sql = `SELECT ${columns} FROM categories c WHERE c.kind = 'product' AND c.name = ?`;
  return prepared<[string], CategoryRow>(database, sql).get(name) ?? null;
}

export function insertProductCategory(database: Connection, name: string): number {
  const sql = "INSERT INTO categories (kind, name) VALUES ('product', ?) RETURNING id";
  return prepared<[string], { id: number }>(database, sql).get(name)?.id ?? 0;
}

export function renameProductCategory(database: Connection, id: number, name: string): void {
  const sql = "UPDATE categories SET name = ? WHERE kind = 'product' AND id = ?";
  prepared<[string, number], never>(database, sql).run(name, id);
}

/** Moves every product of a category, deleted ones too, into another one, or into none. */
export function moveProducts(database: Connection, from: number, into: number | null): void {
  const sql = 'UPDATE products SET category_id = ? WHERE category_id = ?';
  prepared<[number | null, number], never>(database, sql).run(into, from);
}

export function deleteProductCategory(database: Connection, id: number): void {
  const sql = "DELETE FROM categories WHERE kind = 'product' AND id = ?";
  prepared<[number], never>(database, sql).run(id);
}
