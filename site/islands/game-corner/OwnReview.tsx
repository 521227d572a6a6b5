import { useRef, useState } from 'react';
import type { OwnGameReview, ReviewSaved } from '#contracts/game-review.ts';
import { callApi } from '../../lib/api-client.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../ui/use-form.ts';
import { sentence } from '../use-loaded.ts';

const TEXT_MAX = 2000;

const states: Record<OwnGameReview['state'], string> = {
  held: 'Others see it once somebody has looked at it.',
  published: 'Published.',
  rejected: 'It was not published.',
};

interface Props {
  game: number;
  review: OwnGameReview | null;
  /** Called after the review was saved or deleted. */
  onChange(): void;
}

/** The form of the member's own review. */
export function OwnReview({ game, review, onChange }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [isDeleting, setIsDeleting] = useState(false);
  const path = `/api/games/${game}/review`;
  const onDone = ({ msg }: ReviewSaved) => {
    void showToast({ type: 'SUCCESS', message: msg });
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
    setIsDeleting(true);
    try {
      onDone(await callApi<ReviewSaved>('DELETE', path));
      form.ref.current?.reset();
    } catch (error) {
      void showToast({ type: 'error', message: sentence(error) });
    }
    setIsDeleting(false);
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
            <span className="quiet">
              {value} {value === 1 ? 'star' : 'stars'}
            </span>
          </label>
        ))}
      </fieldset>
      <div className="field">
        <label htmlFor="review-text">What do you say?</label>
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
      <p className="own-review__acts">
        <button className="button button--main" {...button}>
          Save review
        </button>
        {review && (
          <button className="button" type="button" disabled={isDeleting} onClick={remove}>
            Delete review
          </button>
        )}
      </p>
    </form>
  );
}
