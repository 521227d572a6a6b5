import { useStore } from '@nanostores/react';
import { $comments } from '../../stores/comments.ts';

/**
 * Number of public comments.
 * @param published number at the time of publication
 */
export function CommentCount({ published }: { published: number }) {
  const { count } = useStore($comments, { ssr: 'initial' });
  return (count ?? published).toLocaleString('en');
}
