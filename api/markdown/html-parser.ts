import type { Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html as dialect, Parser } from 'parse5';
import { MARKDOWN_DEPTH_MAX, MarkdownTooDeep } from './errors.ts';

// A level of Markdown is at most a few elements deep. The limit bounds recursion in later steps.
const ELEMENT_DEPTH_MAX = MARKDOWN_DEPTH_MAX * 5;

// Number of characters between checks of the depth; small enough that the depth cannot grow too far.
const SLICE_CHARACTERS = 4_096;

// State of the tokenizer outside of tags, comments and references.
const DATA_STATE = 0;

/** Incremental parser of HTML as the content of a `<div>`. */
export interface HtmlParser {
  /** @throws MarkdownTooDeep */
  write(html: string): void;
  /** True if the input so far cannot affect how further input is parsed. */
  isComplete(): boolean;
  /** Closes open elements and returns the tree; the parser cannot be used afterwards. */
  finish(): Root;
}

/** Creates a parser for one fragment. */
export function createHtmlParser(): HtmlParser {
  const context = defaultTreeAdapter.createElement('div', dialect.NS.HTML, []);
  const parser = Parser.getFragmentParser<DefaultTreeAdapterTypes.DefaultTreeAdapterMap>(context);
  const initialMode = parser.insertionMode;

  return {
    write(html) {
      for (let from = 0; from < html.length; from += SLICE_CHARACTERS) {
        parser.tokenizer.write(html.slice(from, from + SLICE_CHARACTERS), false);
        if (parser.openElements.stackTop > ELEMENT_DEPTH_MAX) throw new MarkdownTooDeep();
      }
    },
    isComplete: () =>
      parser.openElements.stackTop === 0 &&
      parser.activeFormattingElements.newest === null &&
      parser.insertionMode === initialMode &&
      parser.tokenizer.state === DATA_STATE,
    finish() {
      parser.tokenizer.write('', true);
      const { children } = fromParse5(parser.getFragment()) as Root;
      // Omits the `data` of the root, because the sanitiser makes a slow structured clone of it.
      return { type: 'root', children };
    },
  };
}
