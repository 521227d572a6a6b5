import type { Challenge, GameReplay, GameSeed, ScoreCounted } from '#contracts/game.ts';
import type { GameMeta } from '#games/kit/meta.ts';
import type { ReplayData } from '#games/kit/replay.ts';
import type { FinishedGame, SessionOptions } from '#games/kit/view/session.ts';
import { ApiError, callApi } from '../../client/api-client.ts';
import { longDate } from '../../format/dates.ts';
import { showGameResult } from '../../stores/game-result.ts';
import { $sessionFlag } from '../../stores/session.ts';

/** Without a seed of the server by then, a game begins unranked. */
const SEED_TIMEOUT_MS = 4_000;

/** Options for opening the game of this page. */
interface PlayOptions extends SessionOptions {
  /** Game to be shown instead of played. */
  watch?: ReplayData;
}

/**
 * Returns the mode in the URL: a replay, today's challenge or a ranked game. A game with a seed in its link
 * is not ranked, because its players can practise it.
 */
export async function playOptions(meta: GameMeta): Promise<PlayOptions> {
  const query = new URLSearchParams(location.search);
  const mode = query.get('mode') ?? undefined;
  const replay = query.get('replay');
  if (replay !== null) return { mode, ...(await watchOptions(meta, replay)) };
  if (query.has('seed')) return { mode, ...seedOptions(Number(query.get('seed'))) };
  const day = query.get('challenge');
  return { mode, ...rankedOptions(meta, day === null ? null : await todaysChallenge(meta, day)) };
}

function seedOptions(seed: number): SessionOptions {
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffff_ffff) return {};
  return {
    seedFor: () => seed,
    note: `Game ${seed}: everyone with this link gets the same game.`,
  };
}

async function watchOptions(meta: GameMeta, replay: string): Promise<PlayOptions> {
  const ranked = rankedOptions(meta, null);
  try {
    const path = `/api/games/scores/${encodeURIComponent(replay)}`;
    const { record, mode } = await callApi<GameReplay>('GET', path);
    return { ...ranked, mode, watch: record };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const gone = 'This replay does not exist.';
    showGameResult({ kind: 'unranked', reason: error.status === 404 ? gone : error.message });
    return ranked;
  }
}

/** Today's challenge, if it is one of this game and of the day that the link names. */
async function todaysChallenge({ id }: GameMeta, day: string): Promise<Challenge | null> {
  try {
    const today = await callApi<Challenge>('GET', '/api/games/challenge');
    if (today.game === id && (day === '' || day === today.day)) return today;
    const where = `Today’s is ${today.name}: find it in the Game Corner.`;
    showGameResult({
      kind: 'unranked',
      reason: `This challenge is over. ${where}`,
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    showGameResult({
      kind: 'unranked',
      reason: `The challenge could not be loaded. ${error.message}`,
    });
  }
  return null;
}

function rankedOptions({ id, modes }: GameMeta, challenge: Challenge | null): SessionOptions {
  let gameSeed: GameSeed | null = null;
  const isRanked = (mode: string) =>
    modes.some((known) => known.id === mode && known.ranked !== false);
  const isChallenge = (mode: string) => challenge !== null && mode === challenge.mode;

  async function seedFor(mode: string): Promise<number> {
    gameSeed = null;
    showGameResult({ kind: 'started' });
    const known = isChallenge(mode) ? challenge?.seed : undefined;
    if (!$sessionFlag.get() || !isRanked(mode)) return known ?? chanceSeed();
    try {
      const body = { mode, challenge: isChallenge(mode) };
      gameSeed = await callApi<GameSeed>('POST', `/api/games/${id}/seeds`, {
        body,
        timeout: SEED_TIMEOUT_MS,
      });
      return gameSeed.seed;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const reason = `This score will not be counted. ${error.message}`;
      showGameResult({ kind: 'unranked', reason });
      return known ?? chanceSeed();
    }
  }

  async function onFinished(finished: FinishedGame): Promise<void> {
    const { mode, rules, inputs } = finished;
    if (!isRanked(mode)) return;
    const about = isChallenge(mode) ? challenge : null;
    if (!$sessionFlag.get()) return showGameResult({ kind: 'guest', finished, challenge: about });
    const seed = gameSeed;
    gameSeed = null;
    if (seed?.seed !== finished.seed) return;
    await send(finished, about, { token: seed.token, rules, inputs });
  }

  async function send(finished: FinishedGame, about: Challenge | null, body: object) {
    showGameResult({ kind: 'verifying' });
    try {
      const response = await callApi<ScoreCounted>('POST', `/api/games/${id}/scores`, { body });
      showGameResult({ kind: 'accepted', finished, response, challenge: about });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const canRetry = error.status === 0 || error.status === 429 || error.status >= 500;
      const retry = canRetry ? () => void send(finished, about, body) : undefined;
      showGameResult({ kind: 'unranked', reason: error.message, retry });
    }
  }

  return {
    ...(challenge && { mode: challenge.mode, note: noteOf(challenge) }),
    seedFor,
    onFinished: (finished) => void onFinished(finished),
  };
}

const chanceSeed = () => crypto.getRandomValues(new Uint32Array(1))[0] as number;

const noteOf = ({ day }: Challenge) =>
  `Challenge of ${longDate(day)}: everyone gets the same game. Play as often as you like until midnight UTC; your best run counts.`;
