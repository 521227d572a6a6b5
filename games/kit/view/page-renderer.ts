/** State that the page renders around the field of a session, and its changes. */
import type { Json } from '../engine.ts';
import type { PageState, PlayableGame } from './game-view.ts';
import type { GameMemory, Sound } from './sound.ts';

export interface PageRenderer<State> {
  state(): PageState;
  /** Changes the state and renders it. */
  show(change: Partial<PageState>): void;
  /** Counts how a game ended, if the game has a scoreboard; it is rendered with the result. */
  countEnd(state: State): void;
}

/** Creates the state of the title screen; `renderPage` renders each change. */
export function createPageRenderer<State, Options extends Json>(
  game: PlayableGame<State, Options>,
  memory: GameMemory,
  sound: Sound,
  renderPage: (state: PageState) => void,
): PageRenderer<State> {
  let state = firstStateOf(game, memory, sound);

  function change(changed: Partial<PageState>): void {
    state = { ...state, ...changed };
  }

  return {
    state: () => state,
    show(changed) {
      change(changed);
      renderPage(state);
    },
    countEnd(ended) {
      const { scoreboard } = state;
      if (!game.scoreboard || !scoreboard) return;
      const ending = game.scoreboard.nameOf(ended);
      const counts = scoreboard.counts.map(({ name, count }) => ({
        name,
        count: name === ending ? count + 1 : count,
      }));
      change({ scoreboard: { ...scoreboard, counts } });
    },
  };
}

function firstStateOf<State, Options extends Json>(
  { scoreboard, padShown }: PlayableGame<State, Options>,
  memory: GameMemory,
  sound: Sound,
): PageState {
  const suitsPad = padShown !== 'on-request' && matchMedia('(pointer: coarse)').matches;
  const padChoice = memory.padChoice();
  return {
    phase: 'title',
    screen: null,
    hudNames: [],
    canEnd: false,
    isSoundOn: sound.isOn(),
    volume: memory.volume(),
    isPadShown: padChoice === 'auto' ? suitsPad : padChoice === 'shown',
    scoreboard: scoreboard
      ? { label: scoreboard.label, counts: scoreboard.names.map((name) => ({ name, count: 0 })) }
      : null,
  };
}
