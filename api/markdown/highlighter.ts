import {
  createHighlighterCore,
  type GrammarState,
  type HighlighterCore,
  type LanguageRegistration,
  type ThemeRegistration,
} from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { type BundledLanguage, bundledLanguages } from 'shiki/langs';

// All supported languages, with their names for readers and their aliases. Others are shown as plain text, so
// that a text cannot load any number of grammars.
const LANGUAGES: Readonly<Record<string, readonly [label: string, ...aliases: string[]]>> = {
  astro: ['Astro'],
  bash: ['Shell', 'sh', 'shell', 'zsh', 'fish'],
  c: ['C', 'h'],
  cmake: ['CMake'],
  cpp: ['C++', 'c++', 'cc', 'hpp'],
  csharp: ['C#', 'c#', 'cs'],
  css: ['CSS'],
  dart: ['Dart'],
  diff: ['Diff', 'patch'],
  docker: ['Dockerfile', 'dockerfile', 'containerfile'],
  elixir: ['Elixir', 'ex'],
  go: ['Go', 'golang'],
  graphql: ['GraphQL', 'gql'],
  haskell: ['Haskell', 'hs'],
  html: ['HTML', 'htm'],
  http: ['HTTP'],
  ini: ['INI', 'properties', 'conf'],
  java: ['Java'],
  javascript: ['JavaScript', 'js', 'mjs', 'cjs', 'node'],
  json: ['JSON'],
  jsonc: ['JSON', 'json5'],
  jsx: ['JSX'],
  kotlin: ['Kotlin', 'kt', 'kts'],
  less: ['Less'],
  lua: ['Lua'],
  make: ['Makefile', 'makefile', 'mk'],
  markdown: ['Markdown', 'md'],
  mdx: ['MDX'],
  nginx: ['nginx'],
  perl: ['Perl', 'pl'],
  php: ['PHP'],
  powershell: ['PowerShell', 'ps', 'ps1', 'pwsh'],
  python: ['Python', 'py', 'python3'],
  r: ['R'],
  ruby: ['Ruby', 'rb'],
  rust: ['Rust', 'rs'],
  scala: ['Scala'],
  scss: ['SCSS'],
  shellsession: ['Console', 'console', 'terminal'],
  sql: ['SQL', 'sqlite', 'postgresql', 'mysql'],
  svelte: ['Svelte'],
  swift: ['Swift'],
  toml: ['TOML'],
  tsx: ['TSX'],
  typescript: ['TypeScript', 'ts', 'mts', 'cts'],
  vue: ['Vue'],
  xml: ['XML', 'svg', 'xsl'],
  yaml: ['YAML', 'yml'],
  zig: ['Zig'],
};

// Names of plain text, which has no label and no grammar.
const PLAIN = new Set(['', 'text', 'txt', 'plain', 'plaintext', 'none', 'output']);

const NAMES = new Map(
  Object.entries(LANGUAGES).flatMap(([name, [, ...aliases]]) =>
    [name, ...aliases].map((alias): [string, string] => [alias, name]),
  ),
);

/** Returns the language of a name or alias, such as `typescript` for `ts`, or undefined. */
export function findLanguage(alias: string): string | undefined {
  return NAMES.get(alias);
}

/** Returns the label of a language: 'TypeScript', the given name if unknown, '' for plain text. */
export function languageLabel(alias: string): string {
  const name = NAMES.get(alias);
  const label = name === undefined ? undefined : LANGUAGES[name]?.[0];
  return label ?? (PLAIN.has(alias) ? '' : alias.slice(0, 24));
}

/** Loads the grammar of a supported language with all embedded grammars. @throws Error for others */
async function loadGrammar(name: string): Promise<LanguageRegistration[]> {
  if (LANGUAGES[name] === undefined) throw new Error(`There is no grammar for '${name}'.`);
  return (await bundledLanguages[name as BundledLanguage]()).default;
}

// Classes of tokens with their TextMate scopes; the longest matching selector wins. highlight.css has the
// colours of both themes.
const SCOPES: ReadonlyArray<readonly [name: string, scopes: readonly string[]]> = [
  ['comment', ['comment', 'punctuation.definition.comment']],
  ['punctuation', ['punctuation', 'meta.brace', 'keyword.operator.accessor']],
  ['string', ['string', 'punctuation.definition.string', 'markup.inline.raw', 'markup.raw']],
  ['escape', ['constant.character.escape', 'constant.other.placeholder']],
  ['regexp', ['string.regexp', 'punctuation.definition.string.regexp']],
  ['number', ['constant.numeric', 'keyword.other.unit']],
  ['constant', ['constant', 'support.constant', 'variable.other.constant', 'variable.language']],
  [
    'keyword',
    [
      'keyword',
      'storage',
      'punctuation.definition.keyword',
      'punctuation.definition.template-expression',
      'punctuation.section.embedded',
      'keyword.operator.new',
      'keyword.operator.expression',
      'keyword.operator.logical.python',
      'keyword.operator.word',
      'entity.name.function.preprocessor',
    ],
  ],
  ['operator', ['keyword.operator']],
  [
    'function',
    [
      'entity.name.function',
      'support.function',
      'meta.function-call.generic',
      'entity.name.command',
    ],
  ],
  [
    'type',
    [
      'entity.name.type',
      'entity.name.class',
      'entity.name.namespace',
      'entity.other.inherited-class',
      'support.type',
      'support.class',
      'storage.type.java',
      'storage.type.generic',
    ],
  ],
  ['tag', ['entity.name.tag', 'punctuation.definition.tag']],
  ['attribute', ['entity.other.attribute-name', 'punctuation.definition.entity']],
  [
    'property',
    [
      'variable.other.property',
      'variable.other.object.property',
      'support.type.property-name',
      'support.variable.property',
      'meta.object-literal.key',
      'entity.name.tag.yaml',
      'keyword.other.definition.ini',
    ],
  ],
  ['parameter', ['variable.parameter']],
  ['heading', ['markup.heading', 'entity.name.section', 'meta.diff.header', 'meta.diff.range']],
  ['link', ['markup.underline.link', 'string.other.link']],
  ['strong', ['markup.bold']],
  ['emphasis', ['markup.italic']],
  ['inserted', ['markup.inserted', 'punctuation.definition.inserted']],
  ['deleted', ['markup.deleted', 'punctuation.definition.deleted']],
];

