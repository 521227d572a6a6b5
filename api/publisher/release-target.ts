import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { crc32 } from 'node:zlib';
import type { ContentName, SiteContent } from '#contracts/content.ts';
import type { PublishedLocals } from '#contracts/page.ts';
import type { Clock } from '../context.ts';
import { deletePageRow, findDependentPages, type PageRow, recordPage } from '../db/hot/releases.ts';
import { isPublic, markGuardedFolders } from './guarded-pages.ts';
import { getSiteContent } from './owner-content.ts';
import {
  linkOrCopyFile,
  removePageFile,
  replaceSharedFile,
  writeFreshFile,
  writePageFile,
} from './page-files.ts';
import { entryPaths, type PageContext, type PageSource, tag } from './page-source.ts';
import { loadPage, pathRank, pathsOfTag } from './page-table.ts';
import { guardedFolderOf } from './release-folders.ts';

type Render = (url: string, locals: PublishedLocals, body?: Uint8Array) => Promise<Uint8Array>;

/** Functions of the built site, see site/adapter/render-entry.ts. `render` returns the document as UTF-8. */
interface RenderEntry {
  render: Render;
  listPaths: () => Promise<string[]>;
  /** Missing in builds of older versions. */
  renderAssets?: (content: SiteContent) => Promise<Record<string, string>>;
}

/** Number of last bytes that must contain the closing tag. */
const END_BYTES = 32;

/** A rendered page and the tags of the owner's content that it depends on. */
interface RenderedPage {
  body: Buffer;
  dependencies: string[];
}

interface SiteRenderer {
  /**
   * @param content content of the owner
   * @throws Error if the page cannot be rendered or is incomplete
   */
  render(source: PageSource, pagePath: string, content: SiteContent): Promise<RenderedPage>;
}

class RenderFailedError extends Error {}

/** Release folder to write: the live one, or one being rendered. */
export interface ReleaseTarget {
  releaseId: number;
  /** Folder of public files. */
  siteFolder: string;
  uploadsFolder: string;
  /** Folder of generated images, see image-jobs.ts. */
  imagesFolder: string;
  /** True if images are generated. */
  makeImages: boolean;
  renderer: SiteRenderer;
  context: PageContext;
  clock: Clock;
  /**
   * `live`: the folder is served, so files are written atomically and synced one by one. `fresh`: the folder is empty
   * and not served, so files are written directly. `replayed`: the folder has files, but is not served.
   */
  mode: 'live' | 'fresh' | 'replayed';
  /** True if files are copied into the bucket of PUBLISH_TO. */
  isPushed: boolean;
  /** Called for each file that was written or deleted. */
  onFile?: (file: string) => void;
  /** Called for each image or video that was linked into the release. */
  onImage?: (file: string) => void;
  /** Called when files can be copied into the bucket; less important work waits for the result. */
  onPush?: () => Promise<void>;
  /** Called with the error of each job that failed. */
  onFailure?: (what: string, error: unknown) => void;
}

/** Result of syncing a page, to be recorded with others. */
export type PageOutcome =
  | { path: string; kind: 'written' | 'same'; row: PageRow }
  | { path: string; kind: 'absent' };

/**
 * Makes the file of a page match the database.
 * @throws Error if the page cannot be rendered or written; the old file stays
 */
export async function syncPage(target: ReleaseTarget, pagePath: string): Promise<PageOutcome> {
  const source = loadPage(target.context, pagePath);
  if (!source && target.mode === 'fresh') return { path: pagePath, kind: 'absent' };
  if (!source) return removePage(target, pagePath);
  if ('image' in source.content) return syncImage(target, pagePath, source);
  const content = getSiteContent(target.context);
  const rendered = await target.renderer.render(source, pagePath, content);
  const body =
    source.kind === 'page'
      ? markGuardedFolders(rendered.body, target.context.guards)
      : rendered.body;
  linkImages(target, source, body);
  const file = path.join(folderFor(target, pagePath), source.file);
  const row = {
    path: pagePath,
    kind: source.kind,
    checksum: crc32(body),
    dependencies: [...source.dependencies, ...rendered.dependencies],
  };
  if (target.mode === 'fresh') {
    writeFreshFile(file, body);
    return { path: pagePath, kind: 'written', row };
  }
  // Checks the file, because its record may be missing after a crash.
  if (hasContent(file, body)) return { path: pagePath, kind: 'same', row };
  writePageFile(file, body, target.mode === 'live');
  reportFile(target, file);
  return { path: pagePath, kind: 'written', row };
}

function removePage(target: ReleaseTarget, pagePath: string): PageOutcome {
  const file = pageFileOf(target, pagePath);
  if (file && removePageFile(file, target.mode === 'live')) reportFile(target, file);
  return { path: pagePath, kind: 'absent' };
}

/** Reports public files only, because guarded ones are not compressed. */
function reportFile({ siteFolder, onFile }: ReleaseTarget, file: string): void {
  if (file.startsWith(siteFolder + path.sep)) onFile?.(file);
}

/** Returns the folder that contains a page. */
const folderFor = ({ context, siteFolder }: ReleaseTarget, pagePath: string) =>
  isPublic(context.guards, pagePath) ? siteFolder : guardedFolderOf(siteFolder);

