import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useState } from 'react';
import type {
  Challenge,
  LeaderboardPeriod,
  LeaderboardResponse,
  LeaderboardRow,
} from '#contracts/game.ts';
import { longDate, relativeTime } from '../../format/dates.ts';
import { signInPath } from '../../format/links.ts';
import { $gameResult, type GameResultState } from '../../stores/game-result.ts';
import { fetchAsViewer } from '../../stores/session.ts';
import { showToast } from '../../stores/toasts.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { TableHead } from '../ui/TableHead.tsx';
import { useFetch } from '../ui/use-fetch.ts';

interface GameResultProps {
  result: GameResultState;
  /** Returns the title of the game in a mode. */
  titleOf(mode: string): string;
}

interface ShareProps {
  challenge: Challenge;
  result: Extract<GameResultState, { kind: 'accepted' | 'guest' }>;
  title: string;
}

const periods = [
  { period: 'all', name: 'All time' },
  { period: 'day', name: 'Today' },
  { period: 'challenge', name: 'Challenge' },
] as const;

const empty: Record<LeaderboardPeriod, string> = {
  all: 'No scores yet. Be the first!',
  day: 'No scores today yet. You have until midnight UTC.',
  challenge: 'No scores in this challenge yet.',
};

interface Props {
  game: number;
  name: string;
  /** Modes with a leaderboard. */
  modes: { id: string; name: string }[];
}

interface Choice {
  /** Null: the API chooses the mode of the challenge, or the first one. */
  mode: string | null;
  period: LeaderboardPeriod;
}

/** The best scores of a game, and the result of the visitor's own game. */
export function Leaderboard({ game, name, modes }: Props) {
  /** Null until the URL has been parsed. */
  const [choice, setChoice] = useState<Choice | null>(null);
  const load = useCallback(
    async (signal: AbortSignal) => choice && loadLeaderboard(game, choice, signal),
    [game, choice],
  );
  const { loaded, reload } = useFetch(load);
  const leaderboard = loaded.value;
  const isLoading = loaded.state === 'loading';
  const result = useStore($gameResult, { ssr: 'initial' });
  useEffect(
    () => setChoice({ mode: null, period: linkedDay() === null ? 'all' : 'challenge' }),
    [],
  );
  useEffect(() => {
    // The new score belongs to another leaderboard than the visible one.
    if (result?.kind !== 'accepted') return;
    setChoice({ mode: result.finished.mode, period: result.challenge ? 'challenge' : 'all' });
  }, [result]);

  const period = choice?.period ?? 'all';
  const mode = choice?.mode ?? leaderboard?.mode ?? modes[0]?.id;
  const titleOf = (id: string) => {
    const played = modes.find((candidate) => candidate.id === id);
    return modes.length > 1 && played ? `${name} (${played.name})` : name;
  };

  return (
    <>
      <div className="leaderboard__head">
        <h2 id="leaderboard-title">Leaderboard</h2>
        <div className="leaderboard__filters">
          {modes.length > 1 && (
            <select
              aria-label="Mode"
              value={mode}
              onChange={({ target }) => setChoice({ mode: target.value, period })}
            >
              {modes.map((each) => (
                <option key={each.id} value={each.id}>
                  {each.name}
                </option>
              ))}
            </select>
          )}
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row of buttons */}
          <div className="leaderboard__periods" role="group" aria-label="Period">
            {periods.map((each) => (
              <button
                key={each.period}
                type="button"
                aria-pressed={each.period === period}
                onClick={() =>
                  setChoice({
                    mode: each.period === 'challenge' ? null : (mode ?? null),
                    period: each.period,
                  })
                }
              >
                {each.name}
              </button>
            ))}
          </div>
        </div>
      </div>
      <p className="leaderboard__status" role="status">
        {result && <GameResult result={result} titleOf={titleOf} />}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls needs the keyboard */}
      <section className="leaderboard__list" tabIndex={0} aria-label="Places" aria-busy={isLoading}>
        {loaded.state === 'failed' ? (
          <LoadFailed reason={loaded.reason} onRetry={reload} />
        ) : (
          leaderboard && <Places leaderboard={leaderboard} />
        )}
      </section>
    </>
  );
}

