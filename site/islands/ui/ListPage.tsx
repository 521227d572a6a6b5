import { type ComponentProps, type ReactNode, useCallback, useId, useState } from 'react';
import { callApi } from '../../client/api-client.ts';
import { BulkBar } from './BulkBar.tsx';
import { type Option, SelectField } from './Field.tsx';
import { type FrameProps, ListFrame, type ListResponse } from './ListFrame.tsx';
import { SearchField } from './SearchField.tsx';
import { SegmentedControl } from './SegmentedControl.tsx';
import { useAction } from './use-action.tsx';
import { useFetch } from './use-fetch.ts';
import { type QuerySpec, useSearchParams } from './use-search-params.ts';

/** Parts of a query that `ListPage` knows. */
interface ListQuery {
  page?: number;
  search?: string;
  sort?: string;
}

interface ListSpec<Query, List> extends QuerySpec<Query> {
  load(query: NoInfer<Query>, signal: AbortSignal): Promise<List>;
}

/** Returns the parameters of a request. Empty values match everything. */
export const parametersOf = (query: object) =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]])),
  );

/** Creates the `load` of a list that the API returns for each query. */
export function loadFrom<List>(path: string) {
  return (query: object, signal: AbortSignal): Promise<List> =>
    callApi('GET', `${path}?${parametersOf(query)}`, { signal });
}

/** Numbers of a list without pages. */
export const onePage = (result: number) => ({ result, page: 1, pages: 1 });

interface Props<Query extends object, List extends ListResponse>
  extends Pick<
    FrameProps<List>,
    'loading' | 'summary' | 'empty' | 'pageLabels' | 'focusOn' | 'children'
  > {
  list: ReturnType<typeof useList<Query, List>>;
  title: string;
  /** `h2` for one of several lists of a page. */
  heading?: 'h1' | 'h2';
  /** Buttons and links beside the title. */
  actions?: ReactNode;
  /** Sentences below the title. */
  lead?: ReactNode;
  /** Content between the title and the filters. */
  above?: ReactNode;
  /** The filter shown as a segmented control, by its name in the query. */
  filter?: { name: keyof Query & string; options: readonly Option[] };
  /** Searches by `search` of the query. */
  search?: { label?: string; placeholder?: string; maxLength: number };
  /** Orders by `sort` of the query. */
  order?: { options: readonly Option[]; className?: string };
  /** Further filters. */
  filters?: ReactNode;
  /** Buttons beside the filters. */
  tools?: ReactNode;
  /** Buttons beside the number of entries. */
  beside?: ReactNode;
  /** The bar above the rows that selects all of them and acts on the selected ones, see `useSelection`. */
  bulk?: ComponentProps<typeof BulkBar>;
}

/** A list of the admin with its title, filters, search, order, pages and dialogs. */
export function ListPage<Query extends object, List extends ListResponse>(
  props: Props<Query, List>,
) {
  const {
    list,
    title,
    heading: Heading = 'h1',
    actions,
    lead,
    above,
    filter,
    search,
    order,
  } = props;
  const { filters, tools, beside, bulk, children, ...frame } = props;
  const { query, changeQuery, loaded } = list;
  const { page = 1, search: searched = '', sort = '' } = query as ListQuery;
  const id = useId();
  const changeListQuery = changeQuery as (part: ListQuery, how?: 'push' | 'replace') => void;
  const onSearch = useCallback(
    (text: string) => changeListQuery({ search: text }, 'replace'),
    [changeListQuery],
  );
  const onLast = useCallback(
    (last: number) => changeListQuery({ page: last }, 'replace'),
    [changeListQuery],
  );
  return (
    <section aria-labelledby={id} aria-busy={loaded.state === 'loading'}>
      <div className={Heading === 'h1' ? 'page-title list__head' : 'list__section'}>
        <div className="list__title">
          <Heading id={id}>{title}</Heading>
          {actions && <div className="list__actions">{actions}</div>}
        </div>
        {lead}
      </div>
      {above}
      {(filter || search || order || filters || tools) && (
        <div className="list__bar">
          {filter && (
            <SegmentedControl
              name={filter.name}
              options={filter.options}
              chosen={String(query[filter.name])}
              onChoose={(value) => changeQuery({ [filter.name]: value } as Partial<Query>)}
            />
          )}
          {(search || order || filters) && (
            <search className="list__search">
              {search && <SearchField {...search} value={searched} onSearch={onSearch} />}
              {order && (
                <SelectField
                  className={order.className}
                  label="Order"
                  name="sort"
                  value={sort}
                  options={order.options}
                  onChange={(chosen) => changeListQuery({ sort: chosen })}
                />
              )}
              {filters}
            </search>
          )}
          {tools}
        </div>
      )}
      <ListFrame
        {...frame}
        loaded={loaded}
        onRetry={list.reload}
        page={page}
        onPage={(next) => changeListQuery({ page: next })}
        onLast={onLast}
        beside={{ className: 'list__found', content: beside }}
      >
        {(value) => (
          <>
            {bulk && <BulkBar {...bulk} />}
            {children(value)}
          </>
        )}
      </ListFrame>
      {list.dialogs}
    </section>
  );
}

/**
 * A list whose filters, search, order and page are in the URL, with its actions and dialogs. `ListPage` renders it.
 * `spec` and its `load` have to be stable.
 */
export function useList<Query extends object, List>(spec: ListSpec<Query, List>) {
  const { query, changeQuery: changeUrlQuery } = useSearchParams<Query>(spec);
  const { runAction, withReauthentication, dialog: confirmation } = useAction(() => reload());
  const { load } = spec;
  const loadPage = useCallback(
    (signal: AbortSignal) => withReauthentication(() => load(query, signal)),
    [load, query, withReauthentication],
  );
  const { loaded, reload, change } = useFetch(loadPage);
  const [dialog, setDialog] = useState<ReactNode>(null);
  /** Loads another part of the list: its first page, unless `part` names a page. */
  const changeQuery = useCallback(
    (part: Partial<Query>, how?: 'push' | 'replace') =>
      changeUrlQuery('page' in spec.defaults ? { page: 1, ...part } : part, how),
    [changeUrlQuery, spec],
  );
  /** Opens a dialog until it calls `onClose`. */
  const open = useCallback(
    (render: (onClose: () => void) => ReactNode) => setDialog(render(() => setDialog(null))),
    [],
  );
  return {
    query,
    changeQuery,
    loaded,
    /** The visible entries, also while others are loaded. */
    value: loaded.value,
    reload,
    change,
    runAction,
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
