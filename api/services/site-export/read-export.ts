import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { archivedRowSchema } from '../../db/repositories/archive.ts';
import { type ArchivedTable, archivedTables } from '../../db/repositories/archive-tables.ts';
import { InvalidTarArchiveError, unpackFiles } from '../tar-archive.ts';
import {
  dataFile,
  LineWriter,
  parseSiteExportManifest,
  readLines,
  type SiteExportManifest,
} from './site-export-format.ts';

const ROWS_PER_TICK = 100;

type Row = Record<string, unknown>;
type ReadContext = Pick<AppContext, 'markdown'>;

/** The export was not imported and nothing was changed; the message is for the user. */
export class SiteImportError extends Error {}

/** Unpacked and validated export. */
export interface ValidatedExport {
  manifest: SiteExportManifest;
  folder: string;
  /** Rows of a resource, ready to be stored. */
  rows(resource: string): Generator<Row>;
}

/**
 * Unpacks a site export into an empty folder and validates hashes, counts and rows.
 * Renders HTML from the Markdown again, because HTML in an export is not trusted.
 * @throws SiteImportError
 */
export async function readSiteExport(
  context: ReadContext,
  file: string,
  folder: string,
): Promise<ValidatedExport> {
  try {
    const manifest = await unpackFiles(file, folder, {
      what: 'archive of a site',
      parse: parseSiteExportManifest,
    });
    assertKnownResources(manifest);
    mkdirSync(path.join(folder, 'ready'));
    const sizes = new Map<string, { width: number; height: number }>();
    for (const table of archivedTables) {
      if (!manifest.files.some(({ name }) => name === dataFile(table.name))) continue;
      await validateTable(context, folder, table, manifest, sizes);
    }
    checkImages(folder, manifest);
    return { manifest, folder, rows: (resource) => readValidatedRows(folder, resource, manifest) };
  } catch (error) {
    if (!(error instanceof InvalidTarArchiveError || error instanceof InvalidRowError)) throw error;
    throw new SiteImportError(
      `${path.basename(file)} was not imported, and nothing was changed. ${error.message}`,
      { cause: error },
    );
  }
}

class InvalidRowError extends Error {}

function assertKnownResources(manifest: SiteExportManifest): void {
  const tableNames = new Set(archivedTables.map(({ name }) => name));
  const unknownResource = manifest.resources.find(({ name }) => !tableNames.has(name));
  if (!unknownResource) return;
  throw new InvalidRowError(
    `It contains “${unknownResource.name.slice(0, 60)}”, which this version does not support.`,
  );
}

/** Validates the rows of a table and writes them with rendered HTML to another file. */
async function validateTable(
  context: ReadContext,
  folder: string,
  table: ArchivedTable,
  manifest: SiteExportManifest,
  sizes: Map<string, { width: number; height: number }>,
): Promise<void> {
  const schema = archivedRowSchema(table);
  const output = new LineWriter(validatedFile(folder, table.name));
  let count = 0;
  try {
    for (const line of readLines(path.join(folder, dataFile(table.name)))) {
      count += 1;
      const location = `${table.name}, line ${count}`;
      const row = parseRow(schema, line, location);
      if (table.name === 'media') sizes.set(...imageSize(row));
      output.write(JSON.stringify(await renderRow(context, table.name, row, sizes, location)));
      if (count % ROWS_PER_TICK === 0) await nextTurn();
    }
  } finally {
    output.close();
  }
  const expected = manifest.resources.find(({ name }) => name === table.name)?.rows;
  if (expected !== count) {
    throw new InvalidRowError(`${table.name}: there are ${count} rows instead of ${expected}.`);
  }
}

type Size = { width: number; height: number };

function imageSize(row: Row): [string, Size] {
  return [`/media/${row.fileName}`, { width: Number(row.width), height: Number(row.height) }];
}

const validatedFile = (folder: string, resource: string) =>
  path.join(folder, 'ready', `${resource}.jsonl`);

function* readValidatedRows(
  folder: string,
  resource: string,
  manifest: SiteExportManifest,
): Generator<Row> {
  if (!manifest.files.some(({ name }) => name === dataFile(resource))) return;
  for (const line of readLines(validatedFile(folder, resource))) yield JSON.parse(line) as Row;
}

function parseRow(schema: z.ZodType<Row>, line: string, location: string): Row {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new InvalidRowError(`${location}: not valid JSON.`, { cause: error });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new InvalidRowError(`${location}: ${issue?.path.join('.')} is invalid.`);
}

const text = z.string();

async function renderRow(
  { markdown }: ReadContext,
  resource: string,
  row: Row,
  images: ReadonlyMap<string, { width: number; height: number }>,
  location: string,
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
    throw new InvalidRowError(`${location}: ${reason}`, { cause: error });
  }
}

/** Checks that image files begin with the signature of their type. */
function checkImages(folder: string, { files }: SiteExportManifest): void {
  for (const { name, bytes } of files) {
    // Product files are only downloaded, and files of the owner are checked when they are read.
    if (/^(?:content|data|product-files)\//.test(name)) continue;
    const start =
      bytes > 100_000_000 ? '' : readFileSync(path.join(folder, name)).toString('latin1', 0, 12);
    const signature = Object.entries(fileSignatures).find(([ending]) => name.endsWith(ending))?.[1];
    if (!signature?.test(start)) throw new InvalidRowError(`${name} is not an image.`);
  }
}

const fileSignatures: Record<string, RegExp> = {
  '.jpg': /^\u00FF\u00D8\u00FF/,
  '.png': /^\u0089PNG/,
  '.webp': /^RIFF[\s\S]{4}WEBP/,
  '.avif': /^[\s\S]{4}ftypavi/,
};
