import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { hydrateComments } from '../../client/hydrate-comments.ts';
import { $comments, openComments } from '../../stores/comments.ts';

/** Opens the comments and moves the focus to the field. */
export function WriteButton() {
  // The panel is in another island.
  useEffect(hydrateComments, []);
  return (
    <button className="button" type="button" onClick={() => openComments({ write: true })}>
      Write a comment
    </button>
  );
}

/**
 * Number of public comments.
 * @param published number at the time of publication
 */
export function CommentCount({ published }: { published: number }) {
  const { count } = useStore($comments, { ssr: 'initial' });
  return (count ?? published).toLocaleString('en');
}
