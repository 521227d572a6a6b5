import { crossPostTargets } from '#contracts/cross-post.ts';
import type { Queryable } from '../../db/client.ts';
import { cancelPlanned, planCrossPost } from '../../db/repositories/cross-posts.ts';
import { createPublicId } from '../articles/public-id.ts';

/** The checkboxes of an article; a database says 0 and 1. */
interface Ticks {
  linkedin?: boolean | 0 | 1 | undefined;
  dev?: boolean | 0 | 1 | undefined;
  medium?: boolean | 0 | 1 | undefined;
}

interface Wish {
  articleId: number;
  /** What was ticked before; null for a new article. */
  before: Ticks | null;
  /** What is ticked now; what is undefined is as before. */
  after: Ticks;
  /** Whether readers have had it before, as most articles that an import brings. */
  published: boolean;
  now: number;
}

/**
 * Notes where an article shall be posted as well, and calls off what is not wanted any more. What
 * readers have had before is only posted once somebody ticks the box: an import posts nothing. Belongs
 * in the transaction of the change.
 */
export function wishCrossPosts(transaction: Queryable, wish: Wish): void {
  const { articleId, before, after, published, now } = wish;
  for (const target of crossPostTargets) {
    const ticked = Boolean(before?.[target]);
    const wanted = Boolean(after[target] ?? ticked);
    if (!wanted) {
      if (ticked) cancelPlanned(transaction, { articleId, target });
    } else if (!ticked || !published) {
      const row = { publicId: createPublicId(), articleId, target, createdAt: now };
      planCrossPost(transaction, row, { again: !ticked });
    }
  }
}
