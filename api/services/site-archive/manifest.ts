import { z } from 'zod';
import { PackedFilesDamaged, packedFile } from '../packed-files.ts';

/** What the first line of every archive says it is. */
export const ARCHIVE_KIND = 'personal-site archive';
/** Version of the format, which docs/archive-format.md describes. */
export const ARCHIVE_FORMAT = 1;

const archiveManifest = z.strictObject({
  kind: z.literal(ARCHIVE_KIND),
  format: z.literal(ARCHIVE_FORMAT),
  createdAt: z.iso.datetime(),
  site: z.string().max(500).describe('origin of the site it was made of'),
  resources: z.array(z.strictObject({ name: z.string(), rows: z.number().int().min(0) })),
  missing: z.array(z.string()).describe('files that the data names and the store did not have'),
  files: z.array(
    packedFile(
      /^(?:data\/[a-z-]+\.jsonl|media\/[\w-]+\.(?:jpg|png)|product-files\/[\da-f]{32}|avatars\/[\da-f]{32}-\d+\.(?:avif|webp))$/,
    ),
  ),
});
export type ArchiveManifest = z.infer<typeof archiveManifest>;

const header = z.object({ kind: z.literal(ARCHIVE_KIND), format: z.number() });

/** Reads the manifest of an archive. @throws PackedFilesDamaged for one that newer code has written */
export function parseArchiveManifest(text: string): ArchiveManifest {
  const json: unknown = JSON.parse(text);
  const found = header.safeParse(json).data;
  if (found && found.format > ARCHIVE_FORMAT) {
    throw new PackedFilesDamaged(
      `It has format ${found.format}, and this code knows ${ARCHIVE_FORMAT}: import it with newer code.`,
    );
  }
  return archiveManifest.parse(json);
}

/** Name of the file that holds the rows of a resource. */
export const dataFile = (resource: string) => `data/${resource}.jsonl`;
