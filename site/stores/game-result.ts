import { atom } from 'nanostores';
import type { Challenge, ScoreCounted } from '#contracts/game.ts';

/** State of the result of a game that was played on this page. */
export type GameResultState =
  | { kind: 'started' }
  | { kind: 'verifying' }
  | { kind: 'accepted'; finished: FinishedRun; response: ScoreCounted; challenge: Challenge | null }
  | { kind: 'guest'; finished: FinishedRun; challenge: Challenge | null }
  /** `retry` retries the submission; undefined if a retry would not help. */
  | { kind: 'unranked'; reason: string; retry?: () => void };

interface FinishedRun {
  mode: string;
  score: number;
}

/** Result of the last game on this page; null before the first one. */
export const $gameResult = atom<GameResultState | null>(null);

/** Shows a result beside the leaderboard. */
export const showGameResult = (result: GameResultState): void => $gameResult.set(result);
