import { createHash } from 'node:crypto';
import type { SiteContent } from '#contracts/content.ts';
import type { PageImage, ShareCard } from '#contracts/image.ts';

/** Version of the drawing code in api/images; increase it to draw all images again. */
const DRAWING = 1;

const KEY_DIGITS = 8;

/** Returns a key of the data of an Open Graph image, to detect changes. */
export function shareKeyOf(card: ShareCard): string {
  const text = JSON.stringify([DRAWING, card]);
  return createHash('sha256').update(text).digest('hex').slice(0, KEY_DIGITS);
}

/** Content with Open Graph images. */
type SharedContent = Partial<Pick<SiteContent, 'profile' | 'games' | 'caseStudies'>>;

/**
 * Returns the data of the Open Graph images of games and case studies by the path of the page, except of those that
 * the build has drawn with the samples. `coverImage` is a name among the uploads.
 */
export function listShareCards(
  content: SharedContent,
  samples: SharedContent,
): Map<string, ShareCard> {
  const drawn = new Set([...cardsOf(samples).values()].map(shareKeyOf));
  return new Map([...cardsOf(content)].filter(([, card]) => !drawn.has(shareKeyOf(card))));
}

function cardsOf({ profile, games = [], caseStudies = [] }: SharedContent): Map<string, ShareCard> {
  const site = profile?.name ?? '';
  const cards = new Map<string, ShareCard>();
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
function coverOf(image: PageImage | undefined): Pick<ShareCard, 'coverImage'> {
  const stored = image as unknown as { fileName?: string } | undefined;
  return stored?.fileName === undefined ? {} : { coverImage: stored.fileName };
}
