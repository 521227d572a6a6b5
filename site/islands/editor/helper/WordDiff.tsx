import type { Stretch } from '../keeping/word-diff.ts';

interface Props {
  changes: Stretch[];
  /** Of the text, for voices. */
  language: string;
  /** What is removed at the end has not been reached yet, and may stay. */
  unfinished?: boolean;
}

/** Two texts in one: what was removed is struck, what was added underlined, not by colour alone. */
export function WordDiff({ changes, language, unfinished }: Props) {
  const reached = unfinished ? changes.findLastIndex(({ kind }) => kind !== 'removed') : Infinity;
  const shown = changes.map((change, index) => {
    const { text } = change;
    const kind = index > reached ? 'ahead' : change.kind;
    // The place in the text is all that tells one piece from another.
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
