import { openComments } from '../../stores/comments.ts';

/** Opens the comments and moves the focus to the field. `client/article.ts` hydrates the panel. */
export function WriteButton() {
  return (
    <button className="button" type="button" onClick={() => openComments({ write: true })}>
      Write a comment
    </button>
  );
}
