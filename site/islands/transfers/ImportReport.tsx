import { pluralize } from '../../format/pluralize.ts';
import { PostList } from './PostList.tsx';
import type { ImportRun } from './transfer-calls.ts';

interface Props {
  run: ImportRun;
  /** True if changes made here since the last import are overwritten. */
  force: boolean;
  onForce(force: boolean): void;
  onStart(): void;
  onForget(): void;
}

const titles: Record<ImportRun['state'], string> = {
  arriving: 'On its way',
  looking: 'Reading the file',
  ready: 'Ready to import',
  importing: 'Importing',
  done: 'Done',
  refused: 'This cannot be imported',
  stopped: 'The import was interrupted',
};

/** Dry run, progress or result of an import. */
export function ImportReport({ run, force, onForce, onStart, onForget }: Props) {
  const { state, found, reason, kind, done, total } = run;
  const busy = state === 'looking' || state === 'importing';
  return (
    <div className="transfer__state" aria-busy={busy}>
      <p className="meta">
        <span>{run.name}</span>
      </p>
      <div role="status">
        <h3>{titles[state]}</h3>
      </div>
      {found && <p className="transfer__found">{found}</p>}
      {busy && (
        <progress
          {...(total !== null && total > 0 && { max: total, value: done })}
          aria-label={titles[state]}
        />
      )}
      {reason && <p className="notice notice--warning">{reason}</p>}
      {state === 'stopped' && (
        <p className="notice">
          The server stopped during the import. Imported items are kept and will not be duplicated;
          please start again.
        </p>
      )}
      {kind === 'articles' && <Counts run={run} />}
      {kind === 'site' && state === 'done' && (
        <p className="notice">
          Everything has been imported; pages are being rendered. A site export contains no
          passwords: members set a new one with “Forgot password”.
        </p>
      )}
      {(state === 'ready' || state === 'stopped') && kind === 'articles' && (
        <label className="check">
          <input
            type="checkbox"
            checked={force}
            onChange={(event) => onForce(event.currentTarget.checked)}
          />
          <span>Overwrite articles edited here since</span>
        </label>
      )}
      {!busy && (
        <p className="transfer__actions">
          {(state === 'ready' || state === 'stopped') && hasEffect(run, force) && (
            <button type="button" className="button button--main" onClick={onStart}>
              {kind === 'site' ? 'Restore this export' : 'Import'}
            </button>
          )}
          <button type="button" className="button" onClick={onForget}>
            {state === 'ready' || state === 'stopped' ? 'Leave it' : 'Choose another file'}
          </button>
        </p>
      )}
      {run.posts.length > 0 && <PostList posts={run.posts} planned={state !== 'done'} />}
    </div>
  );
}

/** True if the import would change anything. */
function hasEffect({ kind, counts }: ImportRun, force: boolean): boolean {
  return kind === 'site' || force || counts.created + counts.updated > 0;
}

function Counts({ run: { counts, posts } }: { run: ImportRun }) {
  const postsWithNotes = posts.filter((post) => post.notes.length > 0).length;
  return (
    <p className="transfer__figures">
      {counts.created} new, {counts.updated} updated, {counts.unchanged} unchanged, {counts.skipped}{' '}
      skipped
      {postsWithNotes > 0 && `; see the notes on ${pluralize(postsWithNotes, 'post')}`}
    </p>
  );
}
