import { useCallback, useMemo, useState } from 'react';
import type { ArticleResponse } from '#contracts/article.ts';
import type { RevisionSummary } from '#contracts/revision.ts';
import { pluralize } from '../../../format/pluralize.ts';
import { CloseButton } from '../../ui/Dialogs.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { joinParts, ShowMore, useMore } from '../../ui/ShowMore.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { useFetch } from '../../ui/use-fetch.ts';
import { editorFormOf, listRevisions, type RevisionList, readRevision } from '../article-api.ts';
import { type EditorForm, emptyForm } from '../form.ts';
import { formatSavedAt } from '../use-fields.ts';
import { fieldLabels, shownValue } from './MergeDialog.tsx';
import type { FieldName } from './merge.ts';
import { countChangedWords, type DiffRange, diffWords } from './word-diff.ts';

/** Characters of context around a change in a long unchanged range. */
const AROUND = 400;

const shortenMiddle = (text: string) =>
  text.length > 2 * AROUND + 200
    ? `${text.slice(0, AROUND)}\n\n[…]\n\n${text.slice(-AROUND)}`
    : text;

/** Slug, date and newsletter are current values, which restoring a revision does not change. */
const comparedFields = (Object.keys(emptyForm) as (keyof EditorForm)[]).filter(
  (name): name is FieldName =>
    !['markdown', 'imageUrl', 'slug', 'scheduledDate', 'newsletter'].includes(name),
);

interface RevisionChangesProps {
  now: EditorForm;
  /** The revision. */
  then: EditorForm;
  when: string;
  onRestore(): void;
}

const kindNames: Record<RevisionSummary['kind'], string> = {
  save: 'Saved',
  autosave: 'Autosaved',
  restore: 'Restored',
  publish: 'For readers',
};

interface Props {
  article: ArticleResponse;
  form: EditorForm;
  onRestore(fields: EditorForm, from: string): void;
  onClose(): void;
}

/** History of the article: a list of its revisions, and the changes of each. */
export function HistoryDialog({ article, form, onRestore, onClose }: Props) {
  const { dialog, titleId, close } = useDialog(onClose);
  const [chosen, setChosen] = useState<string | null>(null);
  const { _id } = article;
  const load = useCallback(
    async (known: RevisionList | null, signal: AbortSignal) => {
      const next = await listRevisions(_id, known?.revisions.at(-1)?._id ?? null, signal);
      return { ...next, revisions: joinParts(known?.revisions ?? [], next.revisions) };
    },
    [_id],
  );
  const more = useMore(load);
  const { list, loaded, listElement, retry } = more;

  return (
    <dialog {...dialog} className="dialog dialog--wide history">
      <div className="history__bar">
        <h2 id={titleId}>History</h2>
        <CloseButton onClose={close} />
      </div>
      {loaded.state === 'failed' && !list && <LoadFailed reason={loaded.reason} onRetry={retry} />}
      {loaded.state === 'loading' && !list && (
        <p className="label" role="status">
          Loading earlier versions
        </p>
      )}
      {list?.revisions.length === 0 && <p>No earlier versions yet. Each save adds one.</p>}
      {list && list.revisions.length > 0 && (
        <div className="history__parts">
          <nav className="history__list" aria-label="Versions">
            <ol ref={listElement}>
              {list.revisions.map((revision) => (
                <li key={revision._id}>
                  <button
                    type="button"
                    aria-pressed={chosen === revision._id}
                    onClick={() => setChosen(revision._id)}
                  >
                    <strong>{formatSavedAt(revision.savedAt)}</strong>
                    <span>
                      {kindNames[revision.kind]}
                      {revision.by && `, ${revision.by}`}, {pluralize(revision.words, 'word')}
                    </span>
                  </button>
                </li>
              ))}
            </ol>
            <ShowMore more={more} hasMore={list.more} label="Show earlier versions" />
          </nav>
          {chosen === null ? (
            <p className="history__hint">Choose a version to compare.</p>
          ) : (
            <RevisionDetails
              key={chosen}
              article={article}
              revision={chosen}
              form={form}
              onRestore={(fields, from) => {
                onRestore(fields, from);
                close();
              }}
            />
          )}
        </div>
      )}
    </dialog>
  );
}

interface RevisionDetailsProps extends Pick<Props, 'article' | 'form' | 'onRestore'> {
  revision: string;
}

function RevisionDetails({ article, revision, form, onRestore }: RevisionDetailsProps) {
  const { _id } = article;
  const load = useCallback(
    (signal: AbortSignal) => readRevision(_id, revision, signal),
    [_id, revision],
  );
  const { loaded, reload } = useFetch(load);
  const read = loaded.value;
  if (loaded.state === 'failed') return <LoadFailed reason={loaded.reason} onRetry={reload} />;
  if (!read) {
    return (
      <p className="label" role="status">
        Loading the version
      </p>
    );
  }
  const fields = editorFormOf(article, read.fields);
  return (
    <RevisionChanges
      now={form}
      then={fields}
      when={formatSavedAt(read.savedAt)}
      onRestore={() => onRestore(fields, formatSavedAt(read.savedAt))}
    />
  );
}

/** Changes that restoring a revision would make, word by word. */
function RevisionChanges({ now, then, when, onRestore }: RevisionChangesProps) {
  const text = useMemo(() => diffWords(now.markdown, then.markdown), [now.markdown, then.markdown]);
  const fields = comparedFields.filter((name) => now[name] !== then[name]);
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

/** A text with additions and removals, marked by line, sign and word. */
function Diff({ ranges }: { ranges: DiffRange[] }) {
  let at = 0;
  return (
    <div className="diff">
      {ranges.map(({ kind, text }) => {
        const key = `${at} ${kind}`;
        at += text.length;
        if (kind === 'added') return <ins key={key}>{text}</ins>;
        if (kind === 'removed') return <del key={key}>{text}</del>;
        return <span key={key}>{shortenMiddle(text)}</span>;
      })}
    </div>
  );
}

/** Returns a summary of the amount of changes. */
function diffSummary(ranges: DiffRange[]): string {
  const added = countChangedWords(ranges, 'added');
  const removed = countChangedWords(ranges, 'removed');
  if (added === 0 && removed === 0) return 'No differences.';
  return `${pluralize(added, 'word')} added, ${pluralize(removed, 'word')} removed.`;
}
