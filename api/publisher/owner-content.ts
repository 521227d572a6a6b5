import type { SiteContent } from '#contracts/content.ts';
import type { Picture } from '#contracts/picture.ts';
import { readPictures, type StoredPicture } from '../db/hot/pictures.ts';
import { readContent, readContentRevision } from '../db/hot/site.ts';
import type { PageContext } from './page-source.ts';
import { toPicture } from './pages/picture.ts';

const caches = new WeakMap<
  PageContext,
  { revision: number; content: SiteContent; images: string[] }
>();

/** Returns the owner's content, and the sample of each file that has never been valid. */
export function getSiteContent(context: PageContext): SiteContent {
  const { database } = context;
  const revision = readContentRevision(database);
  let cached = caches.get(context);
  if (cached?.revision !== revision) {
    const content = { ...context.sampleContent, ...readContent(database) } as SiteContent;
    cached = { revision, content, images: listImages(content) };
    caches.set(context, cached);
  }
  const { content, images } = cached;
  return images.length === 0 ? content : withPictures(context, content, images);
}

/** Image of the media library as content stores it. */
type StoredImage = Pick<StoredPicture, 'fileName'>;
const storedImage = (picture: Picture | null) => picture as StoredImage | null;

function listImages({ profile, caseStudies }: SiteContent): string[] {
  const studies = caseStudies ?? [];
  return [profile?.portrait, ...studies.flatMap(({ images }) => Object.values(images))].flatMap(
    (picture) => storedImage(picture ?? null)?.fileName ?? [],
  );
}

/** Adds the sizes and variants of images; read each time, because variants are made later. */
function withPictures(
  { database }: PageContext,
  content: SiteContent,
  images: string[],
): SiteContent {
  const pictures = new Map(
    readPictures(database, images).map((stored) => [stored.fileName, toPicture(stored, '')]),
  );
  const pictureOf = (picture: Picture | null) =>
    pictures.get(storedImage(picture)?.fileName ?? '') ?? null;
  const { profile, caseStudies } = content;
  return {
    ...content,
    profile: { ...profile, portrait: pictureOf(profile.portrait) },
    caseStudies: caseStudies.map((study) => ({
      ...study,
      images: Object.fromEntries(
        Object.entries(study.images).flatMap(([name, image]) => {
          const picture = pictureOf(image);
          return picture ? [[name, picture]] : [];
        }),
      ),
    })),
  };
}
