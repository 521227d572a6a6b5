import { useState } from 'react';
import { pluralize } from '../../format/pluralize.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { useSearchParams } from '../ui/use-search-params.ts';
import type { ImportedPost, ImportRun } from './import-export-api.ts';

/** Posts that are rendered at first, and added by each press. */
const POSTS_PER_PRESS = 50;

const outcomes = {
  created: { expected: 'New', done: 'Imported', variant: 'chip--live' },
  updated: { expected: 'Update', done: 'Updated', variant: 'chip--scheduled' },
  unchanged: { expected: 'Unchanged', done: 'Unchanged', variant: '' },
  skipped: { expected: 'Will be skipped', done: 'Skipped', variant: 'chip--deleted' },
} as const;

type Show = 'all' | 'noted' | 'skipped';

const options: { value: Show; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'noted', name: 'With notes' },
  { value: 'skipped', name: 'Skipped' },
];

const spec = { defaults: { posts: 'all' as Show }, allowed: { posts: options } };

interface PostListProps {
  posts: ImportedPost[];
  show: Show;
  onShow(show: Show): void;
  /** True for a dry run. */
  isPreview: boolean;
}

interface Props {
  run: ImportRun;
  /** True if changes made here since the last import are overwritten. */
  force: boolean;
  onForce(force: boolean): void;
  onStart(): Promise<unknown>;
  onDelete(): Promise<unknown>;
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
export function ImportReport({ run, force, onForce, onStart, onDelete }: Props) {
  const { state, found, reason, kind, done, total } = run;
  const busy = state === 'looking' || state === 'importing';
  const { query, changeQuery } = useSearchParams(spec);
  return (
    <div className="import-export__state" aria-busy={busy}>
      <p className="meta">
        <span>{run.name}</span>
      </p>
      <div role="status">
        <h3>{titles[state]}</h3>
      </div>
      {found && <p className="import-export__found">{found}</p>}
      {busy && (
        <progress
          {...(total !== null && total > 0 && { max: total, value: done })}
          aria-label={titles[state]}
        />
      )}
      {reason && <p className="banner banner--warning">{reason}</p>}
      {state === 'stopped' && (
        <p className="banner">
          The server stopped during the import. Imported items are kept and will not be duplicated;
          please start again.
        </p>
      )}
      {kind === 'articles' && run.posts.length > 0 && <Counts run={run} />}
      {kind === 'site' && state === 'done' && (
        <p className="banner">
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
        <p className="import-export__actions">
          {(state === 'ready' || state === 'stopped') && hasEffect(run, force) && (
            <BusyButton className="button button--main" onPress={onStart}>
              {kind === 'site' ? 'Restore this export' : 'Import'}
            </BusyButton>
          )}
          <BusyButton
            className="button"
            onPress={() => {
              changeQuery(spec.defaults, 'replace');
              return onDelete();
            }}
          >
            {state === 'ready' || state === 'stopped' ? 'Discard import' : 'Choose another file'}
          </BusyButton>
        </p>
      )}
      {run.posts.length > 0 && (
        <PostList
          posts={run.posts}
          show={query.posts}
          onShow={(posts) => changeQuery({ posts })}
          isPreview={state !== 'done'}
        />
      )}
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
    <p className="import-export__figures">
      {counts.created} new, {counts.updated} updated, {counts.unchanged} unchanged, {counts.skipped}{' '}
      skipped
      {postsWithNotes > 0 && `; see the notes on ${pluralize(postsWithNotes, 'post')}`}
    </p>
  );
}

/** Result of each post, with everything that could not be imported. */
function PostList({ posts, show, onShow, isPreview }: PostListProps) {
  const [shownCount, setShownCount] = useState(POSTS_PER_PRESS);
  const fitting = posts.filter(
    ({ notes, outcome }) =>
      show === 'all' || (show === 'noted' ? notes.length > 0 : outcome === 'skipped'),
  );
  return (
    <section className="import-export__posts" aria-label="Posts">
      <SegmentedControl
        name="posts"
        options={options}
        chosen={show}
        onChoose={(next) => {
          onShow(next);
          setShownCount(POSTS_PER_PRESS);
        }}
      />
      {fitting.length === 0 && <p className="import-export__figures">None.</p>}
      <ol className="imported">
        {fitting.slice(0, shownCount).map((post) => (
          <li key={post.name}>
            <PostItem post={post} isPreview={isPreview} />
          </li>
        ))}
      </ol>
      {fitting.length > shownCount && (
        <button
          type="button"
          className="button"
          onClick={() => setShownCount(shownCount + POSTS_PER_PRESS)}
        >
          Show more
        </button>
      )}
    </section>
  );
}

function PostItem({ post, isPreview }: { post: ImportedPost; isPreview: boolean }) {
  const { name, outcome, slug, state, reason, notes } = post;
  const label = outcomes[outcome];
  const readable = state === 'live' || state === 'archived';
  return (
    <>
      <p className="imported__head">
        <span className={`chip ${label.variant}`}>{isPreview ? label.expected : label.done}</span>{' '}
        <span className="imported__name" dir="auto">
          {name}
        </span>
      </p>
      {slug !== null && (
        <p className="imported__slug">
          {readable ? <a href={`/blog/${slug}`}>/blog/{slug}</a> : `/blog/${slug}`}
          {state !== null && !readable && `, ${state}`}
        </p>
      )}
      {reason && <p>{reason}</p>}
      {notes.length > 0 && (
        <ul className="imported__notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  );
}
