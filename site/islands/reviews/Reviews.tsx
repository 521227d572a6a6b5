import { pluralize } from '../../format/pluralize.ts';
import { DeleteDialog } from '../ui/DeleteDialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ListPage } from '../ui/ListPage.tsx';
import { RejectDialog } from '../ui/RejectDialog.tsx';
import { useList } from '../ui/use-list.tsx';
import { ReviewCard } from './ReviewCard.tsx';
import {
  decideReview,
  type JudgedReview,
  listReviews,
  type ReviewDecision,
  type ReviewState,
} from './review-calls.ts';

/** Maximum characters that the API accepts. */
const REASON_MAX = 500;

const states: { value: ReviewState; name: string }[] = [
  { value: 'held', name: 'Waiting' },
  { value: 'published', name: 'Published' },
  { value: 'rejected', name: 'Rejected' },
];
const empty: Record<ReviewState, [title: string, text: string]> = {
  held: [
    'No reviews awaiting moderation',
    'Reviews by new members appear here until you approve them.',
  ],
  published: ['No reviews yet', 'Published reviews appear here and on the game pages.'],
  rejected: [
    'No rejected reviews',
    'Reviews you reject appear here, in case you change your mind.',
  ],
};
const spec = {
  defaults: { state: 'held' as ReviewState, page: 1 },
  allowed: { state: states },
  load: listReviews,
};

/** Reviews of games: those awaiting moderation, and those that an admin decided on. */
export function Reviews() {
  const list = useList(spec);
  const { value, open } = list;
  const [emptyTitle, emptyText] = empty[list.query.state];
  const decide = ({ _id }: JudgedReview, decision: ReviewDecision) =>
    void list.act(() => decideReview(_id, decision, ''), 'No changes were made.');
  return (
    <ListPage
      list={list}
      title="Reviews"
      filter={{
        name: 'state',
        options: states.map(({ value: state, name }) => ({
          value: state,
          name: value ? `${name} (${value.counts[state]})` : name,
        })),
      }}
      loading="Loading the reviews"
      summary={({ result }) => pluralize(result, 'review')}
      empty={<EmptyState title={emptyTitle}>{emptyText}</EmptyState>}
    >
      {({ reviews }) => (
        <ul className="inbox">
          {reviews.map((review) => (
            <li key={review._id}>
              <ReviewCard
                review={review}
                onApprove={() => decide(review, 'approve')}
                onReject={() =>
                  open((onClose) => (
                    <RejectDialog
                      title={`Reject the review of ${review.member.name}?`}
                      hint="Optional. Shown to the author next to the review."
                      maxLength={REASON_MAX}
                      act={list.act}
                      onReject={(reason) => decideReview(review._id, 'reject', reason)}
                      onClose={onClose}
                    />
                  ))
                }
                onDelete={() =>
                  open((onClose) => (
                    <DeleteDialog
                      title={`Delete the review of ${review.member.name}?`}
                      onConfirm={() => decide(review, 'delete')}
                      onClose={onClose}
                    >
                      This cannot be undone. The author will not be notified.
                    </DeleteDialog>
                  ))
                }
              />
            </li>
          ))}
        </ul>
      )}
    </ListPage>
  );
}