/** Day of the challenge in the URL; null if there is none. */
const linkedDay = () => new URLSearchParams(location.search).get('challenge');

function loadLeaderboard(
  game: number,
  { mode, period }: Choice,
  signal: AbortSignal,
): Promise<LeaderboardResponse> {
  const query = new URLSearchParams({ period });
  if (mode) query.set('mode', mode);
  const day = linkedDay();
  if (period === 'challenge' && day && /^\d{4}-\d\d-\d\d$/.test(day)) query.set('day', day);
  return fetchAsViewer(`/api/games/${game}/scores?${query}`, signal);
}

function Places({ leaderboard }: { leaderboard: LeaderboardResponse }) {
  const { game, scores, mine, period } = leaderboard;
  if (scores.length === 0) {
    return (
      <p className="leaderboard__empty">
        {empty[period]}{' '}
        {period === 'challenge' && <a href="/gamecorner#challenge">Today's challenge</a>}
      </p>
    );
  }
  // The member's own rank is shown below if it is not among the first.
  const rows = mine && !scores.some((row) => row.mine) ? [...scores, mine] : scores;
  return (
    <table className="leaderboard__table">
      <caption className="visually-hidden">Best score per player</caption>
      <TableHead columns={['Place', 'Player', 'Points', 'When', 'Watch']} />
      <tbody>
        {rows.map((row) => (
          <Place key={row._id} row={row} game={game} />
        ))}
      </tbody>
    </table>
  );
}

function Place({ row, game }: { row: LeaderboardRow; game: number }) {
  const { _id, rank, score, at, member, mine } = row;
  return (
    <tr className={mine ? 'leaderboard__mine' : undefined}>
      <td className="leaderboard__rank">{rank}</td>
      <th scope="row">
        <Avatar {...member} side={32} />
        <a href={`/member/${encodeURIComponent(member._id)}`}>{member.name}</a>
        {mine && <span className="leaderboard__you">you</span>}
      </th>
      <td className="leaderboard__score">{score.toLocaleString('en-GB')}</td>
      <td>
        <time dateTime={at}>{relativeTime(at)}</time>
      </td>
      <td>
        <a
          className="leaderboard__watch"
          href={`/gamecorner/game/${game}?replay=${encodeURIComponent(_id)}`}
        >
          Watch
          <span className="visually-hidden"> the game of {member.name}</span>
        </a>
      </td>
    </tr>
  );
}

/** Shows the result of a finished game and the player's options. */
function GameResult({ result, titleOf }: GameResultProps) {
  if (result.kind === 'started') return null;
  if (result.kind === 'verifying') return 'Verifying your score …';
  if (result.kind === 'unranked') {
    const { reason, retry } = result;
    if (!retry) return reason;
    return (
      <>
        {reason}{' '}
        <button className="button button--small" type="button" onClick={retry}>
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
    return (
      <>
        <a href={signInPath(location.pathname + location.search)}>Sign in</a> before you play to get
        on the leaderboard.
        {share}
      </>
    );
  }
  const { score, rank, improved, msg } = result.response;
  if (rank === null) return msg;
  const leaderboard = challenge ? 'in today’s challenge' : 'on the leaderboard';
  return (
    <>
      <strong>{score.toLocaleString('en-GB')} points.</strong>{' '}
      {improved ? 'You are' : 'Your best is'} #{rank} {leaderboard}.{share}
    </>
  );
}

function ShareButton({ challenge: { day, game }, result, title }: ShareProps) {
  async function share() {
    const { score } = result.finished;
    const rank =
      result.kind === 'accepted' && result.response.rank ? `, #${result.response.rank}` : '';
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
