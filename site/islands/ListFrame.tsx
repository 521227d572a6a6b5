import { type ReactNode, useEffect } from 'react';
import { ListPages } from './ListPages.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import { knownOf, type Loaded } from './use-loaded.ts';

/** One page of a list, as the API answers. */
interface Listed {
  /** How many there are on all pages. */
  result: number;
  page: number;
  pages: number;
}

interface Props<List extends Listed> {
  /** What `useLoaded` says of the list. */
  loaded: Loaded<List>;
  onRetry(): void;
  /** The page that is asked for. */
  page: number;
  onPage(page: number): void;
  /** What screen readers hear while nothing is there yet: 'Loading the jobs'. */
  loading: string;
  /** The whole in a sentence: '3 jobs, 1 waiting'. */
  summary(list: List): string;
  /** What stands beside the sentence: `className` is that of the line they share. */
  beside?: { className: string; content: ReactNode };
  /** What a list without anything in it says. */
  empty: ReactNode;
  /** Names of the ways to other pages, as in ListPages. */
  ways?: { label?: string; back?: string; on?: string };
  /** Draws the entries, of which there is at least one. */
  children(list: List): ReactNode;
}

/** Everything around the entries of an admin's list: how many, loading, failed, empty, its pages. */
export function ListFrame<List extends Listed>(props: Props<List>) {
  const { loaded, onRetry, page, onPage, loading, summary, beside, empty, ways, children } = props;
  const list = knownOf(loaded);
  // The last entry of the last page may just have gone.
  const last = loaded.state === 'ready' ? Math.max(1, loaded.value.pages) : null;
  useEffect(() => {
    if (last !== null && page > last) onPage(last);
  }, [last, page, onPage]);
  const sentence = (
    <p className="label" role="status">
      {list ? summary(list) : ' '}
    </p>
  );
  return (
    <>
      {beside ? (
        <div className={beside.className}>
          {sentence}
          {beside.content}
        </div>
      ) : (
        sentence
      )}
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={onRetry} />}
      {loaded.state === 'loading' && !list && <ListSkeleton label={loading} />}
      {list?.result === 0 && empty}
      {list && list.result > 0 && children(list)}
      {list && list.pages > 1 && <ListPages list={list} onPage={onPage} {...ways} />}
    </>
  );
}
