import type {
  ModeratedReview,
  ModeratedReviews,
  ReviewDecision,
  ReviewState,
} from '#contracts/game.ts';
import { callApi } from '../../client/api-client.ts';
import { pluralize } from '../../format/pluralize.ts';
import { DeleteDialog } from '../ui/Dialogs.tsx';
import { ListPage, loadFrom, useList } from '../ui/ListPage.tsx';
import { EmptyState } from '../ui/ListStates.tsx';
import { RejectDialog } from '../ui/RejectDialog.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';
import { ZonedTime } from '../ui/ZonedTime.tsx';

interface ReviewCardProps {
  review: ModeratedReview;
  onApprove(): Promise<unknown>;
  onReject(): void;
  onDelete(): void;
}

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
  load: loadFrom<ModeratedReviews>('/api/admin/reviews'),
};

/** Reviews of games: those awaiting moderation, and those that an admin decided on. */
export function Reviews() {
  const list = useList(spec);
  const { value, open } = list;
  const [emptyTitle, emptyText] = empty[list.query.state];
  const decide = ({ _id }: ModeratedReview, decision: ReviewDecision) =>
    list.runAction(() => decideReview(_id, decision, ''), 'No changes were made.');
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
        <ul className="entries">
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
                      runAction={list.runAction}
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

/** A review with possible decisions. Its text is shown as plain text, never as HTML. */
function ReviewCard({ review, onApprove, onReject, onDelete }: ReviewCardProps) {
  const { _id, member, email, game, name, stars, text, state, reason, spamFactors, createdAt } =
    review;
  const of = `the review of ${member.name}`;
  return (
    <article className="entry" aria-labelledby={`by-${_id}`}>
      <p className="meta">
        <a href={`/gamecorner/game/${game}#reviews`}>{name}</a>
        <span>{stars} of 5 stars</span>
        <ZonedTime iso={createdAt} />
        {review.edited && <span>edited</span>}
        {spamFactors.map((factor) => (
          <span key={factor}>{factor}</span>
        ))}
      </p>
      <h2 id={`by-${_id}`} dir="auto">
        {member.name}
      </h2>
      <p className="entry__person">
        <a href={`mailto:${email}`}>{email}</a>
      </p>
      <p className="message__text" dir="auto">
        {text}
      </p>
      {reason && <p className="message__text">Rejected: {reason}</p>}
      <p className="entry__actions">
        {state !== 'published' && <SmallButton label="Approve" of={of} onPress={onApprove} />}
        {state !== 'rejected' && <SmallButton label="Reject" of={of} onClick={onReject} />}
        <SmallButton variant="danger" label="Delete" of={of} onClick={onDelete} />
      </p>
    </article>
  );
}

const decideReview = (
  id: string,
  decision: ReviewDecision,
  reason: string,
): Promise<{ msg: string }> =>
  callApi('POST', '/api/admin/reviews/decide', { body: { ids: [id], decision, reason } });
