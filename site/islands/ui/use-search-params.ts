import { useCallback, useEffect, useState } from 'react';
import { followUrl } from '../../client/page-events.ts';

export interface QuerySpec<Query> {
  /** Values that the URL omits. */
  defaults: Query;
  /** Allowed values, if not every text is one. Others are ignored. */
  allowed?: { [Name in keyof Query]?: RegExp | readonly { value: string }[] };
  /** Prefix of the names in the URL, on a page with several lists. */
  prefix?: string;
  /** True if the publisher renders the defaults: the query of the URL follows the hydration. */
  isPublished?: true;
}

/** `replace` adds no entry to the history, for example while typing. */
type Step = 'push' | 'replace';

/**
 * State of a page that is in the URL, so that a reload, Back and a shared link show the same. Other parameters of
 * the URL stay. `spec` has to be stable.
 */
export function useSearchParams<Query extends object>(spec: QuerySpec<Query>) {
  const [query, setQuery] = useState(() => (spec.isPublished ? spec.defaults : readQuery(spec)));
  useEffect(() => {
    return followUrl(() => {
      const next = readQuery(spec);
      // A link to a hash of the page does not change the query.
      setQuery((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next));
    });
  }, [spec]);
  const changeQuery = useCallback(
    (part: Partial<Query>, how?: Step) => {
      const next = { ...readQuery(spec), ...part };
      writeQuery(next, spec, how);
      setQuery(next);
    },
    [spec],
  );
  return { query, changeQuery };
}

const pageSpec = { defaults: { page: 1 } };

/** The page of a list in the URL, as props of `ListFrame`. */
export function usePageParam() {
  const { query, changeQuery } = useSearchParams(pageSpec);
  const onPage = useCallback((page: number) => changeQuery({ page }), [changeQuery]);
  const onLast = useCallback((page: number) => changeQuery({ page }, 'replace'), [changeQuery]);
  return { page: query.page, onPage, onLast };
}

/** Reads the query of the URL. */
export function readQuery<Query extends object>({
  defaults,
  allowed,
  prefix = '',
}: QuerySpec<Query>): Query {
  const parameters = new URLSearchParams(location.search);
  const read = ([name, value]: [string, unknown]): [string, unknown] => {
    const text = parameters.get(prefix + name);
    if (text === null) return [name, value];
    if (typeof value === 'number')
      return [name, /^[1-9]\d{0,8}$/.test(text) ? Number(text) : value];
    const values = allowed?.[name as keyof Query];
    const isAllowed =
      values === undefined ||
      (values instanceof RegExp
        ? values.test(text)
        : values.some((option) => option.value === text));
    return [name, isAllowed ? text : value];
  };
  return Object.fromEntries(Object.entries(defaults).map(read)) as Query;
}

/** Writes a query into the URL. */
export function writeQuery<Query extends object>(
  query: Query,
  { defaults, prefix = '' }: QuerySpec<Query>,
  how: Step = 'push',
): void {
  const url = new URL(location.href);
  for (const name of Object.keys(query)) url.searchParams.delete(prefix + name);
  for (const [name, value] of Object.entries(query)) {
    if (value !== defaults[name as keyof Query]) url.searchParams.set(prefix + name, String(value));
  }
  if (url.href !== location.href) history[`${how}State`](null, '', url);
}
