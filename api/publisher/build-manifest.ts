import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { hashFile, MANIFEST } from '../start/build-state.mjs';

/** Stands in the folder instead when the code could not be built. */
export const BUILD_ERROR_FILE = 'build-error.txt';

const manifest = z.object({
  id: z.string().min(8),
  schemaVersion: z.number().int(),
  builtAt: z.string(),
  /** Hash of what it was made of, see hashSources. */
  sources: z.string().optional(),
  files: z.record(z.string(), z.string()),
});
export type BuildManifest = z.infer<typeof manifest>;

export class BuildCorrupt extends Error {}

export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** Seals a finished build: its id is the hash of everything in it. */
export function writeBuildManifest(
  buildFolder: string,
  schemaVersion: number,
  sources?: string,
): BuildManifest {
  const files: Record<string, string> = {};
  for (const name of listFiles(buildFolder)) {
    if (name !== MANIFEST) files[name] = hashFile(path.join(buildFolder, name));
  }
  const id = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16);
  const sealed = { id, schemaVersion, builtAt: new Date().toISOString(), sources, files };
  writeFileSync(path.join(buildFolder, MANIFEST), `${JSON.stringify(sealed, null, 1)}\n`);
  return sealed;
}

/** Reads the manifest alone. @throws BuildCorrupt when there is none or it is damaged */
export function readBuildManifest(buildFolder: string): BuildManifest {
  try {
    return manifest.parse(JSON.parse(readFileSync(path.join(buildFolder, MANIFEST), 'utf8')));
  } catch (error) {
    const reason = readBuildError(buildFolder);
    const advice = reason ? `The code could not be built: ${reason}` : 'Run: make build';
    throw new BuildCorrupt(`${buildFolder} holds no finished build. ${advice}`, { cause: error });
  }
}

function readBuildError(buildFolder: string): string | null {
  const file = path.join(buildFolder, BUILD_ERROR_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/**
 * Checks that every file of a build is there and as it was sealed.
 * @throws BuildCorrupt naming the first file that is not
 */
export function verifyBuild(buildFolder: string): BuildManifest {
  const sealed = readBuildManifest(buildFolder);
  for (const [name, hash] of Object.entries(sealed.files)) {
    let found: string;
    try {
      found = hashFile(path.join(buildFolder, name));
    } catch (error) {
      throw new BuildCorrupt(`the build lacks ${name}`, { cause: error });
    }
    if (found !== hash) throw new BuildCorrupt(`${name} of the build is damaged`);
  }
  for (const needed of ['server/entry.mjs', 'client/404.html']) {
    if (!(needed in sealed.files)) throw new BuildCorrupt(`the build lacks ${needed}`);
  }
  return sealed;
}
