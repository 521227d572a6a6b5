import type { ArticleColumns, ArticleLabels } from '../../db/repositories/article-writes.ts';
import type { ArticleRecord } from '../../db/repositories/articles.ts';
import { seriesColumns } from '../articles/columns.ts';
import type { Appearance } from './times.ts';
import type { ArticleWish } from './wish.ts';

/** What has to change so that a stored article is as its file wants it. */
export interface Differences {
  columns: Partial<ArticleColumns>;
  labels: ArticleLabels;
  formerSlugs: { slug: string; since: number | null }[];
}

export function isNothing(differences: Differences): boolean {
  const { columns, labels, formerSlugs } = differences;
  return [columns, labels, formerSlugs].every((part) => Object.keys(part).length === 0);
}

const flags = ['linkedin', 'dev', 'medium', 'archived'] as const;
const texts = ['subtitle', 'description', 'language', 'imageAlt', 'linkedinContent'] as const;
const times = ['publishedAt', 'scheduledAt', 'deletedAt'] as const;

/** Compares a stored article with what its file says; what the file does not say is left alone. */
export function differencesOf(
  stored: ArticleRecord,
  wish: ArticleWish,
  appearance: Appearance,
  formerSlugs: string[],
  authorId: number | null,
): Differences {
  const columns: Partial<ArticleColumns> = {};
  if (!wish.titleIsGuess && wish.title !== stored.title) columns.title = wish.title;
  if (wish.markdown !== stored.markdown) columns.markdown = wish.markdown;
  for (const name of texts) {
    const wanted = wish[name];
    if (wanted !== undefined && wanted !== stored[name]) columns[name] = wanted;
  }
  for (const name of flags) {
    const wanted = wish[name];
    if (wanted !== undefined && wanted !== (stored[name] === 1)) columns[name] = wanted;
  }
  for (const name of times) if (appearance[name] !== stored[name]) columns[name] = appearance[name];
  if (appearance.draft !== (stored.draft === 1)) columns.draft = appearance.draft;
  if (wish.series !== undefined && wish.series !== stored.series) {
    Object.assign(columns, seriesColumns(wish.series));
  }
  if (wish.media !== undefined && (wish.media?.fileName ?? null) !== stored.mediaFile) {
    columns.mediaId = wish.media?.id ?? null;
  }
  if (wish.createdAt !== undefined && wish.createdAt !== stored.createdAt) {
    columns.createdAt = wish.createdAt;
  }
  if (authorId !== null && authorId !== stored.authorId) columns.authorId = authorId;
  const known = new Set([stored.slug, ...formerSlugs]);
  return {
    columns,
    labels: labelDifferences(stored, wish),
    formerSlugs: (wish.formerSlugs ?? []).filter((former) => !known.has(former.slug)),
  };
}

function labelDifferences(stored: ArticleRecord, wish: ArticleWish): ArticleLabels {
  const labels: ArticleLabels = {};
  if (wish.tags && !alike(wish.tags, stored.tags)) labels.tags = wish.tags;
  if (wish.categories && !alike(wish.categories, stored.categories)) {
    labels.categories = wish.categories;
  }
  return labels;
}

/** A category that is there in another spelling is the same one. */
function alike(one: string[], other: string[]): boolean {
  const spelled = (list: string[]) => JSON.stringify(list.map((entry) => entry.toLowerCase()));
  return spelled(one) === spelled(other);
}
