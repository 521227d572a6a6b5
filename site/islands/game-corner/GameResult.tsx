import type { Challenge } from '#contracts/game-score.ts';
import { showToast } from '../../client/show-toast.ts';
import { longDate } from '../../format/dates.ts';
import type { GameResultState } from '../../stores/game-result.ts';

interface Props {
  result: GameResultState;
  /** Returns the title of the game in a mode. */
  titleOf(mode: string): string;
}

/** Shows the result of a finished game and the player's options. */
export function GameResult({ result, titleOf }: Props) {
  if (result.kind === 'begun') return null;
  if (result.kind === 'counting') return 'Verifying your score …';
  if (result.kind === 'uncounted') {
    const { reason, again } = result;
    if (!again) return reason;
    return (
      <>
        {reason}{' '}
        <button className="button button--small" type="button" onClick={again}>
          Try again
        </button>
      </>
    );
  }
  const { finished, challenge } = result;
  const share = challenge && (
    <>
      {' '}
      <ShareButton challenge={challenge} result={result} title={titleOf(finished.mode)} />
    </>
  );
  if (result.kind === 'guest') {
    const next = encodeURIComponent(location.pathname + location.search);
    return (
      <>
        <a href={`/login?next=${next}`}>Sign in</a> before you play to get on the leaderboard.
        {share}
      </>
    );
  }
  const { score, rank, improved, msg } = result.counted;
  if (rank === null) return msg;
  const board = challenge ? 'in today’s challenge' : 'on the leaderboard';
  return (
    <>
      <strong>{score.toLocaleString('en-GB')} points.</strong>{' '}
      {improved ? 'You are' : 'Your best is'} #{rank} {board}.{share}
    </>
  );
}

interface ShareProps {
  challenge: Challenge;
  result: Extract<GameResultState, { kind: 'counted' | 'guest' }>;
  title: string;
}

function ShareButton({ challenge: { day, game }, result, title }: ShareProps) {
  async function share() {
    const { score } = result.finished;
    const rank =
      result.kind === 'counted' && result.counted.rank ? `, #${result.counted.rank}` : '';
    const text = `${title}, challenge of ${longDate(day)}: ${score} points${rank}. Beat that:`;
    const url = `${location.origin}/gamecorner/game/${game}?challenge=${day}`;
    try {
      if (navigator.share) return await navigator.share({ text, url });
      await navigator.clipboard.writeText(`${text} ${url}`);
      showToast({ type: 'SUCCESS', message: 'Copied with a link to the challenge.' });
    } catch (error) {
      // AbortError: the visitor closed the browser's dialog.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      const message = `Copying failed. Here is the text: ${text} ${url}`;
      showToast({ type: 'error', message });
    }
  }
  return (
    <button className="button button--small" type="button" onClick={share}>
      Share it
    </button>
  );
}
