import { useCallback, useEffect, useState } from 'react';
import { followUrl } from '../../client/page-events.ts';

export interface QuerySpec<Query> {
  /** Values that the URL omits. */
  defaults: Query;
  /** Allowed values, if not every text is one. Others are ignored. */
  allowed?: { [Name in keyof Query]?: RegExp | readonly { value: string }[] };
  /** Prefix of the names in the URL, on a page with several lists. */
  prefix?: string;
}

/**
 * State of a page that is in the URL, so that a reload, Back and a shared link show the same. Other parameters of
 * the URL stay. `spec` has to be stable.
 */
export function useUrlQuery<Query extends object>(spec: QuerySpec<Query>) {
  const [query, setQuery] = useState(() => readQuery(spec));
  useEffect(() => {
    return followUrl(() => {
      const next = readQuery(spec);
      // A link to a hash of the page does not change the query.
      setQuery((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next));
    });
  }, [spec]);
  /** @param how `replace` adds no entry to the history, for example while typing */
  const changeQuery = useCallback(
    (part: Partial<Query>, how: 'push' | 'replace' = 'push') => {
      const next = { ...readQuery(spec), ...part };
      const url = queryUrlOf(next, spec);
      if (how === 'push') history.pushState(null, '', url);
      else history.replaceState(null, '', url);
      setQuery(next);
    },
    [spec],
  );
  return { query, changeQuery };
}

const pageSpec = { defaults: { page: 1 } };

/** The page of a list in the URL, as props of `ListFrame`. */
export function useUrlPage() {
  const { query, changeQuery } = useUrlQuery(pageSpec);
  const onPage = useCallback((page: number) => changeQuery({ page }), [changeQuery]);
  const onLast = useCallback((page: number) => changeQuery({ page }, 'replace'), [changeQuery]);
  return { page: query.page, onPage, onLast };
}

function readQuery<Query extends object>({
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

function queryUrlOf<Query extends object>(
  query: Query,
  { defaults, prefix = '' }: QuerySpec<Query>,
): string {
  const url = new URL(location.href);
  for (const name of Object.keys(query)) url.searchParams.delete(prefix + name);
  for (const [name, value] of Object.entries(query)) {
    if (value !== defaults[name as keyof Query]) url.searchParams.set(prefix + name, String(value));
  }
  return url.pathname + url.search + url.hash;
}
