import { type ReactNode, useEffect, useRef } from 'react';
import { ListPages } from './ListPages.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import { useFocusFallback } from './use-focus-fallback.ts';
import { dataOf, type Loaded } from './use-loaded.ts';

/** One page of a list, as the API returns it. */
export interface Listed {
  /** Total number of entries on all pages. */
  result: number;
  page: number;
  pages: number;
}

export interface FrameProps<List extends Listed> {
  /** Result of `useLoaded` for the list. */
  loaded: Loaded<List>;
  onRetry(): void;
  /** The requested page. */
  page: number;
  onPage(page: number): void;
  /** Called instead of `onPage` when the page no longer exists. */
  onLast?(page: number): void;
  /** Finds the element that gets the focus of a removed one; the number of entries by default. */
  focusOn?(): HTMLElement | null;
  /** Text for screen readers during the first load: 'Loading the jobs'. */
  loading: string;
  /** Summary as a sentence: '3 jobs, 1 waiting'. */
  summary(list: List): string;
  /** Content next to the summary; `className` is that of their common line. */
  beside?: { className: string; content: ReactNode };
  /** Message of an empty list. */
  empty: ReactNode;
  /** Labels of the links to other pages, as in ListPages. */
  ways?: { label?: string; back?: string; on?: string };
  /** Renders the entries, of which there is at least one. */
  children(list: List): ReactNode;
}

/** Frame of an admin list: total, loading, error, empty state and pages. */
export function ListFrame<List extends Listed>(props: FrameProps<List>) {
  const { loaded, onRetry, page, onPage, onLast = onPage, focusOn, loading, summary } = props;
  const { beside, empty, ways, children } = props;
  const list = dataOf(loaded);
  const status = useRef<HTMLParagraphElement>(null);
  useFocusFallback(() => focusOn?.() ?? status.current);
  // The last entry of the last page may have been removed.
  const last = loaded.state === 'ready' ? Math.max(1, loaded.value.pages) : null;
  useEffect(() => {
    if (last !== null && page > last) onLast(last);
  }, [last, page, onLast]);
  const sentence = (
    <p className="label" role="status" tabIndex={-1} ref={status}>
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
