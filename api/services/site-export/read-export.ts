import { closeSync, mkdirSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { archivedRowSchema } from '../../db/repositories/archive.ts';
import { type ArchivedTable, archivedTables } from '../../db/repositories/archive-tables.ts';
import { errorMessage } from '../../errors.ts';
import { archivedFile, InvalidTarArchiveError, unpackFiles } from '../tar-archive.ts';
import { convertEarlierExport, convertEarlierRow } from './earlier-format.ts';

const CHUNK = 65_536;

/** Writes a new text file line by line; it is complete after its disposal. */
export class LineWriter implements Disposable {
  readonly #descriptor: number;
  #buffer = '';

  constructor(file: string) {
    this.#descriptor = openSync(file, 'wx', 0o600);
  }

  write(line: string): void {
    this.#buffer += `${line}\n`;
    if (this.#buffer.length > CHUNK) this.#flush();
  }

  [Symbol.dispose](): void {
    try {
      this.#flush();
    } finally {
      closeSync(this.#descriptor);
    }
  }

  #flush(): void {
    const bytes = Buffer.from(this.#buffer);
    this.#buffer = '';
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at);
  }
}

/** Value that identifies a site export. */
export const EXPORT_KIND = 'personal-site archive';
/** Version of the format; see docs/archive-format.md. */
export const EXPORT_FORMAT = 2;
/** Format of code before the first release, which is still read; see earlier-format.ts. */
const EARLIER_FORMAT = 1;

const siteExportManifest = z.strictObject({
  kind: z.literal(EXPORT_KIND),
  format: z.literal([EARLIER_FORMAT, EXPORT_FORMAT]),
  createdAt: z.iso.datetime(),
  site: z.string().max(500).describe('origin of the site it was made of'),
  resources: z.array(z.strictObject({ name: z.string(), rows: z.int().min(0) })),
  missing: z.array(z.string()).describe('files that the data names and the store did not have'),
  files: z.array(
    archivedFile(
      /^(?:data\/[a-z-]+\.jsonl|media\/[\w-]+\.(?:jpg|png)|product-files\/[\da-f]{32}|avatars\/[\da-f]{32}-\d+\.(?:avif|webp)|content(?:\/(?!\.)[^/\\\p{Cc}]+)+)$/u,
    ),
  ),
});
export type SiteExportManifest = z.infer<typeof siteExportManifest>;

const header = z.object({ kind: z.literal(EXPORT_KIND), format: z.number() });

/** Parses the manifest of a site export. @throws InvalidTarArchiveError for a newer format */
function parseSiteExportManifest(text: string): SiteExportManifest {
  const json: unknown = JSON.parse(text);
  const found = header.safeParse(json).data;
  if (found && found.format > EXPORT_FORMAT) {
    throw new InvalidTarArchiveError(
      `The export has format ${found.format}, but this version supports ${EXPORT_FORMAT}: import it with a newer version.`,
    );
  }
  return siteExportManifest.parse(json);
}

/** Returns the name of the file with the rows of a resource. */
export const dataFile = (resource: string) => `data/${resource}.jsonl`;

function* readLines(file: string): Generator<string> {
  const descriptor = openSync(file, 'r');
  try {
    const decoder = new StringDecoder('utf8');
    const chunk = Buffer.alloc(CHUNK);
    let rest = '';
    for (let bytes = CHUNK; bytes > 0; ) {
      bytes = readSync(descriptor, chunk);
      rest += bytes > 0 ? decoder.write(chunk.subarray(0, bytes)) : decoder.end();
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    if (rest !== '') yield rest;
  } finally {
    closeSync(descriptor);
  }
}

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
    const unpacked = await unpackFiles(file, folder, {
      what: 'site export',
      parse: parseSiteExportManifest,
    });
    const manifest =
      unpacked.format === EARLIER_FORMAT ? convertEarlierExport(folder, unpacked) : unpacked;
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
  const rowSchema = archivedRowSchema(table);
  const schema =
    manifest.format === EARLIER_FORMAT
      ? z.preprocess((value) => convertEarlierRow(table.name, value), rowSchema)
      : rowSchema;
  let count = 0;
  {
    using output = new LineWriter(validatedFile(folder, table.name));
    for (const line of readLines(path.join(folder, dataFile(table.name)))) {
      count += 1;
      const location = `${table.name}, line ${count}`;
      const row = parseRow(schema, line, location);
      if (table.name === 'media') sizes.set(...imageSize(row));
      output.write(JSON.stringify(await renderRow(context, table.name, row, sizes, location)));
      if (count % ROWS_PER_TICK === 0) await nextTurn();
    }
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
    const reason = errorMessage(error);
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
