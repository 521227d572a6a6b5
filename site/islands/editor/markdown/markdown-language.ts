import {
  deleteMarkupBackward,
  insertNewlineContinueMarkup,
  markdownLanguage,
  pasteURLAsLink,
} from '@codemirror/lang-markdown';
import {
  HighlightStyle,
  Language,
  LanguageDescription,
  LanguageSupport,
  ParseContext,
  StreamLanguage,
  type StreamParser,
  syntaxHighlighting,
} from '@codemirror/language';
import { Prec } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { type MarkdownParser, parseCode } from '@lezer/markdown';

const streamLanguage = (parser: StreamParser<unknown>) =>
  new LanguageSupport(StreamLanguage.define(parser));

/** Languages of code blocks by name. Each is loaded with its first block. */
const codeLanguages: LanguageDescription[] = [
  codeLanguage('JavaScript', ['js', 'mjs', 'cjs', 'node', 'jsx'], async () =>
    (await import('@codemirror/lang-javascript')).javascript({ jsx: true }),
  ),
  codeLanguage('TypeScript', ['ts', 'mts', 'tsx'], async () =>
    (await import('@codemirror/lang-javascript')).javascript({ jsx: true, typescript: true }),
  ),
  codeLanguage('HTML', ['htm', 'vue', 'svelte', 'astro'], async () =>
    (await import('@codemirror/lang-html')).html(),
  ),
  codeLanguage('CSS', ['scss', 'less'], async () => (await import('@codemirror/lang-css')).css()),
  codeLanguage('JSON', ['jsonc', 'json5'], async () =>
    (await import('@codemirror/lang-json')).json(),
  ),
  codeLanguage('Python', ['py'], async () => (await import('@codemirror/lang-python')).python()),
  codeLanguage('SQL', ['sqlite', 'postgresql', 'mysql'], async () =>
    (await import('@codemirror/lang-sql')).sql(),
  ),
  codeLanguage('YAML', ['yml'], async () => (await import('@codemirror/lang-yaml')).yaml()),
  codeLanguage('Rust', ['rs'], async () => (await import('@codemirror/lang-rust')).rust()),
  codeLanguage('Go', ['golang'], async () => (await import('@codemirror/lang-go')).go()),
  codeLanguage('Java', ['kotlin', 'kt'], async () =>
    (await import('@codemirror/lang-java')).java(),
  ),
  codeLanguage('C++', ['cpp', 'c', 'h', 'hpp', 'cc'], async () =>
    (await import('@codemirror/lang-cpp')).cpp(),
  ),
  codeLanguage('PHP', [], async () => (await import('@codemirror/lang-php')).php({ plain: true })),
  codeLanguage('Shell', ['bash', 'sh', 'zsh', 'console'], async () =>
    streamLanguage((await import('@codemirror/legacy-modes/mode/shell')).shell),
  ),
  codeLanguage('Dockerfile', ['docker', 'containerfile'], async () =>
    streamLanguage((await import('@codemirror/legacy-modes/mode/dockerfile')).dockerFile),
  ),
  codeLanguage('TOML', [], async () =>
    streamLanguage((await import('@codemirror/legacy-modes/mode/toml')).toml),
  ),
  codeLanguage('Diff', ['patch'], async () =>
    streamLanguage((await import('@codemirror/legacy-modes/mode/diff')).diff),
  ),
  codeLanguage('Ruby', ['rb'], async () =>
    streamLanguage((await import('@codemirror/legacy-modes/mode/ruby')).ruby),
  ),
  codeLanguage('XML', ['svg'], async () =>
    streamLanguage((await import('@codemirror/legacy-modes/mode/xml')).xml),
  ),
  codeLanguage('nginx', [], async () =>
    streamLanguage((await import('@codemirror/legacy-modes/mode/nginx')).nginx),
  ),
];

/** Languages in the toolbar: label, and name in the Markdown. */
export const offeredLanguages: { name: string; info: string }[] = [
  { name: 'Plain text', info: '' },
  { name: 'TypeScript', info: 'ts' },
  { name: 'JavaScript', info: 'js' },
  { name: 'HTML', info: 'html' },
  { name: 'CSS', info: 'css' },
  { name: 'JSON', info: 'json' },
  { name: 'Shell', info: 'bash' },
  { name: 'SQL', info: 'sql' },
  { name: 'Python', info: 'python' },
  { name: 'Go', info: 'go' },
  { name: 'Rust', info: 'rust' },
  { name: 'Java', info: 'java' },
  { name: 'C++', info: 'cpp' },
  { name: 'PHP', info: 'php' },
  { name: 'Ruby', info: 'ruby' },
  { name: 'YAML', info: 'yaml' },
  { name: 'TOML', info: 'toml' },
  { name: 'Dockerfile', info: 'dockerfile' },
  { name: 'Diff', info: 'diff' },
];

// `markdown()` of the library would add HTML, CSS and JavaScript for tags within the text.
function parserOfCode(info: string) {
  const name = /\S*/.exec(info)?.[0] ?? '';
  const description = name && LanguageDescription.matchLanguageName(codeLanguages, name, false);
  if (!description) return null;
  return description.support?.language.parser ?? ParseContext.getSkippingParser(description.load());
}

const parser = (markdownLanguage.parser as MarkdownParser).configure([
  parseCode({ codeParser: parserOfCode }),
  { remove: ['Subscript', 'Superscript', 'Emoji'] },
]);
const language = new Language(markdownLanguage.data, parser, [], 'markdown');

/** Class names, so that colours come from the site's tokens in both themes (editor-view.css). */
const highlight = HighlightStyle.define([
  { tag: tags.heading1, class: 'md-heading md-heading--1' },
  { tag: tags.heading2, class: 'md-heading md-heading--2' },
  { tag: [tags.heading3, tags.heading4, tags.heading5, tags.heading6], class: 'md-heading' },
  { tag: tags.strong, class: 'md-strong' },
  { tag: tags.emphasis, class: 'md-emphasis' },
  { tag: tags.strikethrough, class: 'md-struck' },
  { tag: tags.monospace, class: 'md-code' },
  { tag: tags.link, class: 'md-link' },
  { tag: tags.url, class: 'md-url' },
  { tag: tags.quote, class: 'md-quote' },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.labelName], class: 'md-mark' },
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.tagName], class: 'md-keyword' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], class: 'md-string' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], class: 'md-number' },
  { tag: [tags.comment, tags.meta], class: 'md-comment' },
  { tag: [tags.typeName, tags.className, tags.attributeName], class: 'md-type' },
  { tag: [tags.definition(tags.variableName), tags.function(tags.variableName)], class: 'md-name' },
  { tag: tags.inserted, class: 'md-string' },
  { tag: tags.deleted, class: 'md-keyword' },
]);

/** Markdown of this site: GFM, with syntax highlighting in code blocks. */
export const markdownSupport = [
  new LanguageSupport(language, [pasteURLAsLink]),
  syntaxHighlighting(highlight),
  Prec.high(
    keymap.of([
      { key: 'Enter', run: insertNewlineContinueMarkup },
      { key: 'Backspace', run: deleteMarkupBackward },
    ]),
  ),
];

function codeLanguage(name: string, alias: string[], load: () => Promise<LanguageSupport>) {
  return LanguageDescription.of({ name, alias, load });
}
