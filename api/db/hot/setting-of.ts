import { type SettingName, type SettingValue, settingTable } from '#contracts/settings.ts';
import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

/** Returns the stored value of a setting, or its default. Cheap enough for each page. */
export function settingOf<Name extends SettingName>(
  database: Connection,
  name: Name,
): SettingValue<Name> {
  const row = prepared<[string], { value: string }>(
    database,
    'SELECT value FROM settings WHERE key = ?',
  ).get(name);
  const { schema, default: usual } = settingTable[name];
  const stored = row && schema.safeParse(JSON.parse(row.value));
  return (stored?.success ? stored.data : usual) as SettingValue<Name>;
}