/** Replaces the file of an image, whose URL stays the same. */
function syncImage(target: ReleaseTarget, pagePath: string, source: PageSource): PageOutcome {
  const name = 'image' in source.content ? source.content.image : '';
  const generated = path.join(target.imagesFolder, name);
  // The next start removes an image without a file from its pages.
  if (!existsSync(generated)) return removePage(target, pagePath);
  const file = path.join(target.siteFolder, source.file);
  mkdirSync(path.dirname(file), { recursive: true });
  const isReplaced = replaceSharedFile(generated, file);
  if (isReplaced) target.onImage?.(file);
  const checksum = crc32(readFileSync(generated));
  const row = { path: pagePath, kind: source.kind, checksum, dependencies: source.dependencies };
  return { path: pagePath, kind: isReplaced ? 'written' : 'same', row };
}

/** True if a file has exactly these bytes. */
function hasContent(file: string, body: Buffer): boolean {
  return existsSync(file) && readFileSync(file).equals(body);
}

/** Stores outcomes; call it in a transaction after writing the files. */
export function recordOutcomes(target: ReleaseTarget, outcomes: PageOutcome[]): void {
  const { database } = target.context;
  for (const outcome of outcomes) {
    if (outcome.kind === 'absent') deletePageRow(database, target.releaseId, outcome.path);
    else recordPage(database, target.releaseId, outcome.row, target.clock());
  }
}

/** Returns the pages that depend on tags, articles first. */
export function listAffectedPages(target: ReleaseTarget, tags: Iterable<string>): string[] {
  const list = [...tags];
  const paths = new Set(findDependentPages(target.context.database, target.releaseId, list));
  for (const name of list) for (const pagePath of pathsOfTag(name)) paths.add(pagePath);
  return [...paths].sort((first, second) => pathRank(first) - pathRank(second));
}

/** Returns the file of a path; only paths with an extension are files themselves. */
function pageFileOf(target: ReleaseTarget, pagePath: string): string | null {
  const isFile = /\.(xml|json|txt|md|png)$/.test(pagePath);
  const folder = folderFor(target, pagePath);
  const file = path.join(folder, pagePath, isFile ? '' : 'index.html');
  return file.startsWith(folder + path.sep) ? file : null;
}

/** Folders of images and videos in releases and in the data folder. */
const imageFolders = ['/media/', '/og/'] as const;
/** Maximum length of file names there, in bytes. */
const IMAGE_NAME_MAX = 128;

/** Links the images and videos of a page into the release before the page is live. */
function linkImages(target: ReleaseTarget, source: PageSource, body: Buffer): void {
  if (source.kind !== 'page' && source.kind !== 'cards') return;
  for (const folder of imageFolders) {
    for (let at = body.indexOf(folder); at !== -1; at = body.indexOf(folder, at + 1)) {
      const start = at + folder.length;
      const text = body.toString('latin1', start, start + IMAGE_NAME_MAX);
      const name = /^(?:avatars\/)?[\w-]+\.[a-z\d]{3,4}\b/.exec(text)?.[0];
      if (name === undefined) continue;
      const generated = path.join(target.imagesFolder, folder, name);
      const uploaded = path.join(target.uploadsFolder, name);
      const candidates = folder === '/media/' ? [uploaded, generated] : [generated];
      const existing = candidates.find((file) => existsSync(file));
      const file = path.join(target.siteFolder, folder, name);
      if (existing && linkOrCopyFile(existing, file)) target.onImage?.(file);
    }
  }
}

const importEntry = (buildFolder: string): Promise<RenderEntry> =>
  import(pathToFileURL(path.join(buildFolder, 'server', 'entry.mjs')).href);

/** Returns the paths of the pages and documents of a build that every site has, except those of the database. */
export async function listRoutePaths(buildFolder: string): Promise<string[]> {
  const { listPaths } = await importEntry(buildFolder);
  return (await listPaths()).filter((pagePath) => !entryPaths.includes(pagePath));
}

/**
 * Writes the files that pages of some content need besides the assets of the build. Files of earlier content
 * stay, because open pages need them.
 * @param folder the public files of a build or a release
 * @returns the files that were written
 */
export async function writeContentAssets(
  buildFolder: string,
  folder: string,
  content: SiteContent,
): Promise<string[]> {
  const { renderAssets } = await importEntry(buildFolder);
  const assets = (await renderAssets?.(content)) ?? {};
  const written: string[] = [];
  for (const [assetPath, text] of Object.entries(assets)) {
    const file = path.join(folder, assetPath);
    if (existsSync(file)) continue;
    writePageFile(file, text, true);
    written.push(file);
  }
  return written;
}

/** Loads the renderer of a build; two builds can be loaded at the same time. */
export async function loadSiteRenderer(buildFolder: string, origin: string): Promise<SiteRenderer> {
  const { render } = await importEntry(buildFolder);
  return {
    async render(source, pagePath, content) {
      if ('text' in source.content)
        return { body: Buffer.from(source.content.text), dependencies: [] };
      if ('image' in source.content) throw new RenderFailedError(`${pagePath} is not rendered`);
      const dependencies = new Set<string>();
      const locals = {
        origin,
        path: encodeURI(pagePath),
        page: source.content.page,
        content: recordDependencies(content, dependencies),
      };
      const bytes = await render(origin + locals.path, locals, source.content.body);
      const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      if (
        source.kind === 'page' &&
        !body.subarray(-END_BYTES).toString('latin1').trimEnd().endsWith('</html>')
      ) {
        throw new RenderFailedError(`${pagePath} was rendered incompletely`);
      }
      return { body, dependencies: [...dependencies] };
    },
  };
}

/** Wraps content so that each part of it that a page reads becomes a dependency. */
function recordDependencies(content: SiteContent, dependencies: Set<string>): SiteContent {
  return new Proxy(content, {
    get(target, name) {
      if (!(name in target)) return undefined;
      dependencies.add(tag.content(name as ContentName));
      return target[name as ContentName];
    },
  });
}
