import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Pairs of an earlier and the present name. */
type Renamed = readonly (readonly [string, string])[];

/** Names of an export of format 1 that differ from those of format 2. */
interface EarlierNames {
  /** Name of the resource. */
  resource?: string;
  columns?: Renamed;
  /** Replacements of parts of values, by present column. */
  values?: Readonly<Record<string, readonly (readonly [RegExp, string])[]>>;
}

/** Differences by present resource. Resources without an entry did not change. */
const earlierNames: Readonly<Record<string, EarlierNames>> = {
  'notification-preferences': {
    resource: 'notification-choices',
    columns: [['byMail', 'byEmail']],
  },
  'product-images': { resource: 'product-pictures' },
  'update-notifications': { resource: 'product-news', columns: [['reached', 'lastRecipientId']] },
  notifications: {
    columns: [['about', 'subjectKey']],
    values: { subjectKey: [[/^news:/, 'update:']] },
  },
  comments: {
    columns: [
      ['signals', 'spamFactors'],
      ['answersId', 'replyToId'],
    ],
  },
  'comment-reports': { columns: [['settledAt', 'resolvedAt']] },
  'game-reviews': { columns: [['signals', 'spamFactors']] },
  products: { columns: [['sells', 'licenceType']] },
  'order-lines': {
    columns: [
      ['sells', 'licenceType'],
      ['picture', 'image'],
    ],
  },
  discounts: {
    columns: [
      ['maxUses', 'maxRedemptions'],
      ['maxUsesEach', 'maxRedemptionsPerCustomer'],
    ],
  },
  refunds: { columns: [['looks', 'pollCount']] },
  disputes: { columns: [['toldAt', 'reportedAt']], values: { state: [[/^answer$/, 'seller']] } },
  library: { columns: [['keysOwed', 'keysPending']] },
  'licence-keys': { columns: [['givenAt', 'assignedAt']] },
  'article-alerts': {
    columns: [
      ['reached', 'lastRecipientId'],
      ['takenBackAt', 'unpublishedAt'],
    ],
  },
  newsletters: {
    columns: [
      ['wishedAt', 'requestedAt'],
      ['reached', 'lastRecipientId'],
    ],
  },
  subscribers: {
    columns: [
      ['askedAt', 'requestedAt'],
      ['mails', 'emailCount'],
      ['mailedAt', 'emailedAt'],
    ],
  },
  'contact-messages': { columns: [['mailedAt', 'emailedAt']] },
  'cross-posts': { values: { state: [[/^planned$/, 'scheduled']] } },
  settings: {
    values: {
      key: [
        [/^connections-per-address$/, 'connections-per-ip-address'],
        [/^mail-about-messages$/, 'email-about-messages'],
        [/^helper-(calls|tokens)$/, 'ai-helper-$1'],
      ],
    },
  },
};

/** Differences in the keys of JSON files of the owner. */
const earlierKeys: Readonly<Record<string, Renamed>> = {
  'content/profile/blog.json': [['byMail', 'byEmail']],
  'content/profile/contact.json': [['answerTime', 'responseTime']],
};

type Row = Record<string, unknown>;

const isObject = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function renameKeys(row: Row, renamed: Renamed = []): Row {
  const names = new Map(renamed);
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [names.get(key) ?? key, value]),
  );
}

interface Named {
  resources: { name: string }[];
  files: { name: string }[];
}

/**
 * Renames resources and files of an unpacked export of format 1, in its manifest and in its folder, and keys in
 * the owner's files. `convertEarlierRow` converts the rows.
 * @returns the manifest with the present names
 */
export function convertEarlierExport<Manifest extends Named>(
  folder: string,
  manifest: Manifest,
): Manifest {
  const renamed = new Map<string, string>();
  for (const [name, { resource }] of Object.entries(earlierNames)) {
    if (resource !== undefined) renamed.set(resource, name);
  }
  const files = manifest.files.map((file) => {
    const name = renamed.get(/^data\/(.+)\.jsonl$/.exec(file.name)?.[1] ?? '');
    if (name === undefined) return file;
    const current = `data/${name}.jsonl`;
    renameSync(path.join(folder, file.name), path.join(folder, current));
    return { ...file, name: current };
  });
  for (const [name, keys] of Object.entries(earlierKeys)) {
    convertJsonFile(path.join(folder, name), keys);
  }
  const resources = manifest.resources.map((entry) => ({
    ...entry,
    name: renamed.get(entry.name) ?? entry.name,
  }));
  return { ...manifest, resources, files };
}

/** Leaves invalid files unchanged, because the validation of CONTENT_DIR describes their errors. */
function convertJsonFile(file: string, keys: Renamed): void {
  if (!existsSync(file)) return;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return;
  }
  if (isObject(value)) writeFileSync(file, `${JSON.stringify(renameKeys(value, keys), null, 2)}\n`);
}

/** Converts a parsed line of format 1. @param resource present name */
export function convertEarlierRow(resource: string, value: unknown): unknown {
  const names = earlierNames[resource];
  if (names === undefined || !isObject(value)) return value;
  const row = renameKeys(value, names.columns);
  for (const [column, replacements] of Object.entries(names.values ?? {})) {
    for (const [pattern, replacement] of replacements) {
      const found = row[column];
      if (typeof found === 'string') row[column] = found.replace(pattern, replacement);
    }
  }
  return row;
}
