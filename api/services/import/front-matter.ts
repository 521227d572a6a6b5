import { isMap, parseDocument, stringify, visit } from 'yaml';

/** Characters of front matter that are read; nobody writes more by hand. */
const FRONT_MATTER_MAX = 65_536;
/** How much aliases may multiply the nodes they repeat, before it counts as an attack. */
const ALIASES_MAX = 50;

/** A value of front matter: text, true or false, nothing, or lists and maps of those. */
export type FrontMatterValue =
  | string
  | boolean
  | null
  | FrontMatterValue[]
  | Map<unknown, FrontMatterValue>;
export type FrontMatter = Map<string, FrontMatterValue>;

/** Front matter that cannot be read; the message is a sentence that names the place. */
export class FrontMatterInvalid extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FrontMatterInvalid';
  }
}

const opening = /^---[ \t]*\r?\n/;
const closing = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/gm;

/**
 * Takes a text file apart. Text that only begins with a thematic break has no front matter; a blank
 * line behind the front matter belongs to neither part.
 * @throws FrontMatterInvalid
 */
export function readFrontMatter(text: string): { matter: FrontMatter; body: string } {
  const start = opening.exec(text)?.[0].length;
  if (text.startsWith('+++')) {
    throw new FrontMatterInvalid('Its front matter is TOML; only YAML between --- lines is read.');
  }
  if (start === undefined) return { matter: new Map(), body: text };
  closing.lastIndex = start;
  const end = closing.exec(text);
  if (!end) return { matter: new Map(), body: text };
  const matter = parseMatter(text.slice(start, end.index));
  if (!matter) return { matter: new Map(), body: text };
  return { matter, body: text.slice(closing.lastIndex).replace(/^\r?\n/, '') };
}

/** Maps stay Maps, so that a key such as __proto__ is a key like any other. */
function parseMatter(yaml: string): FrontMatter | null {
  if (yaml.length > FRONT_MATTER_MAX) {
    throw new FrontMatterInvalid(`Its front matter is longer than ${FRONT_MATTER_MAX} characters.`);
  }
  let value: unknown;
  try {
    const document = parseDocument(yaml, { prettyErrors: true, logLevel: 'silent' });
    const [error] = document.errors;
    if (error) throw error;
    if (document.contents === null) return new Map();
    if (!isMap(document.contents)) return null;
    // A title of 1.10 is text: numbers stay as they are written.
    visit(document, {
      Scalar(_key, node) {
        if (typeof node.value === 'number' || typeof node.value === 'bigint') {
          node.value = node.source ?? String(node.value);
        }
      },
    });
    value = document.toJS({ mapAsMap: true, maxAliasCount: ALIASES_MAX });
  } catch (error) {
    throw new FrontMatterInvalid(`Its front matter is not valid YAML: ${firstLineOf(error)}.`, {
      cause: error,
    });
  }
  return value instanceof Map ? withTextKeys(value) : null;
}

/** What the parser says, with lines counted from the beginning of the file. */
function firstLineOf(error: unknown): string {
  const [line = ''] = error instanceof Error ? error.message.split('\n') : [];
  return line
    .replace(/ at line (\d+)/, (_, number: string) => ` at line ${Number(number) + 1}`)
    .replace(/[:.]$/, '');
}

function withTextKeys(map: Map<unknown, FrontMatterValue>): FrontMatter {
  return new Map([...map].map(([key, value]) => [String(key), value]));
}

/** Writes front matter and text so that `readFrontMatter` gives both back to the letter. */
export function writeFrontMatter(matter: Record<string, unknown>, body: string): string {
  const yaml = stringify(matter, {
    lineWidth: 0,
    flowCollectionPadding: false,
    defaultStringType: 'PLAIN',
    // Anything that some other YAML reader might take for a number or a date is quoted.
    compat: 'yaml-1.1',
  });
  return `---\n${yaml}---\n\n${body}`;
}
