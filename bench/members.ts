import { insertProduct } from './attacks/lose-the-machine.ts';
import type { Bench } from './harness/bench-context.ts';
import { buy, createOwnerClient, type OwnerClient } from './harness/client.ts';
import { logProgress, type Measure, percentile, readProcessorTime } from './harness/report.ts';
import type { RunningServer } from './harness/server.ts';

/** Members who act at the same time. */
const MEMBERS = 16;
const ARTICLES = 100;
const PASSWORD = 'eleven paper boats';

/** Measures how many people can sign up and buy at the same time, with all calls of a free order. */
export const members: Bench = {
  title: 'Members',
  async measure(context) {
    const dataFolder = await context.database(ARTICLES);
    const product = insertProduct(dataFolder);
    const server = await context.start(dataFolder, { RATE_LIMITS: 'false' });
    const durationMs = context.short ? 3000 : 15_000;
    logProgress('signing up');
    const clients: OwnerClient[] = [];
    const signUps = await repeat(server, durationMs, async () => {
      clients.push(await signUp(server, `member-${clients.length}-${Math.random()}@example.org`));
    });
    logProgress('buying');
    const orders = await repeat(server, durationMs, (member) =>
      buy(clients[member] as OwnerClient, product),
    );
    await server.stop();
    return [
      { name: 'sign-ups', ...signUps },
      { name: 'orders, from the cart to the payment', ...orders },
    ];
  },
};

/** Repeats work by all members for some time. @returns the rate */
async function repeat(
  server: RunningServer,
  durationMs: number,
  work: (member: number) => Promise<unknown>,
): Promise<Omit<Measure, 'name'>> {
  const latencies: number[] = [];
  const before = readProcessorTime(server.pid);
  const endsAt = performance.now() + durationMs;
  const visit = async (member: number) => {
    for (let at = performance.now(); at < endsAt; at = performance.now()) {
      await work(member);
      latencies.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: MEMBERS }, (_, member) => visit(member)));
  const cost = ((readProcessorTime(server.pid) - before) / latencies.length) * 1000;
  return {
    value: latencies.length / (durationMs / 60_000),
    unit: '/min',
    note: `${MEMBERS} at the same time; median ${Math.round(percentile(latencies, 0.5))} ms, p99 ${Math.round(percentile(latencies, 0.99))} ms, ${Math.round(cost)} ms of processor time each`,
  };
}

async function signUp(server: RunningServer, email: string): Promise<OwnerClient> {
  const client = createOwnerClient(server, { email, password: PASSWORD });
  const body = { name: 'Some Member', email, password: PASSWORD };
  await client.save('POST', '/api/user/register', body);
  return client;
}
