import { type ReactNode, useCallback, useState } from 'react';
import { useAct } from './use-act.tsx';
import { dataOf, useLoaded } from './use-loaded.ts';
import { type QuerySpec, useUrlQuery } from './use-url-query.ts';

/** Parts of a query that `ListPage` knows. */
export interface ListQuery {
  page?: number;
  search?: string;
  sort?: string;
}

interface ListSpec<Query, List> extends QuerySpec<Query> {
  load(query: Query, signal: AbortSignal): Promise<List>;
}

/**
 * A list whose filters, search, order and page are in the URL, with its actions and dialogs. `ListPage` renders it.
 * `spec` and its `load` have to be stable.
 */
export function useList<Query extends object, List>(spec: ListSpec<Query, List>) {
  const { query, ask: askUrl } = useUrlQuery<Query>(spec);
  const { act, withReauthentication, dialog: confirmation } = useAct(() => reload());
  const { load } = spec;
  const loadPage = useCallback(
    (signal: AbortSignal) => withReauthentication(() => load(query, signal)),
    [load, query, withReauthentication],
  );
  const { loaded, reload, change } = useLoaded(loadPage);
  const [dialog, setDialog] = useState<ReactNode>(null);
  /** Loads another part of the list: its first page, unless `part` names a page. */
  const ask = useCallback(
    (part: Partial<Query>, how?: 'push' | 'replace') =>
      askUrl('page' in spec.defaults ? { page: 1, ...part } : part, how),
    [askUrl, spec],
  );
  /** Opens a dialog until it calls `onClose`. */
  const open = useCallback(
    (render: (onClose: () => void) => ReactNode) => setDialog(render(() => setDialog(null))),
    [],
  );
  return {
    query,
    ask,
    loaded,
    /** The visible entries, also while others are loaded. */
    value: dataOf(loaded),
    reload,
    change,
    act,
    withReauthentication,
    open,
    dialogs: (
      <>
        {dialog}
        {confirmation}
      </>
    ),
  };
}

/** Numbers of a list without pages. */
export const onePage = (result: number) => ({ result, page: 1, pages: 1 });
