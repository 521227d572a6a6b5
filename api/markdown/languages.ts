import type { LanguageRegistration } from 'shiki/core';

type Grammar = () => Promise<{ default: LanguageRegistration[] }>;

interface Language {
  /** Name for readers. */
  label: string;
  aliases: string[];
  grammar: Grammar;
}

// All supported languages. Others are shown as plain text, so that a text cannot load any number of
// grammars.
const LANGUAGES: Record<string, Language> = {
  astro: { label: 'Astro', aliases: [], grammar: () => import('shiki/langs/astro.mjs') },
  bash: {
    label: 'Shell',
    aliases: ['sh', 'shell', 'zsh', 'fish'],
    grammar: () => import('shiki/langs/bash.mjs'),
  },
  c: { label: 'C', aliases: ['h'], grammar: () => import('shiki/langs/c.mjs') },
  cmake: { label: 'CMake', aliases: [], grammar: () => import('shiki/langs/cmake.mjs') },
  cpp: {
    label: 'C++',
    aliases: ['c++', 'cc', 'hpp'],
    grammar: () => import('shiki/langs/cpp.mjs'),
  },
  csharp: { label: 'C#', aliases: ['c#', 'cs'], grammar: () => import('shiki/langs/csharp.mjs') },
  css: { label: 'CSS', aliases: [], grammar: () => import('shiki/langs/css.mjs') },
  dart: { label: 'Dart', aliases: [], grammar: () => import('shiki/langs/dart.mjs') },
  diff: { label: 'Diff', aliases: ['patch'], grammar: () => import('shiki/langs/diff.mjs') },
  docker: {
    label: 'Dockerfile',
    aliases: ['dockerfile', 'containerfile'],
    grammar: () => import('shiki/langs/docker.mjs'),
  },
  elixir: { label: 'Elixir', aliases: ['ex'], grammar: () => import('shiki/langs/elixir.mjs') },
  go: { label: 'Go', aliases: ['golang'], grammar: () => import('shiki/langs/go.mjs') },
  graphql: {
    label: 'GraphQL',
    aliases: ['gql'],
    grammar: () => import('shiki/langs/graphql.mjs'),
  },
  haskell: { label: 'Haskell', aliases: ['hs'], grammar: () => import('shiki/langs/haskell.mjs') },
  html: { label: 'HTML', aliases: ['htm'], grammar: () => import('shiki/langs/html.mjs') },
  http: { label: 'HTTP', aliases: [], grammar: () => import('shiki/langs/http.mjs') },
  ini: {
    label: 'INI',
    aliases: ['properties', 'conf'],
    grammar: () => import('shiki/langs/ini.mjs'),
  },
  java: { label: 'Java', aliases: [], grammar: () => import('shiki/langs/java.mjs') },
  javascript: {
    label: 'JavaScript',
    aliases: ['js', 'mjs', 'cjs', 'node'],
    grammar: () => import('shiki/langs/javascript.mjs'),
  },
  json: { label: 'JSON', aliases: [], grammar: () => import('shiki/langs/json.mjs') },
  jsonc: { label: 'JSON', aliases: ['json5'], grammar: () => import('shiki/langs/jsonc.mjs') },
  jsx: { label: 'JSX', aliases: [], grammar: () => import('shiki/langs/jsx.mjs') },
  kotlin: {
    label: 'Kotlin',
    aliases: ['kt', 'kts'],
    grammar: () => import('shiki/langs/kotlin.mjs'),
  },
  less: { label: 'Less', aliases: [], grammar: () => import('shiki/langs/less.mjs') },
  lua: { label: 'Lua', aliases: [], grammar: () => import('shiki/langs/lua.mjs') },
  make: {
    label: 'Makefile',
    aliases: ['makefile', 'mk'],
    grammar: () => import('shiki/langs/make.mjs'),
  },
  markdown: {
    label: 'Markdown',
    aliases: ['md'],
    grammar: () => import('shiki/langs/markdown.mjs'),
  },
  mdx: { label: 'MDX', aliases: [], grammar: () => import('shiki/langs/mdx.mjs') },
  nginx: { label: 'nginx', aliases: [], grammar: () => import('shiki/langs/nginx.mjs') },
  perl: { label: 'Perl', aliases: ['pl'], grammar: () => import('shiki/langs/perl.mjs') },
  php: { label: 'PHP', aliases: [], grammar: () => import('shiki/langs/php.mjs') },
  powershell: {
    label: 'PowerShell',
    aliases: ['ps', 'ps1', 'pwsh'],
    grammar: () => import('shiki/langs/powershell.mjs'),
  },
  python: {
    label: 'Python',
    aliases: ['py', 'python3'],
    grammar: () => import('shiki/langs/python.mjs'),
  },
  r: { label: 'R', aliases: [], grammar: () => import('shiki/langs/r.mjs') },
  ruby: { label: 'Ruby', aliases: ['rb'], grammar: () => import('shiki/langs/ruby.mjs') },
  rust: { label: 'Rust', aliases: ['rs'], grammar: () => import('shiki/langs/rust.mjs') },
  scala: { label: 'Scala', aliases: [], grammar: () => import('shiki/langs/scala.mjs') },
  scss: { label: 'SCSS', aliases: [], grammar: () => import('shiki/langs/scss.mjs') },
  shellsession: {
    label: 'Console',
    aliases: ['console', 'terminal'],
    grammar: () => import('shiki/langs/shellsession.mjs'),
  },
  sql: {
    label: 'SQL',
    aliases: ['sqlite', 'postgresql', 'mysql'],
    grammar: () => import('shiki/langs/sql.mjs'),
  },
  svelte: { label: 'Svelte', aliases: [], grammar: () => import('shiki/langs/svelte.mjs') },
  swift: { label: 'Swift', aliases: [], grammar: () => import('shiki/langs/swift.mjs') },
  toml: { label: 'TOML', aliases: [], grammar: () => import('shiki/langs/toml.mjs') },
  tsx: { label: 'TSX', aliases: [], grammar: () => import('shiki/langs/tsx.mjs') },
  typescript: {
    label: 'TypeScript',
    aliases: ['ts', 'mts', 'cts'],
    grammar: () => import('shiki/langs/typescript.mjs'),
  },
  vue: { label: 'Vue', aliases: [], grammar: () => import('shiki/langs/vue.mjs') },
  xml: { label: 'XML', aliases: ['svg', 'xsl'], grammar: () => import('shiki/langs/xml.mjs') },
  yaml: { label: 'YAML', aliases: ['yml'], grammar: () => import('shiki/langs/yaml.mjs') },
  zig: { label: 'Zig', aliases: [], grammar: () => import('shiki/langs/zig.mjs') },
};

// Names of plain text, which has no label and no grammar.
const PLAIN = new Set(['', 'text', 'txt', 'plain', 'plaintext', 'none', 'output']);

const NAMES = new Map(
  Object.entries(LANGUAGES).flatMap(([name, { aliases }]) =>
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
  const label = name === undefined ? undefined : LANGUAGES[name]?.label;
  return label ?? (PLAIN.has(alias) ? '' : alias.slice(0, 24));
}

/** Loads the grammar of a supported language with all embedded grammars. @throws Error for others */
export async function loadGrammar(name: string): Promise<LanguageRegistration[]> {
  const language = LANGUAGES[name];
  if (language === undefined) throw new Error(`There is no grammar for '${name}'.`);
  return (await language.grammar()).default;
}
