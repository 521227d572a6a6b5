import type { Element, Nodes, Parents, Root } from 'hast';
import { toMdast } from 'hast-util-to-mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import { createHtmlParser } from '../../../markdown/html-parser.ts';
import { FileSkippedError } from '../import-result.ts';
import { TimeLimitReached, withTimeLimit } from '../time-limit.ts';
import { CALLOUT } from './html-cards.ts';
import { normalizeHtml, RAW_MARKDOWN, type SourceContext } from './normalize-html.ts';

type Markdown = Parameters<typeof toMarkdown>[0];
type Blockquote = Extract<Markdown, { type: 'blockquote' }>;
type Html = Extract<Markdown, { type: 'html' }>;

/** Time limit per text, in milliseconds. */
const CONVERT_TIME_LIMIT_MS = 5000;

/** Parses HTML as the content of a `<div>`. @throws MarkdownTooDeep */
export function parseHtml(html: string): Root {
  const parser = createHtmlParser();
  parser.write(html);
  return parser.finish();
}

/**
 * Converts HTML of another platform to Markdown; `notes` lists content that was omitted or became a
 * link.
 * The result is sanitised later, like any other Markdown.
 * @throws FileSkippedError if it is nested too deeply
 */
export function htmlToMarkdown(tree: Root, source: SourceContext, notes: string[]): string {
  try {
    return withTimeLimit(CONVERT_TIME_LIMIT_MS, () => {
      normalizeHtml(tree, source, notes);
      const markdown = toMdast(tree, {
        document: true,
        handlers: { blockquote: quote, [RAW_MARKDOWN]: rawMarkdown },
      });
      return toMarkdown(markdown, {
        bullet: '-',
        emphasis: '*',
        rule: '-',
        listItemIndent: 'one',
        extensions: [gfmToMarkdown({ tablePipeAlign: false })],
      });
    });
  } catch (error) {
    if (!(error instanceof TimeLimitReached || error instanceof RangeError)) throw error;
    throw new FileSkippedError('The text is too deeply nested to be converted to Markdown.', {
      cause: error,
    });
  }
}

interface Conversion {
  all(parent: Parents): unknown[];
  toFlow(nodes: never[]): Blockquote['children'];
  patch(from: Nodes, to: Blockquote | Html): unknown;
}

/** Converts a callout to `> [!NOTE]`. */
function quote(state: Conversion, node: Element): Blockquote {
  const children = state.toFlow(state.all(node) as never[]);
  const mark: Html = { type: 'html', value: '[!NOTE]' };
  if (node.properties[CALLOUT]) children.unshift({ type: 'paragraph', children: [mark] });
  const result: Blockquote = { type: 'blockquote', children };
  state.patch(node, result);
  return result;
}

/** Passes Markdown through unchanged. */
function rawMarkdown(_state: Conversion, node: Element): Html {
  return { type: 'html', value: String(node.properties.value ?? '') };
}
