import type { Element, ElementContent } from 'hast';
import type { ByteCache } from './byte-cache.ts';
import {
  type CodeToken,
  findLanguage,
  HIGHLIGHT_CHARACTERS_MAX,
  type Highlighter,
  languageLabel,
} from './highlighter.ts';
import { element, text } from './tree.ts';

// Maximum number of marked lines, which limits the cost of `{1-999999999}`.
const LINES_MAX = 5_000;

/** Options in the info string of a fence. */
interface CodeMeta {
  title: string | undefined;
  /** Numbers of highlighted lines, from 1. */
  marked: ReadonlySet<number>;
  /** True if lines that start with `+` or `-` are additions and removals. */
  diff: boolean;
}

/** Code block in the source; `info` is the text after the fence. */
export interface CodeSource {
  info: string;
  code: string;
}

function lineClass(tokens: readonly CodeToken[], number: number, meta: CodeMeta): string[] {
  const classes = ['line'];
  if (meta.marked.has(number)) classes.push('line-marked');
  const sign = meta.diff ? tokens[0]?.text[0] : undefined;
  if (sign === '+') classes.push('line-inserted');
  if (sign === '-') classes.push('line-deleted');
  return classes;
}

function tokenNode({ text: value, className }: CodeToken): ElementContent {
  return className ? element('span', { className: [className] }, [text(value)]) : text(value);
}

function plainLines(code: string): CodeToken[][] {
  return code
    .split('\n')
    .map((line) => (line === '' ? [] : [{ text: line, className: undefined }]));
}

// The signs of a diff are not part of the language, so the code is highlighted without them.
function highlightDiff(code: string, language: string, highlighter: Highlighter): CodeToken[][] {
  const lines = code.split('\n');
  const signs = lines.map((line) => (/^[+\- ]/.test(line) ? line.charAt(0) : ''));
  const unsigned = lines.map((line, index) => line.slice(signs[index]?.length ?? 0)).join('\n');
  return highlighter.highlight(unsigned, language).map((tokens, index) => {
    const sign = signs[index];
    return sign ? [{ text: sign, className: undefined }, ...tokens] : tokens;
  });
}

function caption(meta: CodeMeta, label: string): Element[] {
  const parts: Element[] = [];
  if (meta.title) parts.push(element('span', { className: ['code-title'] }, [text(meta.title)]));
  if (label) parts.push(element('span', { className: ['code-language'] }, [text(label)]));
  return parts.length === 0 ? [] : [element('figcaption', { className: ['code-caption'] }, parts)];
}

/** Returns the known language of a block that is small enough to be highlighted. */
export function languageToLoad({ info, code }: CodeSource): string | undefined {
  return code.length <= HIGHLIGHT_CHARACTERS_MAX ? findLanguage(readLanguage(info)) : undefined;
}

/**
 * Renders a figure with caption and highlighted lines; its language must be loaded if `colours` is true. Highlighting
 * uses only classes; the scroll container is focusable for keyboard users.
 */
export function renderCodeBlock(
  source: CodeSource,
  colours: boolean,
  highlighter: Highlighter,
): Element {
  const name = readLanguage(source.info);
  const language = colours ? languageToLoad(source) : undefined;
  const meta = readCodeMeta(source.info);
  const diff = meta.diff || language === 'diff';
  const code = source.code.replace(/\n$/, '');
  let lines = plainLines(code);
  if (language && meta.diff) lines = highlightDiff(code, language, highlighter);
  else if (language) lines = highlighter.highlight(code, language);
  const body = lines.flatMap((tokens, index): ElementContent[] => {
    const className = lineClass(tokens, index + 1, { ...meta, diff });
    const line = element('span', { className }, tokens.map(tokenNode));
    return index === 0 ? [line] : [text('\n'), line];
  });
  return element('figure', { className: ['code'] }, [
    ...caption(meta, languageLabel(name)),
    element('pre', { className: ['code-body'], tabIndex: 0 }, [element('code', {}, body)]),
  ]);
}

/** Returns `renderCodeBlock` with a cache; callers must not change the shared figure. */
export function createCodeRenderer(highlighter: Highlighter, cache: ByteCache<Element>) {
  return (source: CodeSource, colours: boolean): Element => {
    const key = `code\0${colours}\0${source.info}\0${source.code}`;
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const figure = renderCodeBlock(source, colours, highlighter);
    // Measured: the nodes of a token of five characters take about 300 bytes.
    cache.set(key, figure, 1_000 + source.code.length * 60);
    return figure;
  };
}

function readLines(list: string): Set<number> {
  const lines = new Set<number>();
  let marked = 0;
  for (const part of list.split(',')) {
    const [from, to] = part.split('-', 2).map((number) => Number.parseInt(number, 10));
    if (from === undefined || !(from >= 1)) continue;
    const last = to !== undefined && to >= from ? to : from;
    for (let line = from; line <= last && marked < LINES_MAX; line += 1, marked += 1) {
      lines.add(line);
    }
  }
  return lines;
}

/** Returns the language of an info string such as `ts {1,3} title="x.ts"` in lower case: `ts`. */
function readLanguage(info: string): string {
  return /^[^\s{,]*/.exec(info)?.[0].toLowerCase() ?? '';
}

/** Parses `title="x.ts"`, `{1,3-4}` and `diff` in an info string and ignores the rest. */
function readCodeMeta(info: string): CodeMeta {
  const rest = info.slice(readLanguage(info).length);
  const title = /(?:^|\s)title=(?:"([^"]*)"|'([^']*)'|([^\s"']+))/.exec(rest);
  const lines = /\{([\d,\- ]+)\}/.exec(rest);
  return {
    title: title?.[1] ?? title?.[2] ?? title?.[3],
    marked: lines?.[1] === undefined ? new Set() : readLines(lines[1]),
    diff: /(?:^|\s)diff(?:\s|$)/.test(rest.replace(title?.[0] ?? '', ' ')),
  };
}
