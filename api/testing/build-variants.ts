import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { currentSchemaVersion } from '../db/migrate.ts';
import { writeBuildManifest } from '../publisher/build-manifest.ts';
import { builtSite } from './built-site.ts';
import { copyLeanBuild } from './lean-build.ts';

export interface BuildVariant {
  folder: string;
  remove(): void;
}

/**
 * Another build of the code: the built site with one file changed, and its renderer wrapped.
 * @param name told apart by /favicon.svg, which holds it
 * @param wrap body of a function of `real`, `url`, `locals` and `body` that answers the page's bytes
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
     export async function render(url, locals, body) { ${wrap} }\n`,
  );
  writeBuildManifest(folder, currentSchemaVersion());
  return { folder, remove: () => rmSync(parent, { recursive: true, force: true }) };
}

/** Which build a release was made of. */
export function variantOf(siteFolder: string): string | undefined {
  return /<!-- (.+) -->/.exec(readFileSync(path.join(siteFolder, 'favicon.svg'), 'utf8'))?.[1];
}
