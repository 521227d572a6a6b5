import type { Element, ElementContent } from 'hast';
import type { ByteCache } from './byte-cache.ts';
import { type CodeMeta, readCodeMeta, readLanguage } from './code-meta.ts';
import { type CodeToken, HIGHLIGHT_CHARACTERS_MAX, type Highlighter } from './highlighter.ts';
import { findLanguage, languageLabel } from './languages.ts';
import { element, text } from './tree.ts';

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
 * Renders a figure with caption and highlighted lines; its language must be loaded if `colours` is
 * true.
 * Highlighting uses only classes; the scroll container is focusable for keyboard users.
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
