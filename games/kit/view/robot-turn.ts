import type { Input } from '../engine.ts';
import type { Stage } from './game-view.ts';

/** Minimum time before the robot moves, in milliseconds, so that its move is seen as a separate one. */
const PAUSE_MS = 420;

interface RobotSettings<State> {
  stage: Stage<State>;
  /** Input that makes the robot move. */
  input: Input;
  isRobotsTurn(state: State): boolean;
  /** Computes the state after the robot's move, immediately or later. */
  think(state: State, onResult: (next: State) => void): void;
}

/** Plays the robot's moves in a game by moves. */
export interface RobotTurn<State> {
  /** Called with each drawn state: starts the robot's turn, or plays the move that it computed during a pause. */
  onDraw(state: State): void;
  cancel(): void;
}

/** Creates the robot's turn. A move that is computed during a pause is played after it. */
export function createRobotTurn<State>(settings: RobotSettings<State>): RobotTurn<State> {
  const { stage, input, isRobotsTurn, think } = settings;
  let requestedState: State | null = null;
  let computedState: State | null = null;
  let pause: ReturnType<typeof setTimeout> | undefined;

  return {
    onDraw(state) {
      if (!stage.isPlaying() || !isRobotsTurn(state)) return;
      if (requestedState !== state) {
        requestedState = state;
        computedState = null;
        clearTimeout(pause);
        pause = setTimeout(() => {
          think(state, (next) => {
            if (requestedState !== state) return;
            if (stage.isPlaying()) stage.act(input, next);
            else computedState = next;
          });
        }, PAUSE_MS);
      } else if (computedState !== null) {
        const next = computedState;
        computedState = null;
        stage.act(input, next);
      }
    },
    cancel() {
      clearTimeout(pause);
      requestedState = null;
      computedState = null;
    },
  };
}
