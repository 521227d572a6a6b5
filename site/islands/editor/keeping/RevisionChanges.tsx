import { useMemo } from 'react';
import { type EditorForm, emptyForm } from '../form.ts';
import { Diff, diffSummary } from './Diff.tsx';
import { fieldLabels, shownValue } from './field-names.ts';
import type { FieldName } from './merge.ts';
import { diffWords } from './word-diff.ts';

/** Slug, date and newsletter are current values, which restoring a revision does not change. */
const compared = (Object.keys(emptyForm) as (keyof EditorForm)[]).filter(
  (name): name is FieldName =>
    !['markdown', 'imageUrl', 'slug', 'scheduledDate', 'newsletter'].includes(name),
);

interface Props {
  now: EditorForm;
  /** The revision. */
  then: EditorForm;
  when: string;
  onRestore(): void;
}

/** Changes that restoring a revision would make, word by word. */
export function RevisionChanges({ now, then, when, onRestore }: Props) {
  const text = useMemo(() => diffWords(now.markdown, then.markdown), [now.markdown, then.markdown]);
  const fields = compared.filter((name) => now[name] !== then[name]);
  const same = fields.length === 0 && now.markdown === then.markdown;
  return (
    <section className="history__changes" aria-label={`Version of ${when}`}>
      <div className="history__facts">
        <p role="status">
          {same
            ? `The editor already shows the version of ${when}.`
            : `Restoring the version of ${when} would change: ${diffSummary(text)}`}
        </p>
        {!same && (
          <button type="button" className="button button--main" onClick={onRestore}>
            Restore
          </button>
        )}
      </div>
      {fields.map((name) => (
        <div key={name}>
          <h3 className="label">{fieldLabels[name]}</h3>
          <Diff ranges={diffWords(shownValue(now, name), shownValue(then, name))} />
        </div>
      ))}
      {now.markdown !== then.markdown && (
        <div>
          <h3 className="label">Text</h3>
          <Diff ranges={text} />
        </div>
      )}
    </section>
  );
}
