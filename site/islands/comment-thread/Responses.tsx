import { useStore } from '@nanostores/react';
import { $comments, openComments } from '../../stores/comments.ts';

/** Opens the comments and moves the focus to the field. `client/article.ts` hydrates the panel. */
export function WriteButton() {
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
