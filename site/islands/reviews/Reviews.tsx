import { useCallback, useState } from 'react';
import { showToast } from '../../client/show-toast.ts';
import { counted } from '../../lib/format.ts';
import { Choices } from '../Choices.tsx';
import { DeleteDialog } from '../DeleteDialog.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { ListFrame } from '../ListFrame.tsx';
import { knownOf, sentence, useLoaded } from '../use-loaded.ts';
import { RejectReview } from './RejectReview.tsx';
import { ReviewCard } from './ReviewCard.tsx';
import {
  decideReview,
  type JudgedReview,
  listReviews,
  type ReviewDecision,
  type ReviewState,
} from './review-calls.ts';

const names: Record<ReviewState, string> = {
  held: 'Waiting',
  published: 'Published',
  rejected: 'Rejected',
};
const empty: Record<ReviewState, [title: string, text: string]> = {
  held: ['Nothing waits', 'What new members say of games waits here until you have looked at it.'],
  published: ['No reviews yet', 'What members say of games stands on the pages of the games.'],
  rejected: [
    'Nothing was rejected',
    'Reviews that you reject stay here, in case you change your mind.',
  ],
};

type Asked = { what: 'reject' | 'delete'; review: JudgedReview };

/** What members say of games: what waits for a look, and what was decided. */
export function Reviews() {
  const [state, setState] = useState<ReviewState>('held');
  const [page, setPage] = useState(1);
  const [asked, setAsked] = useState<Asked | null>(null);
  const load = useCallback(
    (signal: AbortSignal) => listReviews({ state, page }, signal),
    [state, page],
  );
  const { loaded, reload } = useLoaded(load);
  const counts = knownOf(loaded)?.counts;

  async function decide(review: JudgedReview, decision: ReviewDecision, reason = '') {
    try {
      const { msg } = await decideReview(review._id, decision, reason);
      void showToast({ type: 'SUCCESS', message: msg });
    } catch (error) {
      void showToast({ type: 'error', message: `Nothing was decided. ${sentence(error)}` });
    }
    reload();
  }

  return (
    <section aria-labelledby="reviews-title" aria-busy={loaded.state === 'loading'}>
      <div className="page-title inbox__title">
        <h1 id="reviews-title">Reviews</h1>
      </div>
      <div className="inbox__filters">
        <Choices
          name="state"
          choices={(Object.keys(names) as ReviewState[]).map((value) => ({
            value,
            name: counts ? `${names[value]} (${counts[value]})` : names[value],
          }))}
          chosen={state}
          onChoose={(next) => {
            setState(next);
            setPage(1);
          }}
        />
      </div>
      <ListFrame
        loaded={loaded}
        onRetry={reload}
        page={page}
        onPage={setPage}
        loading="Loading the reviews"
        summary={({ result }) => counted(result, 'review')}
        empty={<EmptyState title={empty[state][0]}>{empty[state][1]}</EmptyState>}
      >
        {({ reviews }) => (
          <ul className="inbox">
            {reviews.map((review) => (
              <li key={review._id}>
                <ReviewCard
                  review={review}
                  onApprove={() => void decide(review, 'approve')}
                  onReject={() => setAsked({ what: 'reject', review })}
                  onDelete={() => setAsked({ what: 'delete', review })}
                />
              </li>
            ))}
          </ul>
        )}
      </ListFrame>
      {asked?.what === 'delete' && (
        <DeleteDialog
          title={`Delete the review of ${asked.review.member.name}?`}
          onClose={() => setAsked(null)}
          onConfirm={() => decide(asked.review, 'delete')}
        >
          It goes for good, and its author is not told.
        </DeleteDialog>
      )}
      {asked?.what === 'reject' && (
        <RejectReview
          name={asked.review.member.name}
          onClose={() => setAsked(null)}
          onReject={(reason) => void decide(asked.review, 'reject', reason)}
        />
      )}
    </section>
  );
}
