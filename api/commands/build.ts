import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { contentNames, type SiteContent } from '#contracts/content.ts';
import { readConfig } from '../config.ts';
import { currentSchemaVersion } from '../db/migrate.ts';
import { createMarkdownRenderer } from '../markdown/render.ts';
import { BUILD_ERROR_FILE, writeBuildManifest } from '../publisher/build-manifest.ts';
import { writeSampleContent } from '../publisher/built-content.ts';
import { writeBuiltDocuments } from '../publisher/built-documents.ts';
import { writePageList } from '../publisher/built-pages.ts';
import { ORIGIN_PLACEHOLDER } from '../publisher/release-folders.ts';
import { parseContent } from '../services/content/parse-content.ts';
import { readContentSource, samplesFolder } from '../site-content.ts';
import { hashSources } from '../start/build-state.mjs';

/** Characters of a failed build's output that are kept for the admin. */
const ERROR_TAIL = 4000;

/** @throws ContentInvalid */
async function readSamples(): Promise<SiteContent> {
  const { render } = createMarkdownRenderer();
  const samples = contentNames.map(async (name) => {
    const text = readContentSource(samplesFolder, name) ?? '';
    return [name, await parseContent(name, text, render)] as const;
  });
  return Object.fromEntries(await Promise.all(samples)) as SiteContent;
}

/** Whether a folder may be cleared: there is none, it is empty, or a build has been in it. */
function isBuildFolder(folder: string): boolean {
  if (!existsSync(folder)) return true;
  const names = readdirSync(folder);
  const own = ['build.json', BUILD_ERROR_FILE, 'server', 'client'];
  return names.every((name) => own.includes(name) || name.startsWith('.'));
}

/**
 * Builds the site's code and seals it. The build knows no articles and no origin: those come with
 * the release that is made from it. With --styleguide it holds /styleguide too. A failed build leaves no manifest, so nothing can be made of it.
 */
const { buildFolder } = readConfig();
if (!isBuildFolder(buildFolder)) {
  process.stderr.write(
    `BUILD_DIR: ${buildFolder} holds something that is no build. Name an empty or a new folder.\n`,
  );
  process.exit(1);
}
const styleguide = process.argv.includes('--styleguide');
// Read before it begins: what changes meanwhile makes the next start build again.
const sources = hashSources({ styleguide });
rmSync(buildFolder, { recursive: true, force: true });
const astro = spawnSync('astro', ['build', '--outDir', buildFolder], {
  encoding: 'utf8',
  env: {
    ...process.env,
    NODE_ENV: 'production',
    SITE_ORIGIN: ORIGIN_PLACEHOLDER,
    // Said here alone: no variable of the environment brings it into a release.
    WITH_STYLEGUIDE: styleguide ? 'yes' : 'no',
    ASTRO_TELEMETRY_DISABLED: '1',
    PATH: `${path.resolve('node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
  },
  maxBuffer: 64 * 1024 * 1024,
});
const output = `${astro.stdout ?? ''}${astro.stderr ?? ''}${astro.error?.message ?? ''}`;
if (astro.status !== 0) {
  rmSync(buildFolder, { recursive: true, force: true });
  mkdirSync(buildFolder, { recursive: true });
  writeFileSync(path.join(buildFolder, BUILD_ERROR_FILE), output.slice(-ERROR_TAIL));
  process.stderr.write(output);
  process.exit(1);
}
writePageList(buildFolder);
writeBuiltDocuments(buildFolder);
writeSampleContent(buildFolder, await readSamples());
const sealed = writeBuildManifest(buildFolder, currentSchemaVersion(), sources);
process.stdout.write(`Built ${sealed.id}: ${Object.keys(sealed.files).length} files.\n`);
