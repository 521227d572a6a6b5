import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { z } from 'zod';
import { archivedFile, InvalidTarArchiveError } from '../tar-archive.ts';

const CHUNK = 65_536;

/** Writes a new text file line by line; it is complete after `close`. */
export class LineWriter {
  readonly #descriptor: number;
  #buffer = '';

  constructor(file: string) {
    this.#descriptor = openSync(file, 'wx', 0o600);
  }

  write(line: string): void {
    this.#buffer += `${line}\n`;
    if (this.#buffer.length > CHUNK) this.#flush();
  }

  close(): void {
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
export const EXPORT_FORMAT = 1;

const siteExportManifest = z.strictObject({
  kind: z.literal(EXPORT_KIND),
  format: z.literal(EXPORT_FORMAT),
  createdAt: z.iso.datetime(),
  site: z.string().max(500).describe('origin of the site it was made of'),
  resources: z.array(z.strictObject({ name: z.string(), rows: z.number().int().min(0) })),
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
export function parseSiteExportManifest(text: string): SiteExportManifest {
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

/** Reads a text file line by line. */
export function* readLines(file: string): Generator<string> {
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
