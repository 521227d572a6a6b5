import { useState } from 'react';
import { Choices } from '../ui/Choices.tsx';
import type { ImportedPost } from './transfer-calls.ts';

/** Posts that are rendered at first, and added by each press. */
const AT_ONCE = 50;

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
  const [most, setMost] = useState(AT_ONCE);
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
          setMost(AT_ONCE);
        }}
      />
      {fitting.length === 0 && <p className="transfer__figures">None.</p>}
      <ol className="imported">
        {fitting.slice(0, most).map((post) => (
          <li key={post.name}>
            <OnePost post={post} planned={planned} />
          </li>
        ))}
      </ol>
      {fitting.length > most && (
        <button type="button" className="button" onClick={() => setMost(most + AT_ONCE)}>
          Show more
        </button>
      )}
    </section>
  );
}

function OnePost({ post, planned }: { post: ImportedPost; planned: boolean }) {
  const { name, outcome, slug, state, reason, notes } = post;
  const words = outcomes[outcome];
  const readable = state === 'live' || state === 'archived';
  return (
    <>
      <p className="imported__head">
        <span className={`chip ${words.look}`}>{planned ? words.planned : words.done}</span>{' '}
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
