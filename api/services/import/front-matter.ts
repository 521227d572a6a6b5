import { isMap, parseDocument, stringify, visit } from 'yaml';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** Maximum characters of front matter. */
const FRONT_MATTER_MAX = 65_536;
/** Maximum expansion of YAML aliases, against denial of service. */
const ALIASES_MAX = 50;

/** Value in front matter; numbers stay text. */
export type FrontMatterValue =
  | string
  | boolean
  | null
  | FrontMatterValue[]
  | Map<unknown, FrontMatterValue>;
export type FrontMatter = Map<string, FrontMatterValue>;

/** Front matter that cannot be parsed; the message is for the user and names the line. */
export class InvalidFrontMatterError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'InvalidFrontMatterError';
  }
}

const opening = /^---[ \t]*\r?\n/;
const closing = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/gm;

/** Splits a text into front matter and body; removes one blank line between them. @throws InvalidFrontMatterError */
export function readFrontMatter(text: string): { matter: FrontMatter; body: string } {
  const start = opening.exec(text)?.[0].length;
  if (text.startsWith('+++')) {
    throw new InvalidFrontMatterError(
      'The front matter is TOML; only YAML between --- lines is supported.',
    );
  }
  if (start === undefined) return { matter: new Map(), body: text };
  closing.lastIndex = start;
  const end = closing.exec(text);
  if (!end) return { matter: new Map(), body: text };
  const matter = parseMatter(text.slice(start, end.index));
  if (!matter) return { matter: new Map(), body: text };
  return { matter, body: text.slice(closing.lastIndex).replace(/^\r?\n/, '') };
}

/** Parses YAML; maps stay Map objects, so that keys such as __proto__ are safe. */
function parseMatter(yaml: string): FrontMatter | null {
  if (yaml.length > FRONT_MATTER_MAX) {
    throw new InvalidFrontMatterError(
      `The front matter is longer than ${FRONT_MATTER_MAX} characters.`,
    );
  }
  let value: unknown;
  try {
    const document = parseDocument(yaml, { prettyErrors: true, logLevel: 'silent' });
    const [error] = document.errors;
    if (error) throw error;
    if (document.contents === null) return new Map();
    if (!isMap(document.contents)) return null;
    // Numbers keep their spelling: a title may be 1.10.
    visit(document, {
      Scalar(_key, node) {
        if (typeof node.value === 'number' || typeof node.value === 'bigint') {
          node.value = node.source ?? String(node.value);
        }
      },
    });
    value = document.toJS({ mapAsMap: true, maxAliasCount: ALIASES_MAX });
  } catch (error) {
    throw new InvalidFrontMatterError(
      `The front matter is not valid YAML: ${firstLineOf(error)}.`,
      {
        cause: error,
      },
    );
  }
  return value instanceof Map ? withTextKeys(value) : null;
}

/** Returns the first line of a parser error, with the line number in the file. */
function firstLineOf(error: unknown): string {
  const [line = ''] = error instanceof Error ? error.message.split('\n') : [];
  return line
    .replace(/ at line (\d+)/, (_, number: string) => ` at line ${Number(number) + 1}`)
    .replace(/[:.]$/, '');
}

function withTextKeys(map: Map<unknown, FrontMatterValue>): FrontMatter {
  return new Map([...map].map(([key, value]) => [String(key), value]));
}

/** Formats front matter and body so that `readFrontMatter` returns both unchanged. */
export function writeFrontMatter(matter: Record<string, unknown>, body: string): string {
  const yaml = stringify(matter, {
    lineWidth: 0,
    flowCollectionPadding: false,
    defaultStringType: 'PLAIN',
    // Quotes strings that other YAML parsers read as numbers or dates.
    compat: 'yaml-1.1',
  });
  return `---\n${yaml}---\n\n${body}`;
}

/**
 * Fits a value to the contract of a field: shortens long values and drops invalid ones, with notes.
 * @returns the value as the contract returns it, or undefined if nothing is valid
 */
export function fitToContract<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  value: unknown,
  notes: string[],
): z.output<Schema> | undefined {
  let fitting = value;
  // Each round may reveal further issues: first of entries, then of their number.
  for (let round = 0; round < 4; round += 1) {
    const parsed = schema.safeParse(fitting);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    if (issue) notes.push(`${name}: ${issue.message}`);
    fitting = repair(fitting, parsed.error.issues);
    if (fitting === undefined) return undefined;
  }
  return undefined;
}

function repair(value: unknown, issues: Issue[]): unknown {
  const whole = issues.filter((issue) => issue.path.length === 0);
  if (!Array.isArray(value)) return whole[0] ? shortenToMaximum(value, whole[0]) : undefined;
  const entries = new Map(issues.map((issue) => [issue.path[0], issue]));
  const repaired = value.flatMap((entry, index) => {
    const issue = entries.get(index);
    if (!issue) return [entry];
    const shorter = shortenToMaximum(entry, issue);
    return shorter === undefined ? [] : [shorter];
  });
  return whole[0] ? shortenToMaximum(repaired, whole[0]) : repaired;
}

function shortenToMaximum(value: unknown, issue: Issue): unknown {
  if (issue.code !== 'too_big') return undefined;
  const maximum = Number(issue.maximum);
  if (Array.isArray(value)) return value.slice(0, maximum);
  if (typeof value !== 'string') return undefined;
  const cut = value
    .slice(0, maximum)
    .toWellFormed()
    .replace(/\uFFFD$/, '');
  return cut.trimEnd();
}
