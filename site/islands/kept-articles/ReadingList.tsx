import { longDate } from '../../format/dates.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { KeptArticle } from './KeptArticle.tsx';
import { KeptArticles } from './KeptArticles.tsx';
import { NOTHING_SAVED, readSaved } from './saved-articles.ts';

const load = (page: number, signal: AbortSignal) => readSaved({ page }, signal);

/** Articles that the member has saved, newest first. */
export function ReadingList() {
  return (
    <KeptArticles
      loading="Loading your reading list"
      load={load}
      empty={
        <EmptyState title="No saved articles yet">
          {NOTHING_SAVED} <a href="/blog">Find something to read</a>
        </EmptyState>
      }
    >
      {(article) => (
        <KeptArticle
          key={article._id}
          article={article}
          collection="saves"
          since={`Saved on ${longDate(article.savedAt)}`}
          words={{
            remove: 'Remove',
            restore: 'Save again',
            removed: `“${article.title}” was removed from the list.`,
          }}
        />
      )}
    </KeptArticles>
  );
}
