import type { Challenge } from '#contracts/game-score.ts';
import { showToast } from '../../client/show-toast.ts';
import { longDate } from '../format.ts';
import type { Told } from '../games/counted-play.ts';
import { element } from '../search/elements.ts';

/** What came of a game that has just ended, in a sentence, with what can be done about it. */
export function drawTold(told: Told, title: (mode: string) => string): (Node | string)[] {
  if (told.kind === 'begun') return [];
  if (told.kind === 'counting') return ['The server plays your game again'];
  if (told.kind === 'uncounted') {
    const { reason, again } = told;
    if (!again) return [reason];
    const button = element(
      'button',
      { class: 'button button--small', type: 'button' },
      'Try again',
    );
    button.addEventListener('click', again);
    return [reason, ' ', button];
  }
  const { finished, challenge } = told;
  const share = challenge ? [' ', shareButton(challenge, told, title(finished.mode))] : [];
  if (told.kind === 'guest') {
    const next = `/login?next=${encodeURIComponent(location.pathname + location.search)}`;
    const link = element('a', { href: next }, 'Sign in');
    return [link, ' before you play, and your points stand on the board.', ...share];
  }
  const { score, rank, improved, msg } = told.counted;
  if (rank === null) return [msg];
  const board = challenge ? "on the day's challenge" : 'on the board';
  const place = improved
    ? `You are number ${rank} ${board}.`
    : `Your best is number ${rank} ${board}.`;
  return [element('strong', {}, `${score.toLocaleString('en-GB')} points.`), ` ${place}`, ...share];
}

function shareButton(
  { day, game }: Challenge,
  told: Extract<Told, { kind: 'counted' | 'guest' }>,
  title: string,
): HTMLElement {
  const button = element('button', { class: 'button button--small', type: 'button' }, 'Share it');
  const { score } = told.finished;
  const rank = told.kind === 'counted' && told.counted.rank ? `, number ${told.counted.rank}` : '';
  const text = `${title}, challenge of ${longDate(day)}: ${score} points${rank}. Beat that:`;
  const url = `${location.origin}/gamecorner/game/${game}?challenge=${day}`;
  button.addEventListener('click', async () => {
    try {
      if (navigator.share) return await navigator.share({ text, url });
      await navigator.clipboard.writeText(`${text} ${url}`);
      void showToast({ type: 'SUCCESS', message: 'Copied, with a link to the challenge.' });
    } catch (error) {
      // Whoever closes the sheet of the browser has thought better of it.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      void showToast({
        type: 'error',
        message: `It could not be copied. Here it is: ${text} ${url}`,
      });
    }
  });
  return button;
}
