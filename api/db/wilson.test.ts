import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wilsonLowerBound } from './derived.ts';

const votes = fc.integer({ min: 0, max: 1_000_000 });

describe('the lower bound of Wilson’s interval', () => {
  it.each([
    [0, 0, 0],
    [1, 0, 0.2065],
    [10, 0, 0.7225],
    [100, 0, 0.963],
    [1, 1, 0.0945],
    [90, 10, 0.8256],
    [0, 5, 0],
  ])('of %i likes and %i reports is %f', (likes, reports, bound) => {
    expect(wilsonLowerBound(likes, reports)).toBeCloseTo(bound, 3);
  });

  it('lies between 0 and the share of likes', () => {
    fc.assert(
      fc.property(votes, votes, (likes, reports) => {
        const bound = wilsonLowerBound(likes, reports);
        expect(bound).toBeGreaterThanOrEqual(0);
        expect(bound).toBeLessThanOrEqual(likes / Math.max(1, likes + reports));
      }),
    );
  });

  it('never falls with a like, and never rises with a report', () => {
    fc.assert(
      fc.property(votes, votes, (likes, reports) => {
        const bound = wilsonLowerBound(likes, reports);
        expect(wilsonLowerBound(likes + 1, reports)).toBeGreaterThanOrEqual(bound);
        expect(wilsonLowerBound(likes, reports + 1)).toBeLessThanOrEqual(bound);
      }),
    );
  });

  it('rises with the number of votes for the same share', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1000 }),
        fc.nat(1000),
        fc.integer({ min: 2, max: 50 }),
        (likes, reports, times) => {
          expect(wilsonLowerBound(likes * times, reports * times)).toBeGreaterThan(
            wilsonLowerBound(likes, reports),
          );
        },
      ),
    );
  });
});
