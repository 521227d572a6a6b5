import { isMap, parseDocument, stringify, visit } from 'yaml';

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
export class FrontMatterInvalid extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FrontMatterInvalid';
  }
}

const opening = /^---[ \t]*\r?\n/;
const closing = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/gm;

/**
 * Splits a text into front matter and body; removes one blank line between them.
 * @throws FrontMatterInvalid
 */
export function readFrontMatter(text: string): { matter: FrontMatter; body: string } {
  const start = opening.exec(text)?.[0].length;
  if (text.startsWith('+++')) {
    throw new FrontMatterInvalid(
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
    throw new FrontMatterInvalid(`The front matter is longer than ${FRONT_MATTER_MAX} characters.`);
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
    throw new FrontMatterInvalid(`The front matter is not valid YAML: ${firstLineOf(error)}.`, {
      cause: error,
    });
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
