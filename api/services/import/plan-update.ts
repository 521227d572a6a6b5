import type { AppContext } from '../../context.ts';
import { type ArticleRecord, listFormerSlugs, slugIsTaken } from '../../db/hot/articles.ts';
import { type ArticleDifferences, diffArticle, isEmpty } from './article-differences.ts';
import { getSlug } from './find-article.ts';
import { FileSkippedError } from './import-result.ts';
import type { ArticleInput } from './parse-article.ts';
import { decidePublicationState } from './publication-state.ts';

type PlanContext = Pick<AppContext, 'database' | 'clock'>;

/**
 * Plans the changes to an existing article.
 * @param authorId row id of the author that the file names, or null
 * @returns null if nothing changes
 * @throws FileSkippedError if the article is in the bin, or newer than the file without `force`
 */
export function planUpdate(
  context: PlanContext,
  stored: ArticleRecord,
  input: ArticleInput,
  options: { existing: 'update' | 'keep'; force: boolean; authorId: number | null },
): ArticleDifferences | null {
  if (options.existing === 'keep') return null;
  if (stored.state === 'deleted' && input.deletedAt === undefined) {
    throw new FileSkippedError('The article is in the bin. Restore it or empty the bin first.');
  }
  const now = context.clock();
  const publication = decidePublicationState(input, stored, now);
  const former = listFormerSlugs(context.database, stored.id);
  const plan = diffArticle(stored, input, publication, former, options.authorId);
  const slug = getNewSlug(context, stored, input);
  if (slug !== null) plan.columns.slug = slug;
  if (isEmpty(plan)) return null;
  const { updatedAt = stored.updatedAt } = input;
  if (updatedAt < stored.updatedAt && !options.force) {
    throw new FileSkippedError(
      'The article has been edited here since the export. Use FORCE=1 to overwrite it.',
    );
  }
  plan.columns.updatedAt = updatedAt > stored.updatedAt ? updatedAt : now;
  return plan;
}

/**
 * Returns the new slug if the file carries the article's id; otherwise the slug was used to find
 * it.
 */
function getNewSlug(
  context: PlanContext,
  stored: ArticleRecord,
  input: ArticleInput,
): string | null {
  if (input.publicId !== stored.publicId || !input.slug) return null;
  const slug = getSlug(input);
  if (slug === stored.slug || slugIsTaken(context.database, slug, stored.id)) return null;
  return slug;
}
