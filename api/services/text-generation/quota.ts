import type { HelperUse } from '#contracts/helper.ts';
import type { AppContext } from '../../context.ts';
import { settingOf } from '../../db/hot/setting-of.ts';
import { addSpent, readSpent } from '../../db/repositories/text-generation.ts';
import { DomainError } from '../../errors.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

const DAY_MS = 86_400_000;
const dayOf = (time: number) => Math.floor(time / DAY_MS);

/** Returns today's usage and limits. */
export function getUsage({ database, clock }: Context): HelperUse {
  const spent = readSpent(database.query, dayOf(clock()));
  return {
    ...spent,
    callsMost: settingOf(database, 'helper-calls'),
    tokensMost: settingOf(database, 'helper-tokens'),
  };
}

/** Tokens reserved for a request. */
export interface Reserved {
  /** Records the actual usage. */
  settle(tokens: number): Promise<void>;
}

/**
 * Reserves a request and its tokens, so that concurrent requests cannot exceed the daily limit; a
 * killed request counts in full.
 * @throws DomainError HELPER_SPENT
 */
export async function reserveTokens(context: Context, tokens: number): Promise<Reserved> {
  const { database, clock } = context;
  const day = dayOf(clock());
  await database.write((transaction) => {
    const use = getUsage(context);
    const retryAfter = ((day + 1) * DAY_MS - clock()) / 1000;
    if (use.calls >= use.callsMost) {
      const msg = `The AI helper has reached today’s limit of ${use.calls} requests.`;
      throw new DomainError('HELPER_SPENT', { msg, retryAfter });
    }
    if (use.tokens + tokens > use.tokensMost) {
      const left = Math.max(0, use.tokensMost - use.tokens).toLocaleString('en');
      const msg = `${left} of today’s tokens are left, and this request needs up to ${tokens.toLocaleString('en')}.`;
      throw new DomainError('HELPER_SPENT', { msg, retryAfter });
    }
    addSpent(transaction, day, { calls: 1, tokens });
  });
  return {
    async settle(used) {
      await database.write((transaction) =>
        addSpent(transaction, day, { calls: 0, tokens: used - tokens }),
      );
    },
  };
}
