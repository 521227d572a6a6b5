import type { CheckFinding, CheckLevel } from '#contracts/article-check.ts';

const levels: Record<CheckLevel, { name: string; chip: string }> = {
  problem: { name: 'Problem', chip: 'chip chip--deleted' },
  advice: { name: 'Advice', chip: 'chip chip--draft' },
  note: { name: 'Note', chip: 'chip' },
};

const fieldNames: Record<NonNullable<CheckFinding['field']>, string> = {
  title: 'Title',
  subtitle: 'Subtitle',
  description: 'Description',
  imageAlt: 'Alt text',
};

/** Place of a finding; null if it is about the whole article. */
function placeOf({ field, line }: CheckFinding): string | null {
  if (field !== null) return fieldNames[field];
  return line === null ? null : `Line ${line + 1}`;
}

interface Props {
  findings: CheckFinding[];
  onShow(finding: CheckFinding): void;
  /** Marks an image as decorative; only where this is possible. */
  onDecoration?: ((finding: CheckFinding) => void) | undefined;
}

/** Findings, each with a link to its place. */
export function FindingList({ findings, onShow, onDecoration }: Props) {
  return (
    <ul className="findings">
      {findings.map((finding, index) => {
        const { level, code, msg, about, line } = finding;
        const place = placeOf(finding);
        return (
          // Two findings can be equal; rows have no state.
          <li key={`${code} ${line} ${about} ${index}`} className="finding">
            <p>
              <span className={levels[level].chip}>{levels[level].name}</span> {msg}
            </p>
            {about !== '' && <p className="finding__about">{about}</p>}
            {place !== null && (
              <p className="finding__ways">
                <button
                  type="button"
                  className="button button--small"
                  onClick={() => onShow(finding)}
                >
                  {place}
                </button>
                {onDecoration && code === 'alt-missing' && line !== null && (
                  <button
                    type="button"
                    className="button button--small button--quiet"
                    onClick={() => onDecoration(finding)}
                  >
                    Decorative
                  </button>
                )}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
