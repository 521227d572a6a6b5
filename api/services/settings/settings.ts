import { decimalsOf } from '#contracts/money.ts';
import {
  type SettingChangeRequest,
  type SettingName,
  type SettingResponse,
  settingNames,
  settingTable,
} from '#contracts/settings.ts';
import { type AppContext, iso } from '../../context.ts';
import { addAuditDetails, type Queryable } from '../../db/database.ts';
import { enqueueJob } from '../../db/hot/jobs.ts';
import { settingOf } from '../../db/hot/site.ts';
import { rescalePrices } from '../../db/repositories/products.ts';
import { listSettingTimes, upsertSetting } from '../../db/repositories/site.ts';
import { DomainError, fieldError } from '../../errors.ts';
import { paypalSupports } from '../../payment-provider.ts';
import { preventSelfLockout } from '../second-factors/second-factors.ts';

type Value = boolean | number | string;

/** Returns all settings with their labels for the form. */
export function readSettings({ database }: Pick<AppContext, 'database'>): SettingResponse[] {
  const times = listSettingTimes(database.query);
  return settingNames.map((name) => {
    const row = settingTable[name];
    const changed = times.get(name);
    return {
      name,
      group: row.group,
      title: row.title,
      description: row.description,
      kind: row.kind,
      ...('min' in row && { min: row.min }),
      ...('max' in row && { max: row.max }),
      value: settingOf(database, name),
      default: row.default,
      changedAt: iso(changed),
    };
  });
}

interface Check {
  config: AppContext['config'];
  transaction: Queryable;
  userId: number;
}

/** Further checks of settings that could lock out users or stop payments. */
const checks: Partial<Record<SettingName, (check: Check, value: Value) => void>> = {
  'admins-need-second-factor': ({ transaction, userId }, value) => {
    if (value === true) preventSelfLockout(transaction, userId);
  },
  currency: ({ config }, value) => {
    if (!config.paypal || paypalSupports(String(value))) return;
    const msg = `PayPal does not support payments in ${value}. Please choose another currency.`;
    throw fieldError('currency', msg);
  },
};

/** Changes that depend on a setting, in the same transaction. */
const consequences: Partial<
  Record<SettingName, (transaction: Queryable, before: Value, after: Value) => void>
> = {
  currency: (transaction, before, after) => {
    const digits = decimalsOf(String(after)) - decimalsOf(String(before));
    if (digits !== 0) rescalePrices(transaction, 10 ** digits);
  },
};

/** Characters of a value in the audit log. */
const AUDITED_LENGTH_MAX = 120;

function inShort(value: Value): string {
  const text = String(value);
  return text.length > AUDITED_LENGTH_MAX ? `${text.slice(0, AUDITED_LENGTH_MAX)}…` : text;
}

const isGuarded = (name: SettingName) => 'guarded' in settingTable[name];
/** Returns the dependency tag of pages that show a setting, if any. */
function pageTagOf(name: SettingName): string[] {
  const row = settingTable[name];
  return 'onPages' in row && row.onPages ? [`setting:${row.onPages}`] : [];
}

type SettingsContext = Pick<AppContext, 'config' | 'database' | 'clock' | 'publisher'>;

interface Changer {
  userId: number;
  /** True after a recent re-authentication. */
  hasRecentAuth: boolean;
}

/**
 * Stores changed settings. They apply from the next request on, and pages that show them are rendered again.
 * @throws DomainError REAUTHENTICATION_REQUIRED for sensitive settings, STATE_CONFLICT, VALIDATION
 */
export async function changeSettings(
  { config, database, clock, publisher }: SettingsContext,
  input: SettingChangeRequest,
  { userId, hasRecentAuth }: Changer,
): Promise<void> {
  const rendering = await database.write((transaction) => {
    const changes = changesOf(database, input);
    if (changes.some(({ name }) => isGuarded(name)) && !hasRecentAuth) {
      throw new DomainError('REAUTHENTICATION_REQUIRED');
    }
    for (const { name, before, after } of changes) {
      checks[name]?.({ config, transaction, userId }, after);
      consequences[name]?.(transaction, before, after);
      upsertSetting(transaction, name, after, clock());
      addAuditDetails({ [name]: `${inShort(before)} → ${inShort(after)}` });
    }
    const tags = [...new Set(changes.flatMap(({ name }) => pageTagOf(name)))];
    if (tags.length === 0) return false;
    enqueueJob(database, { kind: 'refresh', payload: { tags, paths: [] }, now: clock() });
    return true;
  });
  if (rendering) publisher.wake();
}

function changesOf(database: AppContext['database'], input: SettingChangeRequest) {
  return settingNames.flatMap((name) => {
    const after = input[name];
    const before = settingOf(database, name);
    return after === undefined || after === before ? [] : [{ name, before, after }];
  });
}
