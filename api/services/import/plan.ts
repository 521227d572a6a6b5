import type { AppContext } from '../../context.ts';
import {
  type ArticleRecord,
  listFormerSlugs,
  slugIsTaken,
} from '../../db/repositories/articles.ts';
import { type Differences, differencesOf, isNothing } from './differences.ts';
import { slugOf } from './match.ts';
import { FileSkipped } from './report.ts';
import { decideAppearance } from './times.ts';
import type { ArticleWish } from './wish.ts';

type PlanContext = Pick<AppContext, 'database' | 'clock'>;

/**
 * Plans what has to change of an article that is there.
 * @param authorId row id of the author the file names, or null
 * @returns null when nothing has to
 * @throws FileSkipped when the article is in the bin, or newer than the file and not to be forced
 */
export function planUpdate(
  context: PlanContext,
  stored: ArticleRecord,
  wish: ArticleWish,
  options: { existing: 'update' | 'keep'; force: boolean; authorId: number | null },
): Differences | null {
  if (options.existing === 'keep') return null;
  if (stored.state === 'deleted' && wish.deletedAt === undefined) {
    throw new FileSkipped('Its article is in the bin here; take it out or empty the bin first.');
  }
  const now = context.clock();
  const appearance = decideAppearance(wish, stored, now);
  const former = listFormerSlugs(context.database, stored.id);
  const plan = differencesOf(stored, wish, appearance, former, options.authorId);
  const slug = newSlugOf(context, stored, wish);
  if (slug !== null) plan.columns.slug = slug;
  if (isNothing(plan)) return null;
  const { updatedAt = stored.updatedAt } = wish;
  if (updatedAt < stored.updatedAt && !options.force) {
    throw new FileSkipped('Its article was changed here since; FORCE=1 overwrites it.');
  }
  plan.columns.updatedAt = updatedAt > stored.updatedAt ? updatedAt : now;
  return plan;
}

/** Only a file that carries the id moves its article; otherwise the slug is how it was found. */
function newSlugOf(context: PlanContext, stored: ArticleRecord, wish: ArticleWish): string | null {
  if (wish.publicId !== stored.publicId || !wish.slug) return null;
  const slug = slugOf(wish);
  if (slug === stored.slug || slugIsTaken(context.database, slug, stored.id)) return null;
  return slug;
}
