import { atom } from 'nanostores';
import type { Challenge, ScoreCounted } from '#contracts/game.ts';

/** State of the result of a game that was played on this page. */
export type GameResultState =
  | { kind: 'begun' }
  | { kind: 'counting' }
  | { kind: 'counted'; finished: Finished; counted: ScoreCounted; challenge: Challenge | null }
  | { kind: 'guest'; finished: Finished; challenge: Challenge | null }
  /** `again` retries the submission; undefined if a retry would not help. */
  | { kind: 'uncounted'; reason: string; again?: () => void };

interface Finished {
  mode: string;
  score: number;
}

/** Result of the last game on this page; null before the first one. */
export const $gameResult = atom<GameResultState | null>(null);

/** Shows a result beside the leaderboard. */
export const showGameResult = (result: GameResultState): void => $gameResult.set(result);
