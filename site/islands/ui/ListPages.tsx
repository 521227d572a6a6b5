interface Props {
  list: { page: number; pages: number };
  onPage(page: number): void;
  /** Name of the list, if a page has several. */
  label?: string;
  /** Labels of the previous and next links, if the order is not by time. */
  back?: string;
  on?: string;
}

/** Links to newer and older pages of an admin list. */
export function ListPages({ list: { page, pages }, onPage, ...words }: Props) {
  const { label = 'Pages', back = 'Newer', on = 'Older' } = words;
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
