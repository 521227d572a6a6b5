import { useCallback, useEffect, useRef } from 'react';
import { LoadFailed } from './LoadFailed.tsx';
import { useLoaded } from './use-loaded.ts';

/**
 * Loads a list part by part. `load` has to be stable; it gets the list so far, or null at the beginning,
 * and returns it with the next part.
 */
export function useMore<List>(load: (list: List | null, signal: AbortSignal) => Promise<List>) {
  const list = useRef<List | null>(null);
  const beginsAgain = useRef(false);
  // Another source begins another list.
  useEffect(() => {
    list.current = null;
  }, [load]);
  const loadNext = useCallback(
    async (signal: AbortSignal) => {
      const next = await load(beginsAgain.current ? null : list.current, signal);
      beginsAgain.current = false;
      list.current = next;
    },
    [load],
  );
  const { loaded, reload } = useLoaded(loadNext);

  const element = useRef<HTMLOListElement>(null);
  /** Index of the entry that gets the focus after a press on the button. */
  const firstNew = useRef<number | null>(null);
  useEffect(() => {
    if (loaded.state !== 'ready' || firstNew.current === null) return;
    element.current?.children[firstNew.current]?.querySelector('a')?.focus();
    firstNew.current = null;
  }, [loaded]);

  return {
    /** The list so far; null until its first part is there. */
    list: list.current,
    loaded,
    /** The element with the entries. */
    element,
    retry: reload,
    showMore() {
      if (loaded.state === 'loading') return;
      firstNew.current = element.current?.children.length ?? null;
      reload();
    },
    /** Loads the first part again; the list stays until it is there. */
    beginAgain() {
      beginsAgain.current = true;
      reload();
    },
  };
}

interface Props {
  more: Pick<ReturnType<typeof useMore>, 'loaded' | 'retry' | 'showMore'>;
  hasMore: boolean;
  label?: string;
}

/** The button below a list that loads the next part, and the reason if that failed. */
export function ShowMore({ more, hasMore, label = 'Show more' }: Props) {
  const { loaded, retry, showMore } = more;
  return (
    <>
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={retry} />}
      {hasMore && (
        <button
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
