import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { ActiveProvider } from '../payment-provider.ts';
import { hashBuiltFile, hashSources, isBuildCurrent, MANIFEST } from '../start/build-state.mjs';
import type { Guard } from './guarded-pages.ts';

/** File in the folder of a failed build. */
export const BUILD_ERROR_FILE = 'build-error.txt';

const manifestSchema = z.object({
  id: z.string().min(8),
  schemaVersion: z.int(),
  builtAt: z.string(),
  /** Hash of the source files, see hashSources. */
  sources: z.string().optional(),
  files: z.record(z.string(), z.string()),
});
export type BuildManifest = z.infer<typeof manifestSchema>;

export class CorruptBuildError extends Error {}

/** Returns the paths of all files below a folder, relative to it. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** True if a build for readers, without the style guide, is undamaged and was made from the current source code. */
export const hasCurrentCode = (buildFolder: string): boolean =>
  isBuildCurrent(buildFolder, hashSources({ styleguide: false }));

/** Writes the manifest of a finished build; its id is the hash of all files. */
export function writeBuildManifest(
  buildFolder: string,
  schemaVersion: number,
  sources?: string,
): BuildManifest {
  const files: Record<string, string> = {};
  for (const name of listFiles(buildFolder)) {
    if (name !== MANIFEST) files[name] = hashBuiltFile(path.join(buildFolder, name));
  }
  const id = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16);
  const manifest = { id, schemaVersion, builtAt: new Date().toISOString(), sources, files };
  writeFileSync(path.join(buildFolder, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`);
  return manifest;
}

/** Reads the manifest. @throws CorruptBuildError if it is missing or invalid */
export function readBuildManifest(buildFolder: string): BuildManifest {
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(path.join(buildFolder, MANIFEST), 'utf8')));
  } catch (error) {
    const reason = readBuildError(buildFolder);
    const advice = reason ? `The code could not be built: ${reason}` : 'Run: make build';
    throw new CorruptBuildError(`${buildFolder} holds no finished build. ${advice}`, {
      cause: error,
    });
  }
}

function readBuildError(buildFolder: string): string | null {
  const file = path.join(buildFolder, BUILD_ERROR_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/**
 * Checks that all files of a build exist and are unchanged.
 * @throws CorruptBuildError with the name of the first invalid file
 */
export function verifyBuild(buildFolder: string): BuildManifest {
  const manifest = readBuildManifest(buildFolder);
  for (const [name, hash] of Object.entries(manifest.files)) {
    let actualHash: string;
    try {
      actualHash = hashBuiltFile(path.join(buildFolder, name));
    } catch (error) {
      throw new CorruptBuildError(`the build lacks ${name}`, { cause: error });
    }
    if (actualHash !== hash) throw new CorruptBuildError(`${name} of the build is damaged`);
  }
  for (const requiredFile of ['server/entry.mjs', 'client/404.html']) {
    if (!(requiredFile in manifest.files))
      throw new CorruptBuildError(`the build lacks ${requiredFile}`);
  }
  return manifest;
}

/** Settings that pages contain. */
interface ReleaseSettings {
  origin: string;
  guards: readonly Guard[];
  payment: ActiveProvider;
}

const hashSettings = ({ origin, guards, payment }: ReleaseSettings) =>
  createHash('sha256')
    .update([origin, payment ?? 'none', ...guards.map(({ folder }) => folder)].join(' '))
    .digest('hex')
    .slice(0, 6);

/**
 * Identifies a release by build, origin, guards and payment provider.
 * @throws CorruptBuildError if there is no finished build
 */
export const releaseKeyOf = (buildFolder: string, settings: ReleaseSettings): string =>
  `${readBuildManifest(buildFolder).id}-${hashSettings(settings)}`;

/**
 * Identifies the code and settings of a release. Unlike the key of a release, it is the same for builds of this code
 * in other folders.
 * @throws CorruptBuildError if there is no finished build
 */
export function codeKeyOf(buildFolder: string, settings: ReleaseSettings): string {
  const { id, sources = id } = readBuildManifest(buildFolder);
  return `${sources}-${hashSettings(settings)}`;
}
