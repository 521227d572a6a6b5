import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import type { ContentName, SiteContent } from '#contracts/content.ts';
import type { PageRow } from '../db/hot/releases.ts';
import { listChangedItems } from '../site-content.ts';
import { getSiteContent } from './owner-content.ts';
import type { PageContext } from './page-source.ts';
import { tag } from './page-source.ts';
import { contentSource, listContentPaths, listItemPaths } from './pages/content.ts';
import { ORIGIN_PLACEHOLDER } from './release-folders.ts';
import { listRoutePaths, loadSiteRenderer, writeContentAssets } from './release-target.ts';

/** File of a build with the paths of its content pages and the content that each depends on. */
const CONTENT_PAGES = path.join('server', 'content-pages.json');

const contentPages = z.record(z.string(), z.array(z.string()));

/**
 * Renders the pages that depend on the owner's content only with the sample content, as part of a build: a
 * release renders only those again whose content differs.
 * @throws Error if a page cannot be rendered
 */
export async function writeContentPages(buildFolder: string, samples: SiteContent): Promise<void> {
  await writeContentAssets(buildFolder, path.join(buildFolder, 'client'), samples);
  const renderer = await loadSiteRenderer(buildFolder, ORIGIN_PLACEHOLDER);
  const pages: Record<string, string[]> = {};
  const routes = await listRoutePaths(buildFolder);
  for (const pagePath of [...routes, ...listItemPaths(samples)]) {
    const source = contentSource(pagePath, samples);
    const { body, dependencies } = await renderer.render(source, pagePath, samples);
    const file = path.join(buildFolder, 'client', source.file);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, body);
    pages[pagePath] = [...source.dependencies, ...dependencies];
  }
  writeFileSync(path.join(buildFolder, CONTENT_PAGES), JSON.stringify(pages));
}

/** Returns the content pages of a release's build with their dependencies; older builds have none. */
export function readContentPages(siteFolder: string): PageContext['contentPages'] {
  const file = path.join(siteFolder, '..', 'build', CONTENT_PAGES);
  if (!existsSync(file)) return new Map();
  return new Map(Object.entries(contentPages.parse(JSON.parse(readFileSync(file, 'utf8')))));
}

/**
 * Compares the content pages of a build with the owner's content.
 * @returns the rows of the pages that the build has rendered with the same content, and the paths of the others
 */
export function compareContentPages(
  context: PageContext,
  siteFolder: string,
): { rows: PageRow[]; changed: string[] } {
  const changedTags = listChangedTags(context);
  const rows: PageRow[] = [];
  const changed: string[] = [];
  const content = getSiteContent(context);
  // Pages of removed case studies and games are among the paths of the build only.
  for (const pagePath of new Set([...context.contentPages.keys(), ...listContentPaths(context)])) {
    const dependencies = context.contentPages.get(pagePath);
    if (!dependencies || dependencies.some((name) => changedTags.has(name))) changed.push(pagePath);
    else {
      const { kind, file } = contentSource(pagePath, content);
      const checksum = crc32(readFileSync(path.join(siteFolder, file)));
      rows.push({ path: pagePath, kind, checksum, dependencies: [...dependencies] });
    }
  }
  return { rows, changed };
}

/** Returns the tags of the content that differs from the samples. */
function listChangedTags(context: PageContext): Set<string> {
  const content = getSiteContent(context);
  const samples = context.sampleContent;
  const names = (Object.keys(content) as ContentName[]).filter(
    (name) => JSON.stringify(content[name]) !== JSON.stringify(samples[name]),
  );
  const games = listChangedItems(samples.games ?? [], content.games ?? []);
  return new Set([...names.map(tag.content), ...games.map(tag.item)]);
}
