import autocannon from 'autocannon';
import { readProcessorTime } from './machine.ts';
import { anyAddress } from './server.ts';
import { median } from './statistics.ts';

/** Connections that ask at the same time, as the bars say. */
export const CONNECTIONS = 32;
/** Readers' addresses that a load pretends to come from, so that rate limits stay on. */
const ADDRESSES = 2000;

/** Something that answers, to be asked as often as it can. */
export interface Contestant {
  name: string;
  url: string;
  /** The process that answers. */
  pid: number;
  headers?: Record<string, string>;
}

export interface Score {
  /** Requests a second, the median of all rounds. */
  rate: number;
  /** Milliseconds that 99 of 100 requests did not exceed, the median of all rounds. */
  p99: number;
  /** Microseconds of processor time a request costs, the median of all rounds. */
  cost: number;
}

export interface LoadSettings {
  rounds: number;
  /** Seconds each contestant gets in a round. */
  seconds: number;
  /** Connections that ask at the same time; CONNECTIONS if not said. */
  connections?: number;
}

export const loadSettings = (short: boolean): LoadSettings =>
  short ? { rounds: 1, seconds: 2 } : { rounds: 5, seconds: 4 };

/**
 * Asks each contestant in turn, round after round, so that what disturbs the machine disturbs all.
 * @throws Error when any answer is not 2xx
 */
export async function race(
  contestants: Contestant[],
  { rounds, seconds, connections }: LoadSettings,
): Promise<Map<string, Score>> {
  const results = new Map(
    contestants.map(({ name }) => [name, { rates: [], p99s: [], costs: [] } as Rounds]),
  );
  for (const contestant of contestants) await ask(contestant, 1, connections);
  for (let round = 0; round < rounds; round += 1) {
    for (const contestant of contestants) {
      const before = readProcessorTime(contestant.pid);
      const result = await ask(contestant, seconds, connections);
      const spent = readProcessorTime(contestant.pid) - before;
      const kept = results.get(contestant.name);
      kept?.rates.push(result.requests.average);
      kept?.p99s.push(result.latency.p99);
      kept?.costs.push((spent / result.requests.total) * 1e6);
    }
  }
  return new Map(
    [...results].map(([name, { rates, p99s, costs }]) => [
      name,
      { rate: median(rates), p99: median(p99s), cost: median(costs) },
    ]),
  );
}

interface Rounds {
  rates: number[];
  p99s: number[];
  costs: number[];
}

async function ask({ name, url, headers }: Contestant, seconds: number, connections = CONNECTIONS) {
  // Each connection goes through them from the first one, so that another race takes others: calls are
  // limited by the minute.
  const addresses = Array.from({ length: ADDRESSES }, anyAddress);
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: addresses.map((address) => ({
      headers: { ...headers, 'x-forwarded-for': address },
    })),
  });
  const wrong = result.non2xx + result.errors + result.timeouts;
  if (wrong > 0) throw new Error(`${name}: ${wrong} of ${result.requests.total} went wrong`);
  return result;
}
