import type { HelperUse } from '#contracts/helper.ts';
import type { AppContext } from '../../context.ts';
import { settingOf } from '../../db/repositories/setting-of.ts';
import { addSpent, readSpent } from '../../db/repositories/text-generation.ts';
import { DomainError } from '../../errors.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

const DAY_MS = 86_400_000;
const dayOf = (time: number) => Math.floor(time / DAY_MS);

/** What today has used, and what it allows. */
export function readUse({ database, clock }: Context): HelperUse {
  const spent = readSpent(database.query, dayOf(clock()));
  return {
    ...spent,
    callsMost: settingOf(database, 'helper-calls'),
    tokensMost: settingOf(database, 'helper-tokens'),
  };
}

/** What was set aside for a call. */
export interface Reserved {
  /** Notes what it took in the end. */
  settle(tokens: number): Promise<void>;
}

/**
 * Sets a call and its tokens aside before it is made: calls at the same time cannot use more than the
 * day allows, and one that is killed counts in full.
 * @throws DomainError HELPER_SPENT
 */
export async function reserve(context: Context, tokens: number): Promise<Reserved> {
  const { database, clock } = context;
  const day = dayOf(clock());
  await database.write((transaction) => {
    const use = readUse(context);
    const retryAfter = ((day + 1) * DAY_MS - clock()) / 1000;
    if (use.calls >= use.callsMost) {
      const msg = `The helper has been asked ${use.calls} times today, which is what a day allows.`;
      throw new DomainError('HELPER_SPENT', { msg, retryAfter });
    }
    if (use.tokens + tokens > use.tokensMost) {
      const left = Math.max(0, use.tokensMost - use.tokens).toLocaleString('en');
      const msg = `Of today's tokens ${left} are left, and this takes up to ${tokens.toLocaleString('en')}.`;
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
