import type { Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html as dialect, Parser } from 'parse5';
import { MARKDOWN_DEPTH_MAX, MarkdownTooDeep } from './errors.ts';

// Each level of markdown is at most a few elements deep; recursion further down relies on this.
const ELEMENT_DEPTH_MAX = MARKDOWN_DEPTH_MAX * 5;

// The depth is looked at after so many characters; between two looks it can't run away.
const SLICE_CHARACTERS = 4_096;

// The tokenizer's state outside of any tag, comment or reference.
const DATA_STATE = 0;

/** Incremental parser of HTML as the content of a `<div>`. */
export interface HtmlParser {
  /** @throws MarkdownTooDeep */
  write(html: string): void;
  /** True if the input so far cannot affect how further input is parsed. */
  isAtRest(): boolean;
  /** Closes open elements and returns the tree; the parser cannot be used afterwards. */
  finish(): Root;
}

/** Creates a parser for one fragment. */
export function createHtmlParser(): HtmlParser {
  const context = defaultTreeAdapter.createElement('div', dialect.NS.HTML, []);
  const parser = Parser.getFragmentParser<DefaultTreeAdapterTypes.DefaultTreeAdapterMap>(context);
  const restingMode = parser.insertionMode;

  return {
    write(html) {
      for (let from = 0; from < html.length; from += SLICE_CHARACTERS) {
        parser.tokenizer.write(html.slice(from, from + SLICE_CHARACTERS), false);
        if (parser.openElements.stackTop > ELEMENT_DEPTH_MAX) throw new MarkdownTooDeep();
      }
    },
    isAtRest: () =>
      parser.openElements.stackTop === 0 &&
      parser.activeFormattingElements.newest === null &&
      parser.insertionMode === restingMode &&
      parser.tokenizer.state === DATA_STATE,
    finish() {
      parser.tokenizer.write('', true);
      const { children } = fromParse5(parser.getFragment()) as Root;
      // Without the root's `data`, of which the sanitizer would make a costly structured clone.
      return { type: 'root', children };
    },
  };
}
