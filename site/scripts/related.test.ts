import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IndexedCard } from '#contracts/page.ts';
import { chooseRelated } from './related.ts';

const card = (slug: string, tags: string[], publishedAt = '2026-01-01T00:00:00.000Z') =>
  ({
    slug,
    tags,
    publishedAt,
    title: slug,
    language: 'en',
    readTime: '',
    cover: null,
  }) satisfies IndexedCard;

describe('related articles', () => {
  const tags = ['a', 'b', 'c'];
  const articles = fc.uniqueArray(
    fc.record({ slug: fc.stringMatching(/^[a-z]{1,2}$/), tags: fc.subarray([...tags, 'd']) }),
    { selector: ({ slug }) => slug, maxLength: 30 },
  );

  it('are at most five different articles without the current one', () => {
    fc.assert(
      fc.property(
        articles,
        fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
        (list, random) => {
          const cards = list.map((article) => card(article.slug, article.tags));
          const related = chooseRelated(
            [...cards, ...cards],
            { slug: cards[0]?.slug ?? '', tags },
            () => random.next().value ?? 0,
          );
          const slugs = related.map(({ slug }) => slug);
          expect(new Set(slugs).size).toBe(slugs.length);
          expect(slugs).not.toContain(cards[0]?.slug);
          expect(slugs.length).toBe(Math.min(5, Math.max(0, cards.length - 1)));
        },
      ),
    );
  });

  it('are chosen in random order from the articles that share most tags', () => {
    const close = Array.from({ length: 8 }, (_, index) => card(`close${index}`, ['a', 'b']));
    const far = Array.from({ length: 8 }, (_, index) => card(`far${index}`, ['c']));
    const orders = new Set<string>();
    for (let round = 0; round < 40; round += 1) {
      const related = chooseRelated([...far, ...close], { slug: 'x', tags });
      expect(related.every(({ slug }) => slug.startsWith('close'))).toBe(true);
      orders.add(related.map(({ slug }) => slug).join());
    }
    expect(orders.size).toBeGreaterThan(10);
  });
});
