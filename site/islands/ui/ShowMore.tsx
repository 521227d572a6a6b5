import { useLayoutEffect, useMemo, useRef } from 'react';
import { LoadFailed } from './LoadFailed.tsx';
import { useFetch } from './use-fetch.ts';

/**
 * Loads a list page by page. `load` has to be stable; it gets the list so far, or null at the beginning, and
 * returns it with the next page. Another `load` starts another list.
 */
export function useMore<List>(load: (list: List | null, signal: AbortSignal) => Promise<List>) {
  const mustRestart = useRef(false);
  const loadNext = useMemo(() => {
    let list: List | null = null;
    return async (signal: AbortSignal) => {
      const isRestart = mustRestart.current;
      const next = await load(isRestart ? null : list, signal);
      signal.throwIfAborted();
      if (isRestart) mustRestart.current = false;
      list = next;
      return next;
    };
  }, [load]);
  const { loaded, reload } = useFetch(loadNext);

  const listElement = useRef<HTMLOListElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** Index of the entry that gets the focus after the button was pressed. */
  const firstNew = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (loaded.state !== 'ready' || firstNew.current === null) return;
    const { activeElement, body } = document;
    // If the user has moved the focus meanwhile, it stays there.
    if (activeElement === button.current || activeElement === body) {
      const entry = listElement.current?.children[firstNew.current];
      entry?.querySelector<HTMLElement>('a, button')?.focus();
    }
    firstNew.current = null;
  }, [loaded]);

  return {
    /** The list so far; null until its first page is loaded. */
    list: loaded.value,
    loaded,
    /** The element with the entries. */
    listElement,
    button,
    retry: reload,
    showMore() {
      if (loaded.state === 'loading') return;
      firstNew.current = listElement.current?.children.length ?? null;
      reload();
    },
    /** Reloads the first page; the list stays until it is loaded. */
    restart() {
      mustRestart.current = true;
      reload();
    },
  };
}

/** Joins two pages of a list. An entry is in both if another one was added in between. */
export function joinParts<Entry extends { _id: string }>(
  earlier: Entry[],
  later: Entry[],
): Entry[] {
  const earlierIds = new Set(earlier.map(({ _id }) => _id));
  return [...earlier, ...later.filter(({ _id }) => !earlierIds.has(_id))];
}

interface Props {
  more: Pick<ReturnType<typeof useMore>, 'loaded' | 'button' | 'retry' | 'showMore'>;
  hasMore: boolean;
  label?: string;
}

/** The button below a list that loads the next page, and the error if that failed. */
export function ShowMore({ more, hasMore, label = 'Show more' }: Props) {
  const { loaded, button, retry, showMore } = more;
  return (
    <>
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={retry} />}
      {hasMore && (
        <button
          ref={button}
          type="button"
          className="button"
          aria-busy={loaded.state === 'loading' || undefined}
          onClick={showMore}
        >
          {label}
        </button>
      )}
    </>
  );
}
