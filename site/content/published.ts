import type { SiteContent } from '#contracts/content.ts';
import type { PublishedLocals, PublishedPage } from '#contracts/page.ts';

type PageOf<Kind extends PublishedPage['kind']> = Extract<PublishedPage, { kind: Kind }>;

/** What the publisher hands to a page of this kind. Throws a sentence when it handed another. */
export function published<Kind extends PublishedPage['kind']>(
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

/** Returns the owner's content. Throws a sentence on a built page, which has none. */
export function contentOf(locals: Partial<PublishedLocals>): SiteContent {
  if (locals.content) return locals.content;
  throw new Error('The owner’s content is for pages that the publisher renders.');
}
