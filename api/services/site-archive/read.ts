import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { archivedRowSchema } from '../../db/repositories/archive-rows.ts';
import { type ArchivedTable, archivedTables } from '../../db/repositories/archive-tables.ts';
import { PackedFilesDamaged, unpackFiles } from '../packed-files.ts';
import { LineWriter, readLines } from './lines.ts';
import { type ArchiveManifest, dataFile, parseArchiveManifest } from './manifest.ts';

const ROWS_PER_TURN = 100;

type Row = Record<string, unknown>;
type ReadContext = Pick<AppContext, 'markdown'>;

/** An archive that was not imported, nothing having been changed; the message is a sentence. */
export class ArchiveRefused extends Error {}

/** An archive that was unpacked and found whole. */
export interface ReadArchive {
  manifest: ArchiveManifest;
  folder: string;
  /** Rows of a resource, ready to be stored. */
  rows(resource: string): Generator<Row>;
}

/**
 * Unpacks an archive into an empty folder and checks all of it: hashes, counts, every row. What is
 * shown to readers is made anew of the markdown, since no archive is trusted with HTML.
 * @throws ArchiveRefused
 */
export async function readSiteArchive(
  context: ReadContext,
  file: string,
  folder: string,
): Promise<ReadArchive> {
  try {
    const manifest = await unpackFiles(file, folder, {
      what: 'archive of a site',
      parse: parseArchiveManifest,
    });
    requireKnown(manifest);
    mkdirSync(path.join(folder, 'ready'));
    const sizes = new Map<string, { width: number; height: number }>();
    for (const table of archivedTables) {
      if (!manifest.files.some(({ name }) => name === dataFile(table.name))) continue;
      await readTable(context, folder, table, manifest, sizes);
    }
    checkImages(folder, manifest);
    return { manifest, folder, rows: (resource) => readyRows(folder, resource, manifest) };
  } catch (error) {
    if (!(error instanceof PackedFilesDamaged || error instanceof RowRefused)) throw error;
    throw new ArchiveRefused(
      `${path.basename(file)} was not imported, and nothing was changed. ${error.message}`,
      { cause: error },
    );
  }
}

class RowRefused extends Error {}

function requireKnown(manifest: ArchiveManifest): void {
  const known = new Set(archivedTables.map(({ name }) => name));
  const strange = manifest.resources.find(({ name }) => !known.has(name));
  if (!strange) return;
  throw new RowRefused(`It holds “${strange.name.slice(0, 60)}”, which this code does not know.`);
}

/** Reads a table's file row by row, and writes what is ready to be stored. */
async function readTable(
  context: ReadContext,
  folder: string,
  table: ArchivedTable,
  manifest: ArchiveManifest,
  sizes: Map<string, { width: number; height: number }>,
): Promise<void> {
  const schema = archivedRowSchema(table);
  const ready = new LineWriter(readyFile(folder, table.name));
  let count = 0;
  try {
    for (const line of readLines(path.join(folder, dataFile(table.name)))) {
      count += 1;
      const place = `${table.name}, line ${count}`;
      const row = parseRow(schema, line, place);
      if (table.name === 'media') sizes.set(...sizeOf(row));
      ready.write(JSON.stringify(await withHtml(context, table.name, row, sizes, place)));
      if (count % ROWS_PER_TURN === 0) await nextTurn();
    }
  } finally {
    ready.close();
  }
  const wanted = manifest.resources.find(({ name }) => name === table.name)?.rows;
  if (wanted !== count) {
    throw new RowRefused(`${table.name}: there are ${count} rows instead of ${wanted}.`);
  }
}

type Size = { width: number; height: number };

function sizeOf(row: Row): [string, Size] {
  return [`/media/${row.fileName}`, { width: Number(row.width), height: Number(row.height) }];
}

const readyFile = (folder: string, resource: string) =>
  path.join(folder, 'ready', `${resource}.jsonl`);

function* readyRows(folder: string, resource: string, manifest: ArchiveManifest): Generator<Row> {
  if (!manifest.files.some(({ name }) => name === dataFile(resource))) return;
  for (const line of readLines(readyFile(folder, resource))) yield JSON.parse(line) as Row;
}

function parseRow(schema: z.ZodType<Row>, line: string, place: string): Row {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new RowRefused(`${place}: it is no JSON.`, { cause: error });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new RowRefused(`${place}: ${issue?.path.join('.')} is not as it should be.`);
}

const text = z.string();

async function withHtml(
  { markdown }: ReadContext,
  resource: string,
  row: Row,
  images: ReadonlyMap<string, { width: number; height: number }>,
  place: string,
): Promise<Row> {
  try {
    if (resource === 'articles') {
      const { html, toc, words } = await markdown.render(text.parse(row.markdown), { images });
      return { ...row, html, toc, words };
    }
    if (resource === 'products') {
      const { html } = await markdown.render(text.parse(row.content), { images });
      return { ...row, html };
    }
    if (resource !== 'comments') return row;
    const { html } = await markdown.render(text.parse(row.text), { rules: 'comment' });
    return { ...row, html };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RowRefused(`${place}: ${reason}`, { cause: error });
  }
}

/** What is served as an image has to begin like one. */
function checkImages(folder: string, { files }: ArchiveManifest): void {
  for (const { name, bytes } of files) {
    // Product files are never served as they stand, so what they hold does not matter.
    if (name.startsWith('data/') || name.startsWith('product-files/')) continue;
    const start =
      bytes > 100_000_000 ? '' : readFileSync(path.join(folder, name)).toString('latin1', 0, 12);
    const known = Object.entries(beginnings).find(([ending]) => name.endsWith(ending))?.[1];
    if (!known?.test(start)) throw new RowRefused(`${name} is no image.`);
  }
}

const beginnings: Record<string, RegExp> = {
  '.jpg': /^\u00FF\u00D8\u00FF/,
  '.png': /^\u0089PNG/,
  '.webp': /^RIFF[\s\S]{4}WEBP/,
  '.avif': /^[\s\S]{4}ftypavi/,
};
