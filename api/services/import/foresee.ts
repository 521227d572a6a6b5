import { findUserByEmail } from '../../db/repositories/users.ts';
import type { StoreOptions } from './article.ts';
import type { ImportContext } from './context.ts';
import { matchOf } from './match.ts';
import { planUpdate } from './plan.ts';
import type { ImportedFile } from './report.ts';
import type { ArticleWish } from './wish.ts';

/** What storing a wish would do, without doing it. @throws FileSkipped as `storeWish` does */
export function foresee(
  context: Pick<ImportContext, 'database' | 'clock'>,
  wish: ArticleWish,
  options: StoreOptions,
): Pick<ImportedFile, 'outcome'> & { slug: string } {
  const match = matchOf(context.database, wish, options.claimed);
  if (!match.article) return { outcome: 'created', slug: match.slug };
  options.claimed.add(match.article.id);
  const author =
    wish.authorEmail === undefined
      ? undefined
      : findUserByEmail(context.database.query, wish.authorEmail);
  const plan = planUpdate(context, match.article, wish, {
    ...options,
    authorId: author?.id ?? null,
  });
  return { outcome: plan ? 'updated' : 'unchanged', slug: match.article.slug };
}
