import { type ReactNode, useEffect, useRef } from 'react';
import type { Loaded } from '../../client/api-client.ts';
import { ListSkeleton } from './ListStates.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import { useFocusFallback } from './use-focus-fallback.ts';

interface ListPagesProps {
  list: { page: number; pages: number };
  onPage(page: number): void;
  /** Name of the list, if a page has several. */
  label?: string;
  /** Labels of the previous and next links, if the order is not by time. */
  back?: string;
  on?: string;
}

/** One page of a list, as the API returns it. */
export interface ListResponse {
  /** Total number of entries on all pages. */
  result: number;
  page: number;
  pages: number;
}

export interface FrameProps<List extends ListResponse> {
  /** Result of `useFetch` for the list. */
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
  pageLabels?: { label?: string; back?: string; on?: string };
  /** Renders the entries, of which there is at least one. */
  children(list: List): ReactNode;
}

/** Frame of an admin list: total, loading, error, empty state and pages. */
export function ListFrame<List extends ListResponse>(props: FrameProps<List>) {
  const { loaded, onRetry, page, onPage, onLast = onPage, focusOn, loading, summary } = props;
  const { beside, empty, pageLabels, children } = props;
  const list = loaded.value;
  const status = useRef<HTMLParagraphElement>(null);
  useFocusFallback(() => focusOn?.() ?? status.current);
  // The last entry of the last page may have been removed.
  const last = loaded.state === 'ready' ? Math.max(1, loaded.value.pages) : null;
  useEffect(() => {
    if (last !== null && page > last) onLast(last);
  }, [last, page, onLast]);
  const summaryLine = (
    <p className="label" role="status" tabIndex={-1} ref={status}>
      {list ? summary(list) : ' '}
    </p>
  );
  return (
    <>
      {beside ? (
        <div className={beside.className}>
          {summaryLine}
          {beside.content}
        </div>
      ) : (
        summaryLine
      )}
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={onRetry} />}
      {loaded.state === 'loading' && !list && <ListSkeleton label={loading} />}
      {list?.result === 0 && empty}
      {list && list.result > 0 && children(list)}
      {list && list.pages > 1 && <ListPages list={list} onPage={onPage} {...pageLabels} />}
    </>
  );
}

/** Links to newer and older pages of an admin list. */
export function ListPages({ list: { page, pages }, onPage, ...labels }: ListPagesProps) {
  const { label = 'Pages', back = 'Newer', on = 'Older' } = labels;
  return (
    <nav className="pager" aria-label={label}>
      {page > 1 && (
        <button type="button" className="button" onClick={() => onPage(page - 1)}>
          ← {back}
        </button>
      )}
      <p className="label">
        Page {page} of {pages}
      </p>
      {page < pages && (
        <button type="button" className="button pager__older" onClick={() => onPage(page + 1)}>
          {on} →
        </button>
      )}
    </nav>
  );
}
