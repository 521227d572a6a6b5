import type { Profile, SiteContent } from '#contracts/content.ts';
import type { PageImage } from '#contracts/image.ts';
import type { PublishedLocals, PublishedPage } from '#contracts/page.ts';

type PageOf<Kind extends PublishedPage['kind']> = Extract<PublishedPage, { kind: Kind }>;

/** Returns the data that the publisher passes to a page of this kind. @throws Error if the kind differs */
export function getPublishedPage<Kind extends PublishedPage['kind']>(
  locals: Partial<PublishedLocals>,
  kind: Kind,
): { origin: string; path: string; page: PageOf<Kind> } {
  const { origin, path, page } = locals;
  if (origin === undefined || path === undefined || page?.kind !== kind) {
    throw new Error(
      `A page of kind '${kind}' is rendered by the publisher, which hands it its content; got '${page?.kind ?? 'nothing'}'.`,
    );
  }
  return { origin, path, page: page as PageOf<Kind> };
}

/** Returns the owner's content. @throws Error on a built page, which has none */
export function getSiteContent(locals: Partial<PublishedLocals>): SiteContent {
  if (locals.content) return locals.content;
  throw new Error('Only pages that the publisher renders have the content of the owner.');
}

// The pattern matches only portraits, because the build emits every matching image.
const samples = import.meta.glob<PageImage>(
  '../../content/media/avatar*.{png,jpg,jpeg,webp,avif}',
  {
    eager: true,
    import: 'default',
    query: '?image',
  },
);

/** Returns the owner's portrait: a file of CONTENT_DIR/media, or the sample of this name; null if there is none. */
export function portraitOf({ avatar, avatarAlt, name, portrait }: Profile): PageImage | null {
  const image = portrait ?? samples[`../../content/media/${avatar}`];
  return image ? { ...image, alt: avatarAlt || `Portrait of ${name}` } : null;
}
