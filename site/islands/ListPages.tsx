interface Props {
  list: { page: number; pages: number };
  onPage(page: number): void;
}

/** Newer and older pages of an admin's list. */
export function ListPages({ list: { page, pages }, onPage }: Props) {
  return (
    <nav className="pager" aria-label="Pages">
      {page > 1 && (
        <button type="button" className="button" onClick={() => onPage(page - 1)}>
          ← Newer
        </button>
      )}
      <p className="label">
        Page {page} of {pages}
      </p>
      {page < pages && (
        <button type="button" className="button pager__older" onClick={() => onPage(page + 1)}>
          Older →
        </button>
      )}
    </nav>
  );
}
