import { z } from 'zod';
import { isCurrency } from './money.ts';
import { isTimeZone } from './zoned-time.ts';

/** What people read of a setting. */
interface Words {
  group: 'Readers' | 'Members' | 'Comments' | 'Helper' | 'Shop' | 'Site';
  title: string;
  /** What it does, in a sentence or two. */
  sentence: string;
}
interface More {
  /**
   * Under what name published pages record that they read it (`setting:<name>`): they are rendered
   * again when it changes. Settings that the same pages read share one.
   */
  onPages?: 'meter' | 'shop';
  /** True if changing it requires re-authentication: it concerns security, or deletes evidence. */
  guarded?: true;
}

const onOff = <Row extends Words & More & { default: boolean }>(row: Row) => ({
  ...row,
  kind: 'switch' as const,
  schema: z.boolean('This is either on or off.'),
});

const wholeNumber = <Row extends Words & More & { default: number; min: number; max: number }>(
  row: Row,
) => {
  const bounds = `This needs a whole number from ${row.min} to ${row.max}.`;
  return {
    ...row,
    kind: 'number' as const,
    schema: z.int(bounds).min(row.min, bounds).max(row.max, bounds),
  };
};

const timeZone = <Row extends Words & More & { default: string }>(row: Row) => ({
  ...row,
  kind: 'zone' as const,
  schema: z
    .string()
    .max(60)
    .refine(isTimeZone, 'This is no time zone; they are written as Europe/Berlin.'),
});

const currency = <Row extends Words & More & { default: string }>(row: Row) => ({
  ...row,
  kind: 'currency' as const,
  schema: z
    .string()
    .max(3, 'A currency is written with its three letters, such as EUR.')
    .refine(isCurrency, 'A currency is written with its three letters, such as EUR.'),
});

/** One line, or with `lines` as many as fit. */
const words = <Row extends Words & More & { default: string; max: number; lines?: true }>(
  row: Row,
) => ({
  ...row,
  kind: row.lines ? ('lines' as const) : ('line' as const),
  schema: z
    .string()
    .trim()
    .max(row.max, `At most ${row.max} characters.`)
    .regex(
      row.lines ? /^[\P{Cc}\r\n\t]*$/u : /^\P{Cc}*$/u,
      'Control characters cannot be used here.',
    ),
});

/**
 * Everything an owner sets while the site runs. A row here is stored, answered and accepted by the
 * API, asked for in the form of /admin/settings, and has to stand in docs/operate.md.
 */
export const settingTable = {
  meter: onOff({
    group: 'Readers',
    title: 'Courtesy notice about member-only stories',
    sentence:
      'Tells guests how many stories they have read this month. It counts in the browser and never hides any text.',
    default: true,
    onPages: 'meter',
  }),
  'free-stories': wholeNumber({
    group: 'Readers',
    title: 'Stories a month that the notice calls free',
    sentence: 'Only what the notice says: every story stays free.',
    default: 2,
    min: 1,
    max: 100,
    onPages: 'meter',
  }),
  'open-registration': onOff({
    group: 'Members',
    title: 'Anybody may register',
    sentence: 'Switched off, new accounts are made by invitation alone.',
    default: true,
  }),
  'admins-need-second-factor': onOff({
    group: 'Members',
    title: 'Admins need a second factor',
    sentence:
      'With it, whoever is an admin is heard as one only with an authenticator or a passkey.',
    default: false,
    guarded: true,
  }),
  'guest-comments': onOff({
    group: 'Comments',
    title: 'Guests may respond',
    sentence:
      'Without an account, as ‘Anonymous’. What they write always waits until somebody has looked at it.',
    default: true,
  }),
  'comments-trusted-after': wholeNumber({
    group: 'Comments',
    title: 'Responses that make a member trusted',
    sentence:
      'After so many that are public, the next ones of the same member appear by themselves. 0 trusts everybody who has an account.',
    default: 1,
    min: 0,
    max: 50,
  }),
  'helper-calls': wholeNumber({
    group: 'Helper',
    title: 'Calls of the helper a day',
    sentence: 'So often it may be asked, by all admins together, from midnight to midnight UTC.',
    default: 100,
    min: 0,
    max: 10_000,
  }),
  'helper-tokens': wholeNumber({
    group: 'Helper',
    title: 'Tokens of the helper a day',
    sentence:
      'What services count and charge: about four letters each, question and answer together.',
    default: 200_000,
    min: 0,
    max: 100_000_000,
  }),
  currency: currency({
    group: 'Shop',
    title: 'Currency',
    sentence:
      'Of every price. Prices keep their number when it changes, orders the currency they were paid in.',
    default: 'EUR',
    onPages: 'shop',
  }),
  seller: words({
    group: 'Shop',
    title: 'Seller',
    sentence: 'Name, address and what else a receipt has to say of you, such as a VAT number.',
    default: '',
    max: 1000,
    lines: true,
  }),
  'tax-line': words({
    group: 'Shop',
    title: 'Tax line',
    sentence:
      'A sentence below the total of each receipt, such as which tax is in it, or why none is.',
    default: '',
    max: 300,
  }),
  'shop-terms': words({
    group: 'Shop',
    title: 'Terms',
    sentence: 'What a buyer agrees to before paying. It is stored with each order as it was then.',
    default:
      'Files are delivered at once, as a download in your library. By ordering you ask for that immediate delivery and know that your right to withdraw ends with it. You may use what you buy for your own work and on all of your devices; passing the files on is not allowed.',
    max: 20_000,
    lines: true,
  }),
  'downloads-a-day': wholeNumber({
    group: 'Shop',
    title: 'Downloads of a file a day',
    sentence:
      'So often a buyer may fetch the same version of a file within 24 hours; one that was cut and resumed counts once. 0 sets no limit.',
    default: 10,
    min: 0,
    max: 1000,
  }),
  'order-years': wholeNumber({
    group: 'Shop',
    title: 'Years that orders keep the buyer of a deleted account',
    sentence:
      'As long as the law wants it. After that name, e-mail and address are taken out, and the order stays. 0 keeps them for ever.',
    default: 10,
    min: 0,
    max: 100,
    guarded: true,
  }),
  timezone: timeZone({
    group: 'Site',
    title: 'Your time zone',
    sentence: 'Decides when the day of a scheduled article begins, and when a discount code does.',
    default: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  }),
  'audit-days': wholeNumber({
    group: 'Site',
    title: 'Days that the audit log is kept',
    sentence: 'Older entries are forgotten within the hour. 0 keeps them for ever.',
    default: 365,
    min: 0,
    max: 36_500,
    guarded: true,
  }),
  'connections-per-address': wholeNumber({
    group: 'Site',
    title: 'Connections of one IP address',
    sentence:
      'How many an address may have open at the same time; further ones are refused. Behind a trusted proxy, how many requests and event streams.',
    default: 100,
    min: 10,
    max: 100_000,
  }),
  'mail-about-messages': onOff({
    group: 'Site',
    title: 'Mail to admins about messages',
    sentence: 'What visitors write on /contact is kept under Messages either way.',
    default: true,
  }),
};

export type SettingName = keyof typeof settingTable;
export type SettingValue<Name extends SettingName> = z.infer<(typeof settingTable)[Name]['schema']>;

export const settingNames = Object.keys(settingTable) as SettingName[];

const anyValue = z.union([z.boolean(), z.number(), z.string()]);

/** A setting as the form draws it. */
export const settingResponse = z
  .object({
    name: z.string(),
    group: z.string(),
    title: z.string(),
    sentence: z.string(),
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

/** PUT /api/admin/settings: what changes; the others stay. */
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
