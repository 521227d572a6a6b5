import { z } from 'zod';
import { line, text } from './fields.ts';
import { isCurrency } from './money.ts';
import { isTimeZone } from './zoned-time.ts';

interface SettingTexts {
  group: 'Readers' | 'Members' | 'Comments' | 'AI helper' | 'Shop' | 'Site';
  title: string;
  /** Description in one or two sentences. */
  description: string;
}
interface More {
  /** Pages that show the setting. They are rendered again when it changes, by their tag `setting:<name>`. */
  onPages?: 'articles' | 'shop';
  /** True if a change requires re-authentication, because it affects security or deletes evidence. */
  guarded?: true;
}

const onOff = <Row extends SettingTexts & More & { default: boolean }>(row: Row) => ({
  ...row,
  kind: 'switch' as const,
  schema: z.boolean('This must be on or off.'),
});

const wholeNumber = <
  Row extends SettingTexts & More & { default: number; min: number; max: number },
>(
  row: Row,
) => {
  const bounds = `Enter a whole number from ${row.min} to ${row.max}.`;
  return {
    ...row,
    kind: 'number' as const,
    schema: z.int(bounds).min(row.min, bounds).max(row.max, bounds),
  };
};

const timeZone = <Row extends SettingTexts & More & { default: string }>(row: Row) => ({
  ...row,
  kind: 'zone' as const,
  schema: z
    .string()
    .max(60)
    .refine(isTimeZone, 'Unknown time zone. Use a name such as Europe/Berlin.'),
});

const currency = <Row extends SettingTexts & More & { default: string }>(row: Row) => ({
  ...row,
  kind: 'currency' as const,
  schema: z
    .string()
    .max(3, 'Use a three-letter currency code, such as EUR.')
    .refine(isCurrency, 'Use a three-letter currency code, such as EUR.'),
});

/** A text of one line, or of several with `lines`. */
const freeText = <Row extends SettingTexts & More & { default: string; max: number; lines?: true }>(
  row: Row,
) => ({
  ...row,
  kind: row.lines ? ('lines' as const) : ('line' as const),
  schema: row.lines ? text(row.max) : line(row.max),
});

/**
 * All settings that the owner can change while the site runs. The API stores and returns each row, the form of
 * /admin/settings shows it, and docs/operate.md has to describe it.
 */
