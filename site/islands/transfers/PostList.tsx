import { useState } from 'react';
import { Choices } from '../ui/Choices.tsx';
import type { ImportedPost } from './transfer-calls.ts';

/** Posts that are rendered at first, and added by each press. */
const POSTS_PER_PRESS = 50;

const outcomes = {
  created: { planned: 'New', done: 'Imported', look: 'chip--live' },
  updated: { planned: 'Update', done: 'Updated', look: 'chip--scheduled' },
  unchanged: { planned: 'Unchanged', done: 'Unchanged', look: '' },
  skipped: { planned: 'Will be skipped', done: 'Skipped', look: 'chip--deleted' },
} as const;

type Show = 'all' | 'noted' | 'skipped';
const choices: { value: Show; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'noted', name: 'With notes' },
  { value: 'skipped', name: 'Skipped' },
];

interface Props {
  posts: ImportedPost[];
  /** True for a dry run. */
  planned: boolean;
}

/** Result of each post, with everything that could not be imported. */
export function PostList({ posts, planned }: Props) {
  const [show, setShow] = useState<Show>('all');
  const [shownCount, setShownCount] = useState(POSTS_PER_PRESS);
  const fitting = posts.filter(
    ({ notes, outcome }) =>
      show === 'all' || (show === 'noted' ? notes.length > 0 : outcome === 'skipped'),
  );
  return (
    <section className="transfer__posts" aria-label="Posts">
      <Choices
        name="posts"
        choices={choices}
        chosen={show}
        onChoose={(next) => {
          setShow(next);
          setShownCount(POSTS_PER_PRESS);
        }}
      />
      {fitting.length === 0 && <p className="transfer__figures">None.</p>}
      <ol className="imported">
        {fitting.slice(0, shownCount).map((post) => (
          <li key={post.name}>
            <PostItem post={post} planned={planned} />
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

function PostItem({ post, planned }: { post: ImportedPost; planned: boolean }) {
  const { name, outcome, slug, state, reason, notes } = post;
  const label = outcomes[outcome];
  const readable = state === 'live' || state === 'archived';
  return (
    <>
      <p className="imported__head">
        <span className={`chip ${label.look}`}>{planned ? label.planned : label.done}</span>{' '}
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
