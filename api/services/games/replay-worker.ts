import { parentPort } from 'node:worker_threads';
import type { Engine, Json } from '#games/kit/engine.ts';
import { lastOf, readRecord, stepsOf } from '#games/kit/record.ts';
import { packInputs } from './packed-inputs.ts';
import type { ReplayAnswer, ReplayRequest } from './replay-messages.ts';

// The thread of referee.ts: plays one game after the other until it is stopped.

const port = parentPort;
if (port === null) throw new Error('replay-worker.ts runs in a worker thread only.');

type Replay = (request: ReplayRequest) => ReplayAnswer;

/** Plays records of one engine to their end. */
function replayWith<State, Options extends Json>(engine: Engine<State, Options>): Replay {
  return (request) => {
    const record = readRecord(engine, request);
    if (record === null) return refused('no record of these rules');
    const { state, steps } = lastOf(engine, record);
    const outcome = engine.outcomeOf(state);
    if (outcome === 'playing') return refused('it has not ended');
    if (steps !== stepsOf(record.inputs)) return refused('it goes on after its end');
    return {
      ...{ kind: 'played', score: engine.scoreOf(state), outcome, steps },
      lasts: steps * (engine.tickMs ?? 0),
      packed: packInputs(record.inputs),
    };
  };
}

const refused = (why: string): ReplayAnswer => ({ kind: 'refused', why });

/** Each engine is loaded with the first game of it. */
const engines: Readonly<Record<string, () => Promise<Replay>>> = {
  'bird-shooter': async () => replayWith(await import('#games/bird-shooter/engine.ts')),
  'bird-shooting': async () => replayWith(await import('#games/bird-shooting/engine.ts')),
  'connect-four': async () => replayWith(await import('#games/connect-four/engine.ts')),
  pacman: async () => replayWith(await import('#games/pacman/engine.ts')),
  'space-invaders': async () => replayWith(await import('#games/space-invaders/engine.ts')),
  'sweet-crush': async () => replayWith(await import('#games/sweet-crush/engine.ts')),
  'tic-tac-toe': async () => replayWith(await import('#games/tic-tac-toe/engine.ts')),
  'whac-a-mole': async () => replayWith(await import('#games/whac-a-mole/engine.ts')),
};

async function play(request: ReplayRequest): Promise<ReplayAnswer> {
  const load = engines[request.game];
  if (!load) return refused('no such game');
  try {
    return (await load())(request);
  } catch (error) {
    return { kind: 'broken', why: error instanceof Error ? String(error.stack) : String(error) };
  }
}

port.on('message', async (request: ReplayRequest) => port.postMessage(await play(request)));
port.postMessage({ kind: 'ready' } satisfies ReplayAnswer);
