import type { ArticleRecord } from '../../db/hot/articles.ts';
import type { ArticleColumns, ArticleLabels } from '../../db/repositories/article-writes.ts';
import { seriesColumns } from '../articles/article-columns.ts';
import type { ArticleInput } from './parse-article.ts';
import type { PublicationState } from './publication-state.ts';

/** Changes that make a stored article match its file. */
export interface ArticleDifferences {
  columns: Partial<ArticleColumns>;
  labels: ArticleLabels;
  formerSlugs: { slug: string; since: number | null }[];
}

export function isEmpty(differences: ArticleDifferences): boolean {
  const { columns, labels, formerSlugs } = differences;
  return [columns, labels, formerSlugs].every((part) => Object.keys(part).length === 0);
}

const flags = ['linkedin', 'dev', 'medium', 'archived'] as const;
const texts = ['subtitle', 'description', 'language', 'imageAlt', 'linkedinContent'] as const;
const times = ['publishedAt', 'scheduledAt', 'deletedAt'] as const;

/** Compares a stored article with its file; fields that the file omits stay unchanged. */
export function diffArticle(
  stored: ArticleRecord,
  input: ArticleInput,
  publication: PublicationState,
  formerSlugs: string[],
  authorId: number | null,
): ArticleDifferences {
  const columns: Partial<ArticleColumns> = {};
  if (!input.titleIsGuess && input.title !== stored.title) columns.title = input.title;
  if (input.markdown !== stored.markdown) columns.markdown = input.markdown;
  for (const name of texts) {
    const value = input[name];
    if (value !== undefined && value !== stored[name]) columns[name] = value;
  }
  for (const name of flags) {
    const value = input[name];
    if (value !== undefined && value !== (stored[name] === 1)) columns[name] = value;
  }
  for (const name of times)
    if (publication[name] !== stored[name]) columns[name] = publication[name];
  if (publication.draft !== (stored.draft === 1)) columns.draft = publication.draft;
  if (input.series !== undefined && input.series !== stored.series) {
    Object.assign(columns, seriesColumns(input.series));
  }
  if (input.media !== undefined && (input.media?.fileName ?? null) !== stored.mediaFile) {
    columns.mediaId = input.media?.id ?? null;
  }
  if (input.createdAt !== undefined && input.createdAt !== stored.createdAt) {
    columns.createdAt = input.createdAt;
  }
  if (authorId !== null && authorId !== stored.authorId) columns.authorId = authorId;
  const existingSlugs = new Set([stored.slug, ...formerSlugs]);
  return {
    columns,
    labels: labelDifferences(stored, input),
    formerSlugs: (input.formerSlugs ?? []).filter((former) => !existingSlugs.has(former.slug)),
  };
}

function labelDifferences(stored: ArticleRecord, input: ArticleInput): ArticleLabels {
  const labels: ArticleLabels = {};
  if (input.tags && !areSameLabels(input.tags, stored.tags)) labels.tags = input.tags;
  if (input.categories && !areSameLabels(input.categories, stored.categories)) {
    labels.categories = input.categories;
  }
  return labels;
}

/** Compares labels case-insensitively. */
function areSameLabels(one: string[], other: string[]): boolean {
  const spelled = (list: string[]) => JSON.stringify(list.map((entry) => entry.toLowerCase()));
  return spelled(one) === spelled(other);
}
