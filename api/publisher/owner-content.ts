import type { SiteContent } from '#contracts/content.ts';
import {
  ogImagePath,
  type PageImage,
  SHARE_HEIGHT,
  SHARE_WIDTH,
  shareNameOf,
} from '#contracts/image.ts';
import { type MediaImage, readImages } from '../db/hot/images.ts';
import { readContent, readContentRevision, readContentShareKeys } from '../db/hot/site.ts';
import { listShareCards } from './content-share.ts';
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

/** Image of the media library as content stores it. */
const storedName = (image: PageImage) =>
  (image as unknown as Pick<MediaImage, 'fileName'>).fileName;

/**
 * Adds images and Open Graph images. They are read each time that a page reads the content with them, because they are
 * made later; most pages read only the portrait.
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
  const cards = listShareCards(stored, context.sampleContent);
  /** Adds what the image worker has made for games and case studies. */
  const withMade = <Item extends SiteContent['games' | 'caseStudies'][number]>(
    items: Item[] | undefined,
  ): Item[] | undefined => {
    const keys = readContentShareKeys(database);
    return items?.map((item) => {
      const name = shareNameOf(item.path);
      const key = keys.get(name);
      // The key changes with the title, because other sites cache images by URL.
      const url = `${ogImagePath(name)}?v=${key}`;
      const drawn = key === undefined ? null : { url, width: SHARE_WIDTH, height: SHARE_HEIGHT };
      const share = cards.has(item.path) ? drawn : 'sample';
      return { ...item, share, images: toPageImages(item.images as Record<string, PageImage>) };
    });
  };
  const { profile, caseStudies, games } = stored;
  const shown = {
    ...stored,
    get profile() {
      if (!profile?.portrait) return profile;
      const { portrait = null } = toPageImages({ portrait: profile.portrait });
      return { ...profile, portrait };
    },
    get caseStudies() {
      return withMade(caseStudies);
    },
    get games() {
      return withMade(games);
    },
  };
  // A build of an older version has no pages that read what is missing.
  return shown as SiteContent;
}
