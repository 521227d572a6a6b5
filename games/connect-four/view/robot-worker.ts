import { type State, step } from '../engine.ts';

/** What the page sends: a state, and the input for which the robot has to think. */
export interface Question {
  state: State;
  input: number;
}

// A worker of its own, so that the page goes on drawing while Expert looks ahead.
addEventListener('message', ({ data }: MessageEvent<Question>) => {
  postMessage(step(data.state, data.input));
});
