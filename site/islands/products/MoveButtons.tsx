interface Props {
  /** Name of the moved entry, for screen readers. */
  what: string;
  index: number;
  count: number;
  onMove(to: number): void;
}

/** Moves an entry of a list by one place. */
export function MoveButtons({ what, index, count, onMove }: Props) {
  if (count < 2) return null;
  return (
    <>
      <button
        type="button"
        className="button button--small"
        aria-disabled={index === 0 || undefined}
        onClick={() => index > 0 && onMove(index - 1)}
      >
        <span aria-hidden="true">↑</span>
        <span className="visually-hidden">Move {what} up</span>
      </button>
      <button
        type="button"
        className="button button--small"
        aria-disabled={index === count - 1 || undefined}
        onClick={() => index < count - 1 && onMove(index + 1)}
      >
        <span aria-hidden="true">↓</span>
        <span className="visually-hidden">Move {what} down</span>
      </button>
    </>
  );
}

/** Returns the list with one entry moved to another index. */
export function moved<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  const rest = list.toSpliced(from, 1);
  const entry = list[from];
  return entry === undefined ? rest : rest.toSpliced(to, 0, entry);
}
