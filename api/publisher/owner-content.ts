import type { SiteContent } from '#contracts/content.ts';
import {
  type Picture,
  SHARE_HEIGHT,
  SHARE_WIDTH,
  shareNameOf,
  sharePicturePath,
} from '#contracts/picture.ts';
import { readPictures, type StoredPicture } from '../db/hot/pictures.ts';
import { readContent, readContentRevision, readContentShareKeys } from '../db/hot/site.ts';
import { listShareCards } from './content-share.ts';
import type { PageContext } from './page-source.ts';
import { toPicture } from './pages/picture.ts';

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
const storedName = (image: Picture) =>
  (image as unknown as Pick<StoredPicture, 'fileName'>).fileName;

/**
 * Adds images and Open Graph images. They are read each time that a page reads the content with them, because they are
 * made later; most pages read only the portrait.
 */
function withImages(context: PageContext, stored: Partial<SiteContent>): SiteContent {
  const { database } = context;
  const withPictures = (images: Record<string, Picture>): Record<string, Picture> => {
    const pictures = new Map(
      readPictures(database, Object.values(images).map(storedName)).map((picture) => [
        picture.fileName,
        toPicture(picture, ''),
      ]),
    );
    return Object.fromEntries(
      Object.entries(images).flatMap(([name, image]) => {
        const picture = pictures.get(storedName(image));
        return picture ? [[name, picture]] : [];
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
      const url = `${sharePicturePath(name)}?v=${key}`;
      const drawn = key === undefined ? null : { url, width: SHARE_WIDTH, height: SHARE_HEIGHT };
      const share = cards.has(item.path) ? drawn : 'sample';
      return { ...item, share, images: withPictures(item.images as Record<string, Picture>) };
    });
  };
  const { profile, caseStudies, games } = stored;
  const shown = {
    ...stored,
    get profile() {
      if (!profile?.portrait) return profile;
      const { portrait = null } = withPictures({ portrait: profile.portrait });
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
