import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { OwnGameReview, ReviewSaved, ReviewsOfGame } from '#contracts/game.ts';
import { addStyles } from '../../client/add-styles.ts';
import { callApi } from '../../client/api-client.ts';
import { pluralize } from '../../format/pluralize.ts';
import { $session, confirmSession } from '../../stores/session.ts';
import { showToast } from '../../stores/toasts.ts';
import { DeleteDialog } from '../ui/Dialogs.tsx';
import dialogStyles from '../ui/dialogs.css?inline';
import { errorMessage } from '../ui/use-fetch.ts';
import { useForm } from '../ui/use-form.ts';
import { ReviewList, Stars, useReviews } from './ReviewList.tsx';

addStyles(dialogStyles);

const TEXT_MAX = 2000;

interface ReviewsProps {
  game: number;
  canWrite: boolean;
}

/** Reviews of a game, newest first, and a form for members. */
export function GameReviews({ game }: { game: number }) {
  const session = useStore($session, { ssr: 'initial' });
  useEffect(() => void confirmSession(), []);
  if (session.state === 'unknown') return <p className="reviews__sum" role="status" />;
  // The list contains the review of the member, who may change in another tab.
  const member = session.state === 'signed-in' ? session.user._id : null;
  return <Reviews key={member} game={game} canWrite={member !== null} />;
}

function Reviews({ game, canWrite }: ReviewsProps) {
  const reviews = useReviews<ReviewsOfGame>(`/api/games/${game}/reviews`);
  const { list: reviewList, restart } = reviews;

  return (
    <>
      <p className="reviews__sum" role="status">
        {reviewList && <Sum {...reviewList} />}
      </p>
      <ReviewList reviews={reviews} />
      {reviewList && canWrite && (
        <OwnReview game={game} review={reviewList.mine} onChange={restart} />
      )}
    </>
  );
}

function Sum({ average, result }: ReviewsOfGame) {
  if (average === null) return 'There are no reviews yet!';
  return (
    <>
      <Stars stars={Math.round(average)} /> {average} of 5, {pluralize(result, 'review')}
    </>
  );
}

const states: Record<OwnGameReview['state'], string> = {
  held: 'Awaiting moderation. Only you can see it.',
  published: 'Published.',
  rejected: 'Not published.',
};

interface OwnReviewProps {
  game: number;
  review: OwnGameReview | null;
  /** Called after the review was saved or deleted. */
  onChange(): void;
}

/** The form of the member's own review. */
function OwnReview({ game, review, onChange }: OwnReviewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  /** True while the dialog is open after the deletion, when the heading cannot have the focus yet. */
  const isDeleted = useRef(false);
  const path = `/api/games/${game}/review`;
  const onDone = ({ msg }: ReviewSaved) => {
    showToast({ type: 'SUCCESS', message: msg });
    heading.current?.focus();
    onChange();
  };
  const { form, button, errors } = useForm({
    send: (data) => {
      const stars = data.get('stars');
      const body = { stars: stars ? Number(stars) : null, text: data.get('text') };
      return callApi<ReviewSaved>('PUT', path, { body });
    },
    onDone,
  });
  async function remove() {
    try {
      onDone(await callApi<ReviewSaved>('DELETE', path));
      isDeleted.current = true;
      empty(form.ref.current);
    } catch (error) {
      showToast({ type: 'error', message: errorMessage(error) });
    }
  }
  function closeConfirmation() {
    setIsConfirming(false);
    if (isDeleted.current) heading.current?.focus();
  }
  const { stars: starsError, text: textError } = errors.fields;
  const state = review && [states[review.state], review.reason].filter(Boolean).join(' ');

  return (
    <form className="form own-review" {...form}>
      <h3 tabIndex={-1} ref={heading}>
        {review ? 'Your review' : 'Write a review'}
      </h3>
      {state && <p className="label">{state}</p>}
      <fieldset className="own-review__stars">
        <legend>Stars</legend>
        {[1, 2, 3, 4, 5].map((value) => (
          <label key={value}>
            <input
              type="radio"
              name="stars"
              value={value}
              defaultChecked={review?.stars === value}
              aria-invalid={starsError ? true : undefined}
            />
            <span aria-hidden="true">★</span>
            <span className="visually-hidden">{pluralize(value, 'star')}</span>
          </label>
        ))}
      </fieldset>
      <div className="field">
        <label htmlFor="review-text">Your review</label>
        <textarea
          id="review-text"
          name="text"
          rows={4}
          maxLength={TEXT_MAX}
          dir="auto"
          defaultValue={review?.text}
          aria-invalid={textError ? true : undefined}
          aria-describedby="review-error"
        />
        <p className="field__error" id="review-error" role="alert">
          {starsError ?? textError ?? errors.form}
        </p>
      </div>
      <p className="own-review__actions">
        <button className="button button--main" {...button}>
          Save review
        </button>
        {review && (
          <button
            className="button"
            type="button"
            onClick={() => {
              isDeleted.current = false;
              setIsConfirming(true);
            }}
          >
            Delete review
          </button>
        )}
      </p>
      {isConfirming && (
        <DeleteDialog title="Delete your review?" onConfirm={remove} onClose={closeConfirmation}>
          This cannot be undone.
        </DeleteDialog>
      )}
    </form>
  );
}

/** Empties the fields. `reset()` would bring the deleted review back. */
function empty(form: HTMLFormElement | null): void {
  for (const field of form?.elements ?? []) {
    if (field instanceof HTMLInputElement) field.checked = false;
    if (field instanceof HTMLTextAreaElement) field.value = '';
  }
}
