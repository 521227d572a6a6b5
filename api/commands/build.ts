import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { contentNames, type SiteContent } from '#contracts/content.ts';
import { readConfig } from '../config.ts';
import { currentSchemaVersion } from '../db/migrate.ts';
import { createMarkdownRenderer } from '../markdown/render.ts';
import { BUILD_ERROR_FILE, writeBuildManifest } from '../publisher/build-manifest.ts';
import { writeBuiltDocuments, writePageList } from '../publisher/built-content.ts';
import { writeContentPages } from '../publisher/content-pages.ts';
import { ORIGIN_PLACEHOLDER } from '../publisher/release-folders.ts';
import { parseContent } from '../services/content/parse-content.ts';
import { readContentSource, samplesFolder, writeSampleContent } from '../site-content.ts';
import { hashSources } from '../start/build-state.mjs';

/** Characters at the end of a failed build's output that are stored for the admin. */
const ERROR_LENGTH = 4000;

/** @throws InvalidContentError */
async function readSamples(): Promise<SiteContent> {
  const { render } = createMarkdownRenderer();
  const samples = contentNames.map(async (name) => {
    const text = readContentSource(samplesFolder, name) ?? '';
    return [name, await parseContent(name, text, render)] as const;
  });
  return Object.fromEntries(await Promise.all(samples)) as SiteContent;
}

/** True if a folder may be deleted: it is missing, empty, or contains a build. */
function isBuildFolder(folder: string): boolean {
  if (!existsSync(folder)) return true;
  const names = readdirSync(folder);
  const buildFiles = ['build.json', BUILD_ERROR_FILE, 'server', 'client'];
  return names.every((name) => buildFiles.includes(name) || name.startsWith('.'));
}

/**
 * Builds the site's code and writes its manifest. A build contains no articles and no origin, which are added
 * by releases. With --styleguide, it contains /styleguide. A failed build has no manifest, so no release can
 * be made from it.
 */
const { buildFolder } = readConfig();
if (!isBuildFolder(buildFolder)) {
  process.stderr.write(
    `BUILD_DIR: ${buildFolder} holds something that is no build. Name an empty or a new folder.\n`,
  );
  process.exit(1);
}
const styleguide = process.argv.includes('--styleguide');
// Read before the build, so that changes during the build cause another build at the next start.
const sources = hashSources({ styleguide });
rmSync(buildFolder, { recursive: true, force: true });
const astro = spawnSync('astro', ['build', '--outDir', buildFolder], {
  encoding: 'utf8',
  env: {
    ...process.env,
    NODE_ENV: 'production',
    SITE_ORIGIN: ORIGIN_PLACEHOLDER,
    // Only set here, so that no environment variable can add /styleguide to a release.
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
  writeFileSync(path.join(buildFolder, BUILD_ERROR_FILE), output.slice(-ERROR_LENGTH));
  process.stderr.write(output);
  process.exit(1);
}
const samples = await readSamples();
writeSampleContent(buildFolder, samples);
await writeContentPages(buildFolder, samples);
writePageList(buildFolder);
writeBuiltDocuments(buildFolder);
const manifest = writeBuildManifest(buildFolder, currentSchemaVersion(), sources);
process.stdout.write(`Built ${manifest.id}: ${Object.keys(manifest.files).length} files.\n`);
