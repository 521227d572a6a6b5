import type { Input } from '../engine.ts';
import type { Stage } from './game-view.ts';

/** So long a robot seems to think at least, so that its move is seen as one of its own. */
const PAUSE_MS = 420;

interface RobotSettings<State> {
  stage: Stage<State>;
  /** The input that lets the robot move. */
  input: Input;
  isRobotsTurn(state: State): boolean;
  /** Computes the state after the robot's move, at once or later. */
  think(state: State, hear: (next: State) => void): void;
}

/** Who moves for the robot in a game by moves. */
export interface RobotTurn<State> {
  /** A state is on the screen: where it is the robot's turn, it begins to think, or plays its answer. */
  shown(state: State): void;
  /** Forgets what it was about. */
  forget(): void;
}

/** Lets a robot move after a pause; what it answers while the game is paused waits for the game. */
export function createRobotTurn<State>(settings: RobotSettings<State>): RobotTurn<State> {
  const { stage, input, isRobotsTurn, think } = settings;
  let asked: State | null = null;
  let answer: State | null = null;
  let pause: ReturnType<typeof setTimeout> | undefined;

  return {
    shown(state) {
      if (!stage.isPlaying() || !isRobotsTurn(state)) return;
      if (asked !== state) {
        asked = state;
        answer = null;
        clearTimeout(pause);
        pause = setTimeout(() => {
          think(state, (next) => {
            if (asked !== state) return;
            answer = next;
            stage.redraw();
          });
        }, PAUSE_MS);
      } else if (answer !== null) {
        const next = answer;
        answer = null;
        stage.act(input, next);
      }
    },
    forget() {
      clearTimeout(pause);
      asked = null;
      answer = null;
    },
  };
}
