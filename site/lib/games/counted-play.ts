import type { Challenge, GameReplay, GameSeed, ScoreCounted } from '#contracts/game-score.ts';
import type { FinishedGame, MountOptions } from '#games/kit/view/shell.ts';
import { ApiError, callApi } from '../api-client.ts';
import { longDate } from '../format.ts';
import { readSessionFlag } from '../session-flag.ts';

/** What the page hears of a game that has ended here. */
export type Told =
  | { kind: 'begun' }
  | { kind: 'counting' }
  | { kind: 'counted'; finished: FinishedGame; counted: ScoreCounted; challenge: Challenge | null }
  | { kind: 'guest'; finished: FinishedGame; challenge: Challenge | null }
  /** `again`: nothing is wrong with the game, so that sending it once more makes sense. */
  | { kind: 'uncounted'; reason: string; again?: () => void };

/** A game begins without a place on the boards rather than late. Milliseconds. */
const SEED_PATIENCE_MS = 4_000;

interface Page {
  /** The number of the game. */
  id: number;
  /** Modes whose scores are counted. */
  ranked: readonly string[];
  tell(told: Told): void;
}

/**
 * How a game of this page is mounted: to watch one, as today's challenge, or to be counted. Games of
 * a link that names their seed are not counted, since everybody may have practised them.
 */
export async function playOptions(page: Page): Promise<MountOptions> {
  const address = new URL(location.href).searchParams;
  const replay = address.get('replay');
  if (replay !== null) return watchOptions(page, replay);
  if (address.has('seed')) return {};
  const asked = address.get('challenge');
  return countedOptions(page, asked === null ? null : await todaysChallenge(page, asked));
}

async function watchOptions(page: Page, replay: string): Promise<MountOptions> {
  const counted = countedOptions(page, null);
  try {
    const path = `/api/games/scores/${encodeURIComponent(replay)}`;
    const { record, mode } = await callApi<GameReplay>('GET', path);
    return { ...counted, mode, watch: record };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const gone = 'This game is not there to be watched.';
    page.tell({ kind: 'uncounted', reason: error.status === 404 ? gone : error.message });
    return counted;
  }
}

/** Today's challenge, if it is one of this game and the day that was asked for. */
async function todaysChallenge(page: Page, day: string): Promise<Challenge | null> {
  try {
    const today = await callApi<Challenge>('GET', '/api/games/challenge');
    if (today.game === page.id && (day === '' || day === today.day)) return today;
    const where = `Today's is ${today.name}: you find it in the Game Corner.`;
    page.tell({ kind: 'uncounted', reason: `The challenge of this link is over. ${where}` });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    page.tell({
      kind: 'uncounted',
      reason: `The challenge could not be fetched. ${error.message}`,
    });
  }
  return null;
}

function countedOptions(page: Page, challenge: Challenge | null): MountOptions {
  let begun: GameSeed | null = null;
  const isChallenge = (mode: string) => challenge !== null && mode === challenge.mode;

  async function seedFor(mode: string): Promise<number> {
    begun = null;
    page.tell({ kind: 'begun' });
    const known = isChallenge(mode) ? challenge?.seed : undefined;
    if (!readSessionFlag() || !page.ranked.includes(mode)) return known ?? chanceSeed();
    try {
      const body = { mode, challenge: isChallenge(mode) };
      begun = await callApi<GameSeed>('POST', `/api/games/${page.id}/seeds`, {
        body,
        patience: SEED_PATIENCE_MS,
      });
      return begun.seed;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      page.tell({ kind: 'uncounted', reason: `This game will not be counted. ${error.message}` });
      return known ?? chanceSeed();
    }
  }

  async function onFinished(finished: FinishedGame): Promise<void> {
    const { mode, rules, inputs } = finished;
    if (!page.ranked.includes(mode)) return;
    const about = isChallenge(mode) ? challenge : null;
    if (!readSessionFlag()) return page.tell({ kind: 'guest', finished, challenge: about });
    const seed = begun;
    begun = null;
    if (seed?.seed !== finished.seed) return;
    await send(finished, about, { token: seed.token, rules, inputs });
  }

  async function send(finished: FinishedGame, about: Challenge | null, body: object) {
    page.tell({ kind: 'counting' });
    try {
      const path = `/api/games/${page.id}/scores`;
      const counted = await callApi<ScoreCounted>('POST', path, { body });
      page.tell({ kind: 'counted', finished, counted, challenge: about });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const later = error.status === 0 || error.status === 429 || error.status >= 500;
      const again = later ? () => void send(finished, about, body) : undefined;
      page.tell({ kind: 'uncounted', reason: error.message, again });
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
  `Challenge of ${longDate(day)}: the same game for everybody, as often as you like until midnight UTC. Your best counts.`;
