import type { AppContext } from '../../context.ts';
import { type CrossPosting, createCrossPosting } from '../../integrations/crosspost/clients.ts';
import type { Send } from '../../integrations/crosspost/transport.ts';
import { openKeyring } from '../secrets.ts';

/** What the services of cross-posts need besides their input. */
export interface CrossPostContext extends Pick<AppContext, 'config' | 'database' | 'clock'> {
  crossPosting: CrossPosting;
  /** Seals keys and tokens of other services. */
  key: Buffer;
}

/** @param send for tests that stand in for the network */
export function createCrossPostContext(
  { config, database, clock }: Pick<AppContext, 'config' | 'database' | 'clock'>,
  send?: Send,
): CrossPostContext {
  return {
    config,
    database,
    clock,
    crossPosting: createCrossPosting(config.crossPosts, send),
    key: openKeyring(config.dataFolder)('cross-posts'),
  };
}