/** Classes of tokens: `tok-comment`, `tok-keyword`… */
export const TOKEN_CLASSES: readonly string[] = SCOPES.map(([name]) => `tok-${name}`);

/** Theme whose colours encode classes, which `tokenClass` decodes. */
const CLASS_THEME: ThemeRegistration = {
  name: 'token-classes',
  type: 'light',
  colors: { 'editor.foreground': '#000000', 'editor.background': '#ffffff' },
  settings: [
    { settings: { foreground: '#000000', background: '#ffffff' } },
    ...SCOPES.map(([, scope], index) => ({
      scope: [...scope],
      settings: { foreground: colour(index) },
    })),
  ],
};

const CLASS_OF_COLOUR = new Map(
  TOKEN_CLASSES.map((name, index): [string, string] => [colour(index), name]),
);

/** Maximum characters of a highlighted code block. */
export const HIGHLIGHT_CHARACTERS_MAX = 20_000;

// Longer lines stay plain, because highlighting minified code takes seconds.
const LINE_CHARACTERS_MAX = 1_000;

const THEME = CLASS_THEME.name ?? '';

// Deeper nesting makes each line slower, so the rest of a block stays plain beyond this depth. The depth
// is checked after each group of lines.
const NESTING_MAX = 150;
const LINES_PER_CHECK = 20;

/** Run of characters; `className` is one of TOKEN_CLASSES, or undefined for plain text. */
export interface CodeToken {
  text: string;
  className: string | undefined;
}

export interface Highlighter {
  /** Loads the grammar of a known language, once. */
  load(language: string): Promise<void>;
  isLoaded(language: string): boolean;
  /** Returns lines of tokens whose texts join to the code; the language must be loaded. */
  highlight(code: string, language: string): CodeToken[][];
}

function joinTokens(tokens: readonly CodeToken[]): CodeToken[] {
  const joined: CodeToken[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    // Blank runs have no visible colour, so they join the previous token.
    if (last && (last.className === token.className || token.text.trim() === '')) {
      last.text += token.text;
    } else {
      joined.push({ ...token });
    }
  }
  return joined;
}

function plain(line: string): CodeToken[] {
  return line === '' ? [] : [{ text: line, className: undefined }];
}

function tokenize(core: HighlighterCore, code: string, language: string): CodeToken[][] {
  const lines = code.split('\n');
  const result: CodeToken[][] = [];
  let grammarState: GrammarState | undefined;
  while (result.length < lines.length) {
    const depth = grammarState?.getInternalStack()?.depth ?? 0;
    if (depth > NESTING_MAX) return [...result, ...lines.slice(result.length).map(plain)];
    const next = lines.slice(result.length, result.length + LINES_PER_CHECK).join('\n');
    const tokens = core.codeToTokensBase(next, {
      lang: language,
      theme: THEME,
      tokenizeMaxLineLength: LINE_CHARACTERS_MAX,
      // No time limit, because the output must not depend on the speed of the machine.
      tokenizeTimeLimit: 0,
      ...(grammarState && { grammarState }),
    });
    for (const line of tokens) {
      const lineTokens = line.map(({ content, color }) => ({
        text: content,
        className: tokenClass(color),
      }));
      result.push(joinTokens(lineTokens));
    }
    grammarState = core.getLastGrammarState(tokens);
  }
  return result;
}

/** Creates a highlighter that loads grammars on demand. */
export function createHighlighter(): Highlighter {
  const engine = createJavaScriptRegexEngine({ forgiving: true });
  // One core per language: in a shared core, embedded languages are highlighted only if their grammar
  // is already loaded, so the output would depend on earlier texts.
  const cores = new Map<string, HighlighterCore>();
  const loading = new Map<string, Promise<void>>();

  async function create(language: string): Promise<void> {
    const core = await createHighlighterCore({
      engine,
      langs: [await loadGrammar(language)],
      themes: [CLASS_THEME],
      warnings: false,
    });
    cores.set(language, core);
  }

  return {
    load(language) {
      const promise = loading.get(language) ?? create(language);
      loading.set(language, promise);
      return promise;
    },
    isLoaded: (language) => cores.has(language),
    highlight(code, language) {
      const core = cores.get(language);
      if (core === undefined) throw new Error(`The grammar of '${language}' is not loaded.`);
      return tokenize(core, code, language);
    },
  };
}

// The highlighter returns only colours, so each class is encoded as a unique colour.
function colour(index: number): string {
  return `#${(index + 1).toString(16).padStart(6, '0')}`;
}

/** Returns the class of a colour in CLASS_THEME, or undefined for plain text. */
function tokenClass(colour: string | undefined): string | undefined {
  return CLASS_OF_COLOUR.get(colour?.toLowerCase() ?? '');
}
