import { readdirSync, readFileSync } from 'node:fs';
import type { Database } from './client.ts';

const folder = new URL('./migrations/', import.meta.url);

/** The migrations in order; the number a file name starts with is the version it leads to. */
function listMigrations(): { version: number; name: string }[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-.+\.sql$/.test(name))
    .sort()
    .map((name) => ({ version: Number(name.slice(0, 4)), name }));
}

/** The version of the schema that this code works with. */
export function currentSchemaVersion(): number {
  return listMigrations().at(-1)?.version ?? 0;
}

export class DatabaseIsNewer extends Error {
  constructor(found: number, known: number) {
    super(
      `The database has schema version ${found}, this code knows ${known}. ` +
        'Start the newer code that wrote it, or restore a backup from before the upgrade.',
    );
  }
}

/**
 * Brings a database to the version of this code, each step in a transaction of its own.
 * @returns the steps that were applied, by file name
 * @throws DatabaseIsNewer when newer code has written this database
 */
export function migrate(database: Database): string[] {
  const known = currentSchemaVersion();
  const applied: string[] = [];
  for (const { version, name } of listMigrations()) {
    const step = database.raw.transaction(() => {
      const found = Number(database.raw.pragma('user_version', { simple: true }));
      if (found > known) throw new DatabaseIsNewer(found, known);
      if (found >= version) return;
      database.raw.exec(readFileSync(new URL(name, folder), 'utf8'));
      database.raw.pragma(`user_version = ${version}`);
      applied.push(name);
    });
    step.immediate();
  }
  return applied;
}
