import { crossPostTargets } from '#contracts/cross-post.ts';
import type { Queryable } from '../../db/client.ts';
import { cancelPlanned, planCrossPost } from '../../db/repositories/cross-posts.ts';
import { createPublicId } from '../articles/public-id.ts';

/** Selected services of an article; the database stores 0 and 1. */
interface SelectedTargets {
  linkedin?: boolean | 0 | 1 | undefined;
  dev?: boolean | 0 | 1 | undefined;
  medium?: boolean | 0 | 1 | undefined;
}

interface ScheduleInput {
  articleId: number;
  /** Previous selection, or null for a new article. */
  before: SelectedTargets | null;
  /** New selection; undefined values are unchanged. */
  after: SelectedTargets;
  /** True if the article was published before, as in most imports. */
  published: boolean;
  now: number;
}

/**
 * Schedules cross-posts of an article and cancels deselected ones.
 * Articles that were published before are only posted if a service is newly selected, so an import
 * posts nothing.
 * Call it in the transaction of the change.
 */
export function scheduleCrossPosts(transaction: Queryable, input: ScheduleInput): void {
  const { articleId, before, after, published, now } = input;
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
