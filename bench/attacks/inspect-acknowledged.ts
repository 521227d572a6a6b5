import type { ArticleState, Author, TrackedArticle } from './desk.ts';
import type { StoredArticle } from './inspect-site.ts';

/**
 * Checks that all acknowledged states are stored, and resolves pending calls, which must have happened
 * completely or not at all.
 * @returns a sentence for each lost write
 */
export function verifyAcknowledged(authors: Author[], stored: StoredArticle[]): string[] {
  const bySlug = new Map(stored.map((article) => [article.slug, article]));
  const byId = new Map(stored.map((article) => [article.publicId, article]));
  const findings: string[] = [];
  for (const author of authors) {
    for (const article of author.articles) {
      const id = article.acknowledged?.id;
      const row = id ? byId.get(id) : bySlug.get(article.pending?.slug ?? '');
      findings.push(...verifyArticle(article, row));
    }
    // Articles whose creation did not happen are removed.
    const existing = author.articles.filter((article) => article.acknowledged);
    author.articles.splice(0, author.articles.length, ...existing);
  }
  return findings;
}

function verifyArticle(article: TrackedArticle, row: StoredArticle | undefined): string[] {
  const { acknowledged, pending } = article;
  article.pending = null;
  if (pending && row && isSame(pending, row)) {
    article.acknowledged = { ...pending, id: row.publicId };
    return [];
  }
  if (!acknowledged) return row ? [`a new article is stored in part: ${row.slug}`] : [];
  if (row && isSame(acknowledged, row)) return [];
  const { state, slug, title } = acknowledged;
  const stored = row ? `${row.state} ${row.slug} ${row.title}` : 'nothing';
  return [`an acknowledged write is lost: ${state} ${slug} ${title}, found ${stored}`];
}

function isSame(expected: ArticleState, row: StoredArticle): boolean {
  const hasSameItems = (first: string[], second: string[]) =>
    first.toSorted().join() === second.toSorted().join();
  return (
    expected.state === row.state &&
    expected.slug === row.slug &&
    expected.title === row.title &&
    row.markdown.includes(expected.marker) &&
    hasSameItems(expected.tags, row.tags) &&
    hasSameItems(expected.formerSlugs, row.formerSlugs)
  );
}
