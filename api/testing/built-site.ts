import { mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { currentSchemaVersion } from '../db/migrate.ts';
import { writeBuildManifest } from '../publisher/build-manifest.ts';
import { copyLeanBuild } from './copy-folder.ts';

export interface BuildVariant {
  folder: string;
  remove(): void;
}

/** Returns the folder of the site's code that was built for this run, see global-setup.ts. */
export function builtSite(): string {
  const built = inject('builtSite');
  if ('problem' in built) throw new Error(`the site could not be built: ${built.problem}`);
  return built.folder;
}

/** Replaces a release's copy of the built site by a symbolic link, which is faster to copy. */
export function linkBuiltSite(copy: string): void {
  rmSync(copy, { recursive: true });
  symlinkSync(builtSite(), copy);
}

/**
 * Creates another build: a copy of the built site with one changed file and a wrapped renderer.
 * @param name stored in /favicon.svg, where `variantOf` reads it
 * @param wrap body of a function with `real`, `url`, `locals` and `body` that returns the bytes of a page
 */
export function buildVariant(name: string, wrap = 'return real(url, locals, body);'): BuildVariant {
  const parent = mkdtempSync(path.join(os.tmpdir(), 'test-variant-'));
  const folder = path.join(parent, 'dist');
  copyLeanBuild(builtSite(), folder);
  writeFileSync(path.join(folder, 'client', 'favicon.svg'), `<svg><!-- ${name} --></svg>`);
  const server = path.join(folder, 'server');
  renameSync(path.join(server, 'entry.mjs'), path.join(server, 'real-entry.mjs'));
  writeFileSync(
    path.join(server, 'entry.mjs'),
    `import { render as real } from './real-entry.mjs';
     export * from './real-entry.mjs';
     export async function render(url, locals, body) { ${wrap} }\n`,
  );
  writeBuildManifest(folder, currentSchemaVersion());
  return { folder, remove: () => rmSync(parent, { recursive: true, force: true }) };
}

/** Returns the name of the build variant that a release was made of. */
export function variantOf(siteFolder: string): string | undefined {
  return /<!-- (.+) -->/.exec(readFileSync(path.join(siteFolder, 'favicon.svg'), 'utf8'))?.[1];
}
