import type { Element, Nodes, Parents, Root } from 'hast';
import { toMdast } from 'hast-util-to-mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import { createHtmlParser } from '../../../markdown/html-parser.ts';
import { FileSkipped } from '../report.ts';
import { TimeLimitReached, withTimeLimit } from '../time-limit.ts';
import { CALLOUT } from './cards.ts';
import { RAW_MARKDOWN, type Surroundings, tidyHtml } from './tidy-html.ts';

type Markdown = Parameters<typeof toMarkdown>[0];
type Blockquote = Extract<Markdown, { type: 'blockquote' }>;
type Html = Extract<Markdown, { type: 'html' }>;

/** Milliseconds that one text may take. */
const CONVERT_MS = 5000;

/** Reads HTML the way a browser reads what is put into a `<div>`. @throws MarkdownTooDeep */
export function parseHtml(html: string): Root {
  const parser = createHtmlParser();
  parser.write(html);
  return parser.finish();
}

/**
 * Turns HTML of another system into markdown as somebody would have written it. Whatever has no
 * place in markdown is left out or made a link, and `notes` has a sentence for it. What comes out
 * is no safer than what went in: it passes the sanitizer as any other markdown does.
 * @throws FileSkipped when it is too tangled
 */
export function htmlToMarkdown(tree: Root, surroundings: Surroundings, notes: string[]): string {
  try {
    return withTimeLimit(CONVERT_MS, () => {
      tidyHtml(tree, surroundings, notes);
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
    throw new FileSkipped('Its text is too tangled to be turned into markdown.', { cause: error });
  }
}

interface Conversion {
  all(parent: Parents): unknown[];
  toFlow(nodes: never[]): Blockquote['children'];
  patch(from: Nodes, to: Blockquote | Html): unknown;
}

/** A callout of another system is one of ours: `> [!NOTE]`. */
function quote(state: Conversion, node: Element): Blockquote {
  const children = state.toFlow(state.all(node) as never[]);
  const mark: Html = { type: 'html', value: '[!NOTE]' };
  if (node.properties[CALLOUT]) children.unshift({ type: 'paragraph', children: [mark] });
  const result: Blockquote = { type: 'blockquote', children };
  state.patch(node, result);
  return result;
}

/** Markdown that stood as such between the HTML goes through as it is. */
function rawMarkdown(_state: Conversion, node: Element): Html {
  return { type: 'html', value: String(node.properties.value ?? '') };
}