export const settingTable = {
  meter: onOff({
    group: 'Readers',
    title: 'Courtesy notice about member-only stories',
    description:
      'Tells guests how many stories they have read this month. It counts in the browser and never hides any text.',
    default: true,
    onPages: 'articles',
  }),
  'free-stories': wholeNumber({
    group: 'Readers',
    title: 'Free stories per month shown in the notice',
    description: 'Only changes the number in the notice. All stories stay free.',
    default: 2,
    min: 1,
    max: 100,
    onPages: 'articles',
  }),
  'open-registration': onOff({
    group: 'Members',
    title: 'Open registration',
    description: 'When off, new accounts are by invitation only.',
    default: true,
  }),
  'admins-need-second-factor': onOff({
    group: 'Members',
    title: 'Admins need a second factor',
    description: 'Admins without an authenticator app or a passkey only have member rights.',
    default: false,
    guarded: true,
  }),
  'guest-comments': onOff({
    group: 'Comments',
    title: 'Allow guest comments',
    description:
      'Visitors without an account can comment as “Anonymous”. Their comments always need approval.',
    default: true,
    onPages: 'articles',
  }),
  'comments-trusted-after': wholeNumber({
    group: 'Comments',
    title: 'Approved comments before a member is trusted',
    description:
      'After this many approved comments, a member’s comments are published without review. 0 trusts every member.',
    default: 1,
    min: 0,
    max: 50,
  }),
  'ai-helper-calls': wholeNumber({
    group: 'AI helper',
    title: 'AI helper requests per day',
    description: 'Limit for all admins together, reset at midnight UTC.',
    default: 100,
    min: 0,
    max: 10_000,
  }),
  'ai-helper-tokens': wholeNumber({
    group: 'AI helper',
    title: 'AI helper tokens per day',
    description:
      'Providers charge by tokens (about four characters each), counting both prompt and response.',
    default: 200_000,
    min: 0,
    max: 100_000_000,
  }),
  currency: currency({
    group: 'Shop',
    title: 'Currency',
    description:
      'Used for all prices. Changing it keeps the numbers; existing orders keep their currency.',
    default: 'EUR',
    onPages: 'shop',
  }),
  seller: freeText({
    group: 'Shop',
    title: 'Seller',
    description: 'Your name, address and other details for receipts, such as a VAT number.',
    default: '',
    max: 1000,
    lines: true,
  }),
  'tax-line': freeText({
    group: 'Shop',
    title: 'Tax line',
    description:
      'Shown below the total on each receipt, for example the tax rate or the reason for an exemption.',
    default: '',
    max: 300,
  }),
  'shop-terms': freeText({
    group: 'Shop',
    title: 'Terms',
    description: 'Terms that buyers accept before paying. Each order stores the version accepted.',
    default:
      'Files are delivered immediately, as a download in your library. By ordering you agree to immediate delivery and acknowledge that you thereby lose your right of withdrawal. You may use what you buy for your own work and on all of your devices; passing the files on is not allowed.',
    max: 20_000,
    lines: true,
  }),
  'downloads-a-day': wholeNumber({
    group: 'Shop',
    title: 'Downloads per file per day',
    description:
      'How often a buyer can download the same file version within 24 hours. A resumed download counts once. 0 means no limit.',
    default: 10,
    min: 0,
    max: 1000,
  }),
  'order-years': wholeNumber({
    group: 'Shop',
    title: 'Years to keep buyer details after account deletion',
    description:
      'Set this to your legal retention period. Afterwards the name, email and address are removed and the order is kept. 0 keeps them forever.',
    default: 10,
    min: 0,
    max: 100,
    guarded: true,
  }),
  timezone: timeZone({
    group: 'Site',
    title: 'Your time zone',
    description:
      'Used for the dates of scheduled articles and discount codes, and for nightly backups.',
    default: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  }),
  'audit-days': wholeNumber({
    group: 'Site',
    title: 'Days to keep the audit log',
    description: 'Older entries are deleted within an hour. 0 keeps them forever.',
    default: 365,
    min: 0,
    max: 36_500,
    guarded: true,
  }),
  'nightly-backups': onOff({
    group: 'Site',
    title: 'Nightly backups',
    description:
      'Backs up the database, all uploads and the keys every night, and tests each backup.',
    default: true,
    guarded: true,
  }),
  'backup-hour': wholeNumber({
    group: 'Site',
    title: 'Hour of the nightly backup',
    description:
      'From 0 to 23, in your time zone. A missed backup runs when the server starts again.',
    default: 3,
    min: 0,
    max: 23,
  }),
  'connections-per-ip-address': wholeNumber({
    group: 'Site',
    title: 'Connections per IP address',
    description:
      'How many connections an IP address can have open at the same time; more are refused. Behind a trusted proxy, this limits requests and event streams.',
    default: 100,
    min: 10,
    max: 100_000,
  }),
  'email-about-messages': onOff({
    group: 'Site',
    title: 'Email admins about new messages',
    description: 'Messages from /contact are stored under Messages in either case.',
    default: true,
  }),
};

export type SettingName = keyof typeof settingTable;
export type SettingValue<Name extends SettingName> = z.infer<(typeof settingTable)[Name]['schema']>;

export const settingNames = Object.keys(settingTable) as SettingName[];

const anyValue = z.union([z.boolean(), z.number(), z.string()]);

export const settingResponse = z
  .object({
    name: z.string(),
    group: z.string(),
    title: z.string(),
    description: z.string(),
    kind: z.enum(['switch', 'number', 'zone', 'currency', 'line', 'lines']),
    min: z.number().optional(),
    max: z.number().optional(),
    value: anyValue,
    default: anyValue,
    changedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Setting' });
export type SettingResponse = z.infer<typeof settingResponse>;

/** GET /api/admin/settings */
export const settingListResponse = z
  .object({ settings: z.array(settingResponse) })
  .meta({ id: 'SettingList' });

/** PUT /api/admin/settings: changes the given settings. */
export const settingChangeRequest = z
  .strictObject(
    Object.fromEntries(
      settingNames.map((name) => [name, settingTable[name].schema.optional()]),
    ) as { [Name in SettingName]: z.ZodOptional<(typeof settingTable)[Name]['schema']> },
  )
  .meta({ id: 'SettingChange' });
export type SettingChangeRequest = z.infer<typeof settingChangeRequest>;

export const settingChangeResponse = settingListResponse
  .extend({ msg: z.string() })
  .meta({ id: 'SettingsChanged' });
