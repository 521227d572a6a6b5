import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SiteContent } from '#contracts/content.ts';
import { readContent, readContentRevision } from '../db/hot/content.ts';
import { readBuiltDocuments } from './built-documents.ts';
import { readBuiltPages } from './built-pages.ts';
import type { PageContext } from './page-source.ts';

/** File of a build with the sample content. */
const SAMPLES = path.join('server', 'sample-content.json');

/** Writes the checked sample content of a finished build. */
export function writeSampleContent(buildFolder: string, content: SiteContent): void {
  writeFileSync(path.join(buildFolder, SAMPLES), JSON.stringify(content));
}

/** Returns the sample content of a build; older builds have none. */
function readSampleContent(siteFolder: string): Partial<SiteContent> {
  const file = path.join(siteFolder, '..', 'build', SAMPLES);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** Returns the pages, search documents and sample content of a release's build. */
export const readBuiltContent = (
  siteFolder: string,
): Pick<PageContext, 'builtPages' | 'builtDocuments' | 'sampleContent'> => ({
  builtPages: readBuiltPages(siteFolder),
  builtDocuments: readBuiltDocuments(siteFolder),
  sampleContent: readSampleContent(siteFolder),
});

const caches = new WeakMap<PageContext, { revision: number; content: SiteContent }>();

/** Returns the owner's content, with the samples in the place of what was never valid. */
export function getSiteContent(context: PageContext): SiteContent {
  const revision = readContentRevision(context.database);
  const known = caches.get(context);
  if (known?.revision === revision) return known.content;
  const content = { ...context.sampleContent, ...readContent(context.database) } as SiteContent;
  caches.set(context, { revision, content });
  return content;
}
