import { type ReactNode, useCallback, useId } from 'react';
import { Choices } from './Choices.tsx';
import { type FrameProps, type Listed, ListFrame } from './ListFrame.tsx';
import { SearchField } from './SearchField.tsx';
import type { ListQuery, useList } from './use-list.tsx';

type Option = { value: string; name: string };

interface Props<Query extends object, List extends Listed>
  extends Pick<
    FrameProps<List>,
    'loading' | 'summary' | 'empty' | 'ways' | 'focusOn' | 'children'
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
}

/** A list of the admin with its title, filters, search, order, pages and dialogs. */
export function ListPage<Query extends object, List extends Listed>(props: Props<Query, List>) {
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
  const { filters, tools, beside, ...frame } = props;
  const { query, ask, loaded } = list;
  const { page = 1, search: searched = '', sort } = query as ListQuery;
  const id = useId();
  const askFor = ask as (part: ListQuery, how?: 'push' | 'replace') => void;
  const onSearch = useCallback((text: string) => askFor({ search: text }, 'replace'), [askFor]);
  const onLast = useCallback((last: number) => askFor({ page: last }, 'replace'), [askFor]);
  return (
    <section aria-labelledby={id} aria-busy={loaded.state === 'loading'}>
      <div className={Heading === 'h1' ? 'page-title list__head' : undefined}>
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
            <Choices
              name={filter.name}
              choices={filter.options}
              chosen={String(query[filter.name])}
              onChoose={(value) => ask({ [filter.name]: value } as Partial<Query>)}
            />
          )}
          {(search || order || filters) && (
            <search className="list__search">
              {search && <SearchField {...search} value={searched} onSearch={onSearch} />}
              {order && (
                <label className={`field ${order.className ?? ''}`}>
                  <span className="field__label">Order</span>
                  <select
                    value={sort}
                    onChange={(event) => askFor({ sort: event.currentTarget.value })}
                  >
                    {order.options.map(({ value, name }) => (
                      <option key={value} value={value}>
                        {name}
                      </option>
                    ))}
                  </select>
                </label>
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
        onPage={(next) => askFor({ page: next })}
        onLast={onLast}
        beside={{ className: 'list__found', content: beside }}
      />
      {list.dialogs}
    </section>
  );
}
