import { pluralize } from '../../../format/pluralize.ts';
import { countWords, type DiffRange } from './word-diff.ts';

/** A text with additions and removals, marked by line, sign and word. */
export function Diff({ ranges }: { ranges: DiffRange[] }) {
  let at = 0;
  return (
    <div className="diff">
      {ranges.map(({ kind, text }) => {
        const key = `${at} ${kind}`;
        at += text.length;
        if (kind === 'added') return <ins key={key}>{text}</ins>;
        if (kind === 'removed') return <del key={key}>{text}</del>;
        return <span key={key}>{shorten(text)}</span>;
      })}
    </div>
  );
}

/** Characters of context around a change in a long unchanged range. */
const AROUND = 400;

const shorten = (text: string) =>
  text.length > 2 * AROUND + 200
    ? `${text.slice(0, AROUND)}\n\n[…]\n\n${text.slice(-AROUND)}`
    : text;

/** Returns a summary of the amount of changes. */
export function diffSummary(ranges: DiffRange[]): string {
  const added = countWords(ranges, 'added');
  const removed = countWords(ranges, 'removed');
  if (added === 0 && removed === 0) return 'No differences.';
  return `${pluralize(added, 'word')} added, ${pluralize(removed, 'word')} removed.`;
}
