import type { DiffRange } from '../keeping/word-diff.ts';

interface Props {
  changes: DiffRange[];
  /** Language of the text, for screen readers. */
  language: string;
  /** Removed text at the end may only not have been streamed yet, so it is shown as kept. */
  unfinished?: boolean;
}

/**
 * Two texts in one: removed text is struck through, added text is underlined, so that colour is not the only
 * signal.
 */
export function WordDiff({ changes, language, unfinished }: Props) {
  const reached = unfinished ? changes.findLastIndex(({ kind }) => kind !== 'removed') : Infinity;
  const shown = changes.map((change, index) => {
    const { text } = change;
    const kind = index > reached ? 'ahead' : change.kind;
    // Only its position identifies a piece.
    const key = `${index}`;
    if (kind === 'added') return <ins key={key}>{text}</ins>;
    if (kind === 'removed') return <del key={key}>{text}</del>;
    return (
      <span key={key} className={kind === 'ahead' ? 'word-diff__ahead' : undefined}>
        {text}
      </span>
    );
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: it has no legend and holds no fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than its box is scrolled by keys
    <div className="word-diff" lang={language} role="group" aria-label="Changes" tabIndex={0}>
      {shown}
    </div>
  );
}
