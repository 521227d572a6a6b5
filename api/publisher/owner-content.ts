import { createHash } from 'node:crypto';
import type { SiteContent } from '#contracts/content.ts';
import {
  OG_IMAGE_HEIGHT,
  OG_IMAGE_WIDTH,
  type OgImageData,
  ogImageNameOf,
  ogImagePath,
  type PageImage,
} from '#contracts/image.ts';
import { type MediaImage, readImages } from '../db/hot/images.ts';
import { readContent, readContentOgImageKeys, readContentRevision } from '../db/hot/site.ts';
import type { PageContext } from './page-source.ts';
import { toPageImage } from './pages/image.ts';

const caches = new WeakMap<PageContext, { revision: number; content: SiteContent }>();

/** Returns the owner's content, and the sample of each file that has never been valid. */
export function getSiteContent(context: PageContext): SiteContent {
  const revision = readContentRevision(context.database);
  let cached = caches.get(context);
  if (cached?.revision !== revision) {
    const stored = { ...context.sampleContent, ...readContent(context.database) };
    cached = { revision, content: withImages(context, stored) };
    caches.set(context, cached);
  }
  return cached.content;
}

/** Returns the file name of a stored image, which the type of published images lacks. */
const storedName = (image: PageImage) =>
  (image as unknown as Pick<MediaImage, 'fileName'>).fileName;

/**
 * Adds images and Open Graph images. They are read from the database on each access, because they are generated later
 * than the content; most pages access only the portrait.
 */
function withImages(context: PageContext, stored: Partial<SiteContent>): SiteContent {
  const { database } = context;
  const toPageImages = (images: Record<string, PageImage>): Record<string, PageImage> => {
    const pageImages = new Map(
      readImages(database, Object.values(images).map(storedName)).map((row) => [
        row.fileName,
        toPageImage(row, ''),
      ]),
    );
    return Object.fromEntries(
      Object.entries(images).flatMap(([name, image]) => {
        const pageImage = pageImages.get(storedName(image));
        return pageImage ? [[name, pageImage]] : [];
      }),
    );
  };
  const cards = listOgImageData(stored, context.sampleContent);
  /** Adds the images that the image worker has generated for games and case studies. */
  const withGenerated = <Item extends SiteContent['games' | 'caseStudies'][number]>(
    items: Item[] | undefined,
  ): Item[] | undefined => {
    const keys = readContentOgImageKeys(database);
    return items?.map((item) => {
      const name = ogImageNameOf(item.path);
      const key = keys.get(name);
      // The key changes with the title, because other sites cache images by URL.
      const url = `${ogImagePath(name)}?v=${key}`;
      const drawn =
        key === undefined ? null : { url, width: OG_IMAGE_WIDTH, height: OG_IMAGE_HEIGHT };
      const ogImage = cards.has(item.path) ? drawn : 'sample';
      return { ...item, ogImage, images: toPageImages(item.images as Record<string, PageImage>) };
    });
  };
  const { profile, caseStudies, games } = stored;
  const content = {
    ...stored,
    get profile() {
      if (!profile?.portrait) return profile;
      const { portrait = null } = toPageImages({ portrait: profile.portrait });
      return { ...profile, portrait };
    },
    get caseStudies() {
      return withGenerated(caseStudies);
    },
    get games() {
      return withGenerated(games);
    },
  };
  // The pages of an older build do not use the missing content.
  return content as SiteContent;
}

/** Version of the drawing code in api/images; increase it to draw all images again. */
const DRAWING_VERSION = 1;

const KEY_DIGITS = 8;

/** Returns a key of the data of an Open Graph image, to detect changes. */
export function ogImageKeyOf(card: OgImageData): string {
  const text = JSON.stringify([DRAWING_VERSION, card]);
  return createHash('sha256').update(text).digest('hex').slice(0, KEY_DIGITS);
}

/** Content with Open Graph images. */
type ContentWithOgImages = Partial<Pick<SiteContent, 'profile' | 'games' | 'caseStudies'>>;

/**
 * Returns the data of the Open Graph images of games and case studies by the path of the page, except of those that
 * the build has drawn with the samples. `coverImage` is a name among the uploads.
 */
export function listOgImageData(
  content: ContentWithOgImages,
  samples: ContentWithOgImages,
): Map<string, OgImageData> {
  const drawn = new Set([...cardsOf(samples).values()].map(ogImageKeyOf));
  return new Map([...cardsOf(content)].filter(([, card]) => !drawn.has(ogImageKeyOf(card))));
}

function cardsOf({
  profile,
  games = [],
  caseStudies = [],
}: ContentWithOgImages): Map<string, OgImageData> {
  const site = profile?.name ?? '';
  const cards = new Map<string, OgImageData>();
  for (const { path, name, genre, surname, images } of games) {
    const facts = ['Game Corner', genre];
    cards.set(path, { site, title: name, facts, patternSeed: surname, ...coverOf(images.cover) });
  }
  for (const { path, file, fields, images } of caseStudies) {
    const { title, role, period, cover } = fields;
    const facts = ['Case study', role, period];
    cards.set(path, { site, title, facts, patternSeed: file, ...coverOf(images[cover.src]) });
  }
  return cards;
}

/** Images of the samples have no name in the media library. */
function coverOf(image: PageImage | undefined): Pick<OgImageData, 'coverImage'> {
  const stored = image as unknown as { fileName?: string } | undefined;
  return stored?.fileName === undefined ? {} : { coverImage: stored.fileName };
}
