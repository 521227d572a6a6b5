import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IndexedCard } from '#contracts/card-index.ts';
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
  const some = fc.uniqueArray(
    fc.record({ slug: fc.stringMatching(/^[a-z]{1,2}$/), tags: fc.subarray([...tags, 'd']) }),
    { selector: (one) => one.slug, maxLength: 30 },
  );

  it('are at most five, each once, never the article itself, whatever the files hold', () => {
    fc.assert(
      fc.property(
        some,
        fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
        (all, random) => {
          const found = all.map((one) => card(one.slug, one.tags));
          const chosen = chooseRelated(
            [...found, ...found],
            { slug: found[0]?.slug ?? '', tags },
            () => random.next().value ?? 0,
          );
          const slugs = chosen.map((one) => one.slug);
          expect(new Set(slugs).size).toBe(slugs.length);
          expect(slugs).not.toContain(found[0]?.slug);
          expect(slugs.length).toBe(Math.min(5, Math.max(0, found.length - 1)));
        },
      ),
    );
  });

  it('come from those that share most tags, and in no fixed order', () => {
    const close = Array.from({ length: 8 }, (_, index) => card(`close${index}`, ['a', 'b']));
    const far = Array.from({ length: 8 }, (_, index) => card(`far${index}`, ['c']));
    const orders = new Set<string>();
    for (let round = 0; round < 40; round += 1) {
      const chosen = chooseRelated([...far, ...close], { slug: 'x', tags });
      expect(chosen.every((one) => one.slug.startsWith('close'))).toBe(true);
      orders.add(chosen.map((one) => one.slug).join());
    }
    expect(orders.size).toBeGreaterThan(10);
  });
});
