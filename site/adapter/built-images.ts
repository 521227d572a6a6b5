import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { parse } from 'yaml';
import {
  type ImageVariants,
  OG_IMAGE_HEIGHT,
  OG_IMAGE_WIDTH,
  type OgImage,
  type OgImageData,
  type PageImage,
  sourcesOf,
} from '#contracts/image.ts';

/** Version of the cache; increase it when api/images produces other files for the same image. */
const RECIPE = 2;
/** Characters of the content hash in a file name, so that the URL can be cached permanently. */
const HASH_LETTERS = 10;
const MADE = 'made.json';
const imageImport = /^([^?]+\.(?:png|jpe?g|webp|avif))\?image$/;
const ogImageImport = /^([^?]+\.(?:mdx|json))\?og-image$/;
/** Prefix of the virtual modules of Open Graph images. Their ids end in .js, so that no other plugin loads them. */
const OG_IMAGE_PREFIX = '\0og-image:';

interface Made {
  width: number;
  height: number;
  variants: ImageVariants;
}

/** Creates image variants; passed in by astro.config.mjs because the code lives in another room. */
export interface ImageMaker {
  makeVariants(source: Buffer): Promise<{
    width: number;
    height: number;
    variants: ImageVariants;
    files: { format: 'avif' | 'webp'; width: number; bytes: Buffer }[];
  }>;
  drawOgImage(card: OgImageData): Promise<Buffer>;
}

/**
 * Turns `import … from './a.png?image'` into an image with all its variants, see contracts/image.ts.
 * Astro's own pipeline only processes images of built pages; published pages are rendered later, in a process
 * without the source images. Results are cached in `cacheFolder`. `import … from './a.mdx?og-image'` is the Open
 * Graph image of that text, drawn from its front matter; `./a.json?og-image` is that of a game, drawn from its
 * entry in the catalogue.
 */
export function builtImages(maker: ImageMaker, cacheFolder: string): AstroIntegration {
  /** Path below _assets/ and source file of everything that pages may import. */
  const files = new Map<string, string>();
  const loads = new Map<string, Promise<PageImage>>();
  let assets = '_assets';

  async function load(file: string): Promise<PageImage> {
    const source = await readFile(file);
    const hash = createHash('sha256').update(source).digest('base64url');
    const short = hash.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, HASH_LETTERS);
    const { name, ext } = path.parse(file);
    const folder = path.join(cacheFolder, `${short}-${RECIPE}`);
    const made = await makeOnce(maker, source, folder);
    const urlOf = (ending: string, copy: string) => {
      files.set(`${name}.${short}${ending}`, copy);
      return `/${assets}/${name}.${short}${ending}`;
    };
    return {
      url: urlOf(ext, file),
      width: made.width,
      height: made.height,
      alt: '',
      sources: sourcesOf(made.variants, (width, format) =>
        urlOf(`-${width}.${format}`, path.join(folder, `${width}.${format}`)),
      ),
      preview: made.variants.preview,
    };
  }

  async function loadOgImage(file: string): Promise<OgImage> {
    const card = await readCard(file);
    const key = createHash('sha256').update(JSON.stringify(card)).digest('hex');
    const short = key.slice(0, HASH_LETTERS);
    const cachedFile = path.join(cacheFolder, `og-image-${short}-${RECIPE}.png`);
    if (!existsSync(cachedFile)) {
      await mkdir(cacheFolder, { recursive: true });
      const temporary = `${cachedFile}.${process.pid}.tmp`;
      await writeFile(temporary, await maker.drawOgImage(card));
      await rename(temporary, cachedFile);
    }
    const name = `og-image-${path.parse(file).name}.${short}.png`;
    files.set(name, cachedFile);
    return { url: `/${assets}/${name}`, width: OG_IMAGE_WIDTH, height: OG_IMAGE_HEIGHT };
  }

  return {
    name: 'built-images',
    hooks: {
      'astro:config:setup': ({ config, updateConfig }) => {
        assets = config.build.assets;
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'built-images',
                enforce: 'pre',
                async resolveId(source, importer) {
                  const file = ogImageImport.exec(source)?.[1];
                  if (file === undefined) return null;
                  const resolved = await this.resolve(file, importer, { skipSelf: true });
                  return resolved && `${OG_IMAGE_PREFIX}${resolved.id}.js`;
                },
                async load(id) {
                  if (id.startsWith(OG_IMAGE_PREFIX)) {
                    const text = id.slice(OG_IMAGE_PREFIX.length, -'.js'.length);
                    this.addWatchFile(text);
                    return `export default ${JSON.stringify(await loadOgImage(text))};`;
                  }
                  const file = imageImport.exec(id)?.[1];
                  if (file === undefined) return null;
                  const loaded = loads.get(file) ?? runSequentially(() => load(file));
                  loads.set(file, loaded);
                  return `export default ${JSON.stringify(await loaded)};`;
                },
              },
            ],
          },
        });
      },
      'astro:server:setup': ({ server }) => {
        server.middlewares.use((request, response, next) => {
          const file = files.get((request.url ?? '').replace(`/${assets}/`, ''));
          if (file === undefined) return next();
          response.setHeader('content-type', `image/${path.extname(file).slice(1)}`);
          response.end(readFileSync(file));
        });
      },
      'astro:build:done': ({ dir }) => {
        const folder = path.join(fileURLToPath(dir), assets);
        mkdirSync(folder, { recursive: true });
        for (const [name, file] of files) copyFileSync(file, path.join(folder, name));
      },
    },
  };
}

let queue: Promise<unknown> = Promise.resolve();

/** Encoders already use all cores; running them in parallel would only need more memory. */
function runSequentially<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = queue.then(work);
  queue = result.catch(() => undefined);
  return result;
}

/** Title, kind and date of a case study or a game, for its Open Graph image. */
async function readCard(file: string): Promise<OgImageData> {
  const text = await readFile(file, 'utf8');
  const profile = new URL('../../content/profile/profile.json', import.meta.url);
  const { name: site } = JSON.parse(await readFile(profile, 'utf8'));
  const { dir, name: patternSeed, ext } = path.parse(file);
  if (ext === '.json') {
    const textOf = textReader(JSON.parse(text));
    const cover = await readFile(path.join(dir, patternSeed, 'cover.svg'), 'utf8');
    return {
      site,
      title: textOf('name'),
      facts: ['Game Corner', textOf('genre')],
      patternSeed,
      cover,
    };
  }
  const textOf = textReader(parse(/^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1] ?? ''));
  return {
    site,
    title: textOf('title'),
    facts: ['Case study', textOf('role'), textOf('period')],
    patternSeed,
  };
}

/** Missing or invalid values are reported by the content check, with file and field. */
function textReader(content: unknown): (key: string) => string {
  return (key) => {
    const value = (content as Record<string, unknown> | null)?.[key];
    return typeof value === 'string' ? value : '';
  };
}

async function makeOnce(maker: ImageMaker, source: Buffer, folder: string): Promise<Made> {
  const note = path.join(folder, MADE);
  if (existsSync(note)) return JSON.parse(await readFile(note, 'utf8'));
  const { files, ...made } = await maker.makeVariants(source);
  const temporary = `${folder}.${process.pid}.tmp`;
  await mkdir(temporary, { recursive: true });
  for (const { width, format, bytes } of files) {
    await writeFile(path.join(temporary, `${width}.${format}`), bytes);
  }
  await writeFile(path.join(temporary, MADE), JSON.stringify(made satisfies Made));
  // A concurrent build may have written the same file first.
  await rename(temporary, folder).catch(() => rm(temporary, { recursive: true, force: true }));
  return made;
}
