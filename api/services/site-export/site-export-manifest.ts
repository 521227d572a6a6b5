import { z } from 'zod';
import { CONTENT_NAME } from '../content/archive-content.ts';
import { archivedFile, InvalidTarArchiveError } from '../tar-archive.ts';

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
      new RegExp(
        `^(?:data/[a-z-]+\\.jsonl|media/[\\w-]+\\.(?:jpg|png)|product-files/[\\da-f]{32}|avatars/[\\da-f]{32}-\\d+\\.(?:avif|webp)|${CONTENT_NAME.source})$`,
        'u',
      ),
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
