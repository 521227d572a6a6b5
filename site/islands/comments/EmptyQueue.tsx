import { EmptyState } from '../EmptyState.tsx';
import type { ModerationList } from './queue-calls.ts';

const empty: Record<ModerationList, [title: string, text: string]> = {
  held: [
    'Nothing waits',
    'Comments of guests, and the first ones of members, stand here until you approve them.',
  ],
  reported: ['No reports', 'What readers report stands here, with what they say about it.'],
  published: ['No comments yet', 'What everybody can read below the articles stands here.'],
  rejected: ['Nothing rejected', 'What you reject is seen by its author alone.'],
  spam: ['No spam', 'What you mark as spam is seen by nobody else.'],
};

interface Props {
  list: ModerationList;
  searching: boolean;
}

/** What a list says when there is nothing in it. */
export function EmptyQueue({ list, searching }: Props) {
  const [title, text] = searching
    ? ['Nothing found', 'Search for a part of the text as it was written.']
    : empty[list];
  return <EmptyState title={title}>{text}</EmptyState>;
}
