interface Props {
  list: { page: number; pages: number };
  onPage(page: number): void;
  /** Which pages, where more than one list has some. */
  label?: string;
  /** Names of the ways back and on, where the order is not one of time. */
  back?: string;
  on?: string;
}

/** Newer and older pages of an admin's list. */
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
