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
  syntaxHighlighting,
} from '@codemirror/language';
import { Prec } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { type MarkdownParser, parseCode } from '@lezer/markdown';
import { codeLanguages } from './code-languages.ts';

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

/** Class names, so that colours come from the site's tokens in both themes (surface.css). */
const highlight = HighlightStyle.define([
  { tag: tags.heading1, class: 'md-heading md-heading--1' },
  { tag: tags.heading2, class: 'md-heading md-heading--2' },
  { tag: [tags.heading3, tags.heading4, tags.heading5, tags.heading6], class: 'md-heading' },
  { tag: tags.strong, class: 'md-strong' },
  { tag: tags.emphasis, class: 'md-emphasis' },
  { tag: tags.strikethrough, class: 'md-struck' },
  { tag: tags.monospace, class: 'md-code' },
  { tag: tags.link, class: 'md-link' },
  { tag: tags.url, class: 'md-address' },
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
