import { type ReactNode, useId, useState } from 'react';
import type { ArticleResponse } from '#contracts/article.ts';
import { useDialog } from '../../ui/use-dialog.ts';
import { type EditorForm, formFrom } from '../form.ts';
import { type Choice, type FieldName, mergedTextOf, mergeForms, type Piece } from './merge.ts';

/** Labels of the fields in the editor. */
export const fieldLabels: Record<FieldName, string> = {
  title: 'Title',
  subtitle: 'Subtitle',
  description: 'Description',
  language: 'Language',
  category: 'Category',
  tags: 'Tags',
  series: 'Series',
  slug: 'Slug',
  image: 'Article image',
  imageAlt: 'Alt text',
  linkedin: 'LinkedIn',
  dev: 'Dev',
  medium: 'Medium',
  linkedinContent: 'LinkedIn content',
  scheduledDate: 'Schedule date',
  newsletter: 'Send to subscribers',
};

interface Props {
  mine: EditorForm;
  theirs: ArticleResponse;
  /** The common base; null if unknown. */
  base: EditorForm | null;
  /** True if a save follows. */
  savesAfterwards: boolean;
  onMerge(merged: EditorForm): void;
  onKeepMine(): void;
  onTakeTheirs(): void;
  onLater(): void;
}

/** Resolves a conflict of two authors: shows both sides of each overlap and merges the rest. */
export function MergeDialog(props: Props) {
  const {
    mine,
    theirs,
    base,
    savesAfterwards: saves,
    onMerge,
    onKeepMine,
    onTakeTheirs,
    onLater,
  } = props;
  const { dialog } = useDialog(onLater);
  const stored = formFrom(theirs);
  // The text cannot change while the dialog is open, so this is computed once.
  const [merged] = useState(() => mergeForms(base, mine, stored));
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  const [hasTried, setHasTried] = useState(false);
  const overlaps = merged.text.filter((piece) => piece.kind === 'overlap');
  const conflicts = [...merged.fields, ...overlaps.map((_piece, index) => `text ${index}`)];
  const open = conflicts.filter((name) => !choices[name]);
  const choose = (name: string) => (choice: Choice) =>
    setChoices((current) => ({ ...current, [name]: choice }));

  function acceptMerge(): void {
    setHasTried(true);
    if (open.length > 0) {
      dialog.ref.current?.querySelector<HTMLElement>('fieldset:not(:has(:checked)) input')?.focus();
      return;
    }
    const form = { ...merged.form };
    for (const name of merged.fields) {
      if (choices[name] !== 'theirs') continue;
      Object.assign(form, { [name]: stored[name] });
      if (name === 'image') form.imageUrl = stored.imageUrl;
    }
    const chosen = overlaps.map((_piece, index) => choices[`text ${index}`] ?? 'mine');
    onMerge({ ...form, markdown: mergedTextOf(merged.text, chosen) });
  }

  return (
    <dialog
      ref={dialog.ref}
      className="dialog dialog--wide"
      aria-labelledby="conflict-title"
      onCancel={onLater}
    >
      <h2 id="conflict-title">
        This article has been changed in another tab or by someone else since you opened it.
      </h2>
      <p>
        Non-conflicting changes have been merged. Choose which version to keep for the rest; the
        saved version stays in the history.
      </p>
      <div className="overlaps">
        {merged.fields.map((name) => (
          <Conflict
            key={name}
            name={fieldLabels[name]}
            mine={shownValue(mine, name)}
            theirs={shownValue(stored, name)}
            chosen={choices[name]}
            hasTried={hasTried}
            onChoose={choose(name)}
          />
        ))}
        {overlaps.map((piece, index) => (
          <Conflict
            key={index}
            name={`Text, place ${index + 1} of ${overlaps.length}`}
            mine={piece.mine.join('\n')}
            theirs={piece.theirs.join('\n')}
            context={contextOf(merged.text, piece)}
            chosen={choices[`text ${index}`]}
            hasTried={hasTried}
            both
            onChoose={choose(`text ${index}`)}
          />
        ))}
      </div>
      <details className="whole-versions">
        <summary>Show both versions in full</summary>
        <div className="versions">
          <Version name="Yours" form={mine} />
          <Version name={`Saved version ${theirs.version}`} form={stored} />
        </div>
      </details>
      <p className="field__error" role="status">
        {hasTried && open.length > 0 && `Still to choose: ${open.length}.`}
      </p>
      <p className="dialog__actions">
        <button type="button" className="button" onClick={onLater}>
          Decide later
        </button>
        <button type="button" className="button" onClick={onTakeTheirs}>
          Use all of theirs
        </button>
        <button type="button" className="button" onClick={onKeepMine}>
          Keep all of mine
        </button>
        <button type="button" className="button button--main" onClick={acceptMerge}>
          {saves ? 'Save merged version' : 'Use merged version'}
        </button>
      </p>
    </dialog>
  );
}

/** The line before a piece, for orientation. */
function contextOf(pieces: Piece[], piece: Piece): string {
  const before = pieces[pieces.indexOf(piece) - 1];
  if (before?.kind !== 'agreed') return '';
  return before.text.findLast((line) => line.trim() !== '') ?? '';
}

interface ConflictProps {
  name: string;
  mine: string;
  theirs: string;
  context?: string;
  chosen: Choice | undefined;
  hasTried: boolean;
  both?: boolean;
  onChoose(choice: Choice): void;
}

/** Choice for overlapping changes: one side, or both in order. */
function Conflict({
  name,
  mine,
  theirs,
  context,
  chosen,
  hasTried,
  both,
  onChoose,
}: ConflictProps) {
  const id = useId();
  const option = (choice: Choice, label: string, text?: ReactNode) => (
    <div className={`overlap__side overlap__side--${choice}`}>
      <input
        type="radio"
        id={`${id}-${choice}`}
        name={id}
        checked={chosen === choice}
        onChange={() => onChoose(choice)}
      />
      <label htmlFor={`${id}-${choice}`}>
        <span className="label">{label}</span>
        {text}
      </label>
    </div>
  );
  const shown = (text: string) =>
    text === '' ? (
      <em className="overlap__text">Nothing</em>
    ) : (
      <span className="overlap__text">{text}</span>
    );
  return (
    <fieldset className={`overlap${hasTried && !chosen ? ' overlap--open' : ''}`}>
      <legend>{name}</legend>
      {context && <p className="overlap__context">After: {context}</p>}
      <div className="overlap__sides">
        {option('mine', 'Yours', shown(mine))}
        {option('theirs', 'Theirs', shown(theirs))}
        {both && option('both', 'Both, yours first')}
      </div>
    </fieldset>
  );
}

function Version({ name, form }: { name: string; form: EditorForm }) {
  return (
    <section aria-label={name}>
      <h3 className="label">{name}</h3>
      <p>
        <strong>{form.title || 'Without a title'}</strong>
      </p>
      <p>{form.subtitle}</p>
      <textarea readOnly rows={12} value={form.markdown} aria-label={`${name}: markdown`} />
    </section>
  );
}

const newsletterTexts = { send: 'Yes', skip: 'No', unchanged: '' };

/** Returns the value of a field as text. */
export function shownValue(form: EditorForm, name: FieldName): string {
  if (name === 'newsletter') return newsletterTexts[form.newsletter];
  const value = form[name];
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value;
}
