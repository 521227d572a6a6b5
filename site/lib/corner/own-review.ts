import type { OwnGameReview, ReviewSaved } from '#contracts/game-review.ts';
import { showToast } from '../../client/show-toast.ts';
import { ApiError, callApi } from '../api-client.ts';
import { element } from '../search/elements.ts';

/** As the API says. */
const STARS = 5;
const TEXT_MAX = 2000;

const states: Record<OwnGameReview['state'], string> = {
  held: 'Others see it once somebody has looked at it.',
  published: 'Published.',
  rejected: 'It was not published.',
};

/** The form for one's own review, with what is there already. `changed` hears of every change. */
export function showOwnReview(
  place: HTMLElement,
  game: number,
  mine: OwnGameReview | null,
  changed: () => void,
): void {
  // What somebody is typing stays.
  if (place.contains(document.activeElement) && place.querySelector('textarea:focus')) return;
  const stars = Array.from({ length: STARS }, (_, index) => starChoice(index + 1, mine?.stars));
  const text = element('textarea', {
    ...{ id: 'review-text', name: 'text', rows: '4', maxlength: String(TEXT_MAX), dir: 'auto' },
    'aria-describedby': 'review-wrong',
  });
  text.value = mine?.text ?? '';
  const wrong = element('p', { class: 'field__error', id: 'review-wrong', role: 'alert' });
  const save = element('button', { class: 'button button--main', type: 'submit' }, 'Save review');
  const remove = element('button', { class: 'button', type: 'button' }, 'Delete review');
  const said = mine
    ? [
        element(
          'p',
          { class: 'label' },
          [states[mine.state], mine.reason].filter(Boolean).join(' '),
        ),
      ]
    : [];
  const form = element(
    'form',
    { class: 'form own-review', novalidate: '' },
    element('h3', {}, mine ? 'Your review' : 'Write a review'),
    ...said,
    element('fieldset', { class: 'own-review__stars' }, element('legend', {}, 'Stars'), ...stars),
    element(
      'div',
      { class: 'field' },
      element('label', { for: 'review-text' }, 'What do you say?'),
      text,
      wrong,
    ),
    element('p', { class: 'own-review__acts' }, save, ...(mine ? [remove] : [])),
  );

  async function send(call: () => Promise<ReviewSaved>): Promise<void> {
    wrong.textContent = '';
    save.disabled = true;
    remove.disabled = true;
    try {
      const { msg, mine: now } = await call();
      void showToast({ type: 'SUCCESS', message: msg });
      showOwnReview(place, game, now, changed);
      place.querySelector<HTMLElement>('h3')?.focus();
      changed();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { stars: aboutStars, text: aboutText } = error.fields;
      wrong.textContent = aboutStars ?? aboutText ?? error.message;
      text.setAttribute('aria-invalid', String(aboutText !== undefined));
      (aboutStars ? form.querySelector('input') : text)?.focus();
    } finally {
      save.disabled = false;
      remove.disabled = false;
    }
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const chosen = form.querySelector<HTMLInputElement>('input[name="stars"]:checked');
    const body = { stars: chosen ? Number(chosen.value) : null, text: text.value };
    void send(() => callApi<ReviewSaved>('PUT', `/api/games/${game}/review`, { body }));
  });
  remove.addEventListener('click', () => {
    void send(() => callApi<ReviewSaved>('DELETE', `/api/games/${game}/review`));
  });
  form.querySelector('h3')?.setAttribute('tabindex', '-1');
  place.replaceChildren(form);
}

function starChoice(value: number, chosen: number | undefined): HTMLElement {
  const input = element('input', {
    ...{ type: 'radio', name: 'stars', value: String(value) },
    ...(value === chosen && { checked: '' }),
  });
  const words = `${value} ${value === 1 ? 'star' : 'stars'}`;
  return element(
    'label',
    {},
    input,
    element('span', { 'aria-hidden': 'true' }, '★'),
    element('span', { class: 'quiet' }, words),
  );
}
