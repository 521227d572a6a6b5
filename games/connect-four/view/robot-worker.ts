import { type State, step } from '../engine.ts';

/** Message from the page: a state and the input to apply. */
export interface RobotRequest {
  state: State;
  input: number;
}

// Runs in a worker, so that the page keeps drawing during Expert's search.
addEventListener('message', ({ data }: MessageEvent<RobotRequest>) => {
  postMessage(step(data.state, data.input));
});
