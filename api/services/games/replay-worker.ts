import { games } from '#games/index.ts';
import type { AnyEngine } from '#games/kit/engine.ts';
import { lastOf, parseReplay, stepsOf } from '#games/kit/replay.ts';
import { handleRequests } from '../../thread-queue.ts';
import { packInputs, type ReplayMessage, type ReplayRequest } from './replay-messages.ts';

// Thread of replay-verifier.ts, which plays games until it is stopped.

/** Plays a replay to its end. */
function replay(engine: AnyEngine, request: ReplayRequest): ReplayMessage {
  const parsed = parseReplay(engine, request);
  if (parsed === null) return refused('no replay of these rules');
  const { state, steps } = lastOf(engine, parsed);
  const outcome = engine.outcomeOf(state);
  if (outcome === 'playing') return refused('it has not ended');
  if (steps !== stepsOf(parsed.inputs)) return refused('it continues after its end');
  return {
    kind: 'played',
    score: engine.scoreOf(state),
    outcome,
    steps,
    lasts: steps * (engine.tickMs ?? 0),
    packed: packInputs(parsed.inputs),
  };
}

const refused = (why: string): ReplayMessage => ({ kind: 'refused', why });

async function play(request: ReplayRequest): Promise<ReplayMessage> {
  const game = games.find(({ meta }) => meta.game === request.game);
  if (!game) return refused('no such game');
  try {
    return replay(await game.loadEngine(), request);
  } catch (error) {
    return { kind: 'broken', why: error instanceof Error ? String(error.stack) : String(error) };
  }
}

handleRequests(play);
