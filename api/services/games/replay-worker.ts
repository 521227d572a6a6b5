import { parentPort } from 'node:worker_threads';
import { games } from '#games/index.ts';
import type { AnyEngine } from '#games/kit/engine.ts';
import { lastOf, parseReplay, stepsOf } from '#games/kit/replay.ts';
import { packInputs, type ReplayRequest, type ReplayResponse } from './replay-messages.ts';

// Thread of replay-verifier.ts, which plays games until it is stopped.

const port = parentPort;
if (port === null) throw new Error('replay-worker.ts runs in a worker thread only.');

/** Plays a replay to its end. */
function replay(engine: AnyEngine, request: ReplayRequest): ReplayResponse {
  const record = parseReplay(engine, request);
  if (record === null) return refused('no record of these rules');
  const { state, steps } = lastOf(engine, record);
  const outcome = engine.outcomeOf(state);
  if (outcome === 'playing') return refused('it has not ended');
  if (steps !== stepsOf(record.inputs)) return refused('it continues after its end');
  return {
    kind: 'played',
    score: engine.scoreOf(state),
    outcome,
    steps,
    lasts: steps * (engine.tickMs ?? 0),
    packed: packInputs(record.inputs),
  };
}

const refused = (why: string): ReplayResponse => ({ kind: 'refused', why });

async function play(request: ReplayRequest): Promise<ReplayResponse> {
  const game = games.find(({ meta }) => meta.game === request.game);
  if (!game) return refused('no such game');
  try {
    return replay(await game.loadEngine(), request);
  } catch (error) {
    return { kind: 'broken', why: error instanceof Error ? String(error.stack) : String(error) };
  }
}

port.on('message', async (request: ReplayRequest) => port.postMessage(await play(request)));
port.postMessage({ kind: 'ready' } satisfies ReplayResponse);
