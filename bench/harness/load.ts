import { spawnSync } from 'node:child_process';
import os from 'node:os';
import autocannon from 'autocannon';
import { median, readProcessorTime } from './report.ts';
import { randomIpAddress } from './server.ts';

/** Number of concurrent connections, as the bars require. */
export const CONNECTIONS = 32;
/** Simulated IP addresses of clients, so that rate limits can stay on. */
const IP_ADDRESSES = 2000;

/** A URL that is requested as often as possible. */
export interface LoadTarget {
  name: string;
  url: string;
  /** Process id of the server. */
  pid: number;
  headers?: Record<string, string>;
}

export interface LoadResult {
  /** Requests per second, the median of all rounds. */
  rate: number;
  /** 99th percentile of the latency in milliseconds, the median of all rounds. */
  p99: number;
  /** Microseconds of processor time per request, the median of all rounds. */
  cost: number;
}

export interface LoadSettings {
  rounds: number;
  /** Duration of each measurement in seconds. */
  seconds: number;
  /** Number of concurrent connections; CONNECTIONS by default. */
  connections?: number;
}

export const loadSettings = (short: boolean): LoadSettings =>
  short ? { rounds: 3, seconds: 1 } : { rounds: 5, seconds: 4 };

/**
 * Measures the targets in turn in several rounds, so that other load on the machine affects all of them.
 * @throws Error if a response is not 2xx
 */
export async function measureInTurns(
  targets: LoadTarget[],
  { rounds, seconds, connections }: LoadSettings,
): Promise<Map<string, LoadResult>> {
  const results = new Map(
    targets.map(({ name }) => [name, { rates: [], p99s: [], costs: [] } as Samples]),
  );
  for (const target of targets) await sendRequests(target, 1, connections);
  for (let round = 0; round < rounds; round += 1) {
    for (const target of targets) {
      using _processors = separateProcessors(target.pid);
      const before = readProcessorTime(target.pid);
      const result = await sendRequests(target, seconds, connections);
      const spent = readProcessorTime(target.pid) - before;
      const samples = results.get(target.name);
      samples?.rates.push(result.requests.average);
      samples?.p99s.push(result.latency.p99);
      samples?.costs.push((spent / result.requests.total) * 1e6);
    }
  }
  return new Map(
    [...results].map(([name, { rates, p99s, costs }]) => [
      name,
      { rate: median(rates), p99: median(p99s), cost: median(costs) },
    ]),
  );
}

/**
 * Runs the main threads of this process and of a server on different processors until the end of the scope.
 * The kernel would sometimes run both on one, which halves the rate.
 */
function separateProcessors(server: number): Disposable {
  const last = os.cpus().length - 1;
  const pin = (pid: number, processors: string) =>
    spawnSync('taskset', ['--pid', '--cpu-list', processors, String(pid)], { stdio: 'ignore' });
  if (last > 0) {
    pin(process.pid, '0');
    pin(server, String(last));
  }
  return {
    [Symbol.dispose]() {
      for (const pid of [process.pid, server]) pin(pid, `0-${last}`);
    },
  };
}

interface Samples {
  rates: number[];
  p99s: number[];
  costs: number[];
}

async function sendRequests(
  { name, url, headers }: LoadTarget,
  seconds: number,
  connections = CONNECTIONS,
) {
  // Each connection uses the IP addresses from the first one on. Each measurement gets new ones, because
  // calls are limited per minute.
  const ipAddresses = Array.from({ length: IP_ADDRESSES }, randomIpAddress);
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: ipAddresses.map((ipAddress) => ({
      headers: { ...headers, 'x-forwarded-for': ipAddress },
    })),
  });
  const failures = result.non2xx + result.errors + result.timeouts;
  if (failures > 0) throw new Error(`${name}: ${failures} of ${result.requests.total} failed`);
  return result;
}
