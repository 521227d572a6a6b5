import type { AppContext } from '../../context.ts';
import { type CrossPosting, createCrossPosting } from '../../integrations/crosspost/clients.ts';
import type { Send } from '../../integrations/crosspost/transport.ts';
import { openKeyring } from '../secrets.ts';

/** Dependencies of the cross-post services. */
export interface CrossPostContext extends Pick<AppContext, 'config' | 'database' | 'clock'> {
  crossPosting: CrossPosting;
  /** Encrypts keys and tokens of other services. */
  key: Buffer;
}

/** @param send replaces the network in tests */
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
