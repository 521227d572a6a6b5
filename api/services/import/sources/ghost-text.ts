import type { Root } from 'hast';
import { z } from 'zod';
import { FileSkippedError } from '../import-result.ts';
import { lexicalTree } from './ghost-lexical.ts';
import { mobiledocTree } from './ghost-mobiledoc.ts';
import { htmlToMarkdown, parseHtml } from './html-to-markdown.ts';
import type { SourceContext } from './normalize-html.ts';

/** Text in one or several formats of Ghost versions. */
interface GhostText {
  html?: string | null | undefined;
  lexical?: string | null | undefined;
  mobiledoc?: string | null | undefined;
}

const markdownCard = z.tuple([
  z.enum(['markdown', 'card-markdown']),
  z.object({ markdown: z.string() }),
]);

/**
 * Converts the text of a post to Markdown: unchanged from a Markdown card, else from HTML, Lexical
 * or Mobiledoc.
 */
export function readGhostText(post: GhostText, source: SourceContext, notes: string[]): string {
  const document = parseJson(post.mobiledoc);
  const markdown = readMarkdownCard(document);
  if (markdown !== null) return markdown;
  const convert = (tree: Root) => htmlToMarkdown(tree, source, notes);
  if (post.html?.trim()) return convert(parseHtml(post.html));
  if (post.lexical?.trim()) {
    const tree = lexicalTree(parseJson(post.lexical), notes);
    if (tree) return convert(tree);
  }
  if (post.mobiledoc?.trim()) {
    const tree = mobiledocTree(document, notes);
    if (tree) return convert(tree);
  }
  if (post.lexical || post.mobiledoc) {
    throw new FileSkippedError('The text has an unknown Ghost format.');
  }
  return '';
}

function readMarkdownCard(document: unknown): string | null {
  const { cards, sections } = Object(document) as { cards?: unknown; sections?: unknown };
  if (!Array.isArray(cards) || !Array.isArray(sections) || cards.length !== 1) return null;
  if (!sections.every(isCardOrEmpty)) return null;
  return markdownCard.safeParse(cards[0]).data?.[1].markdown ?? null;
}

/** True for the card section and empty paragraphs. */
function isCardOrEmpty(section: unknown): boolean {
  if (!Array.isArray(section)) return false;
  return section[0] === 10 || (section[0] === 1 && JSON.stringify(section[2]) === '[]');
}

function parseJson(written: string | null | undefined): unknown {
  if (!written?.trim()) return null;
  try {
    return JSON.parse(written);
  } catch {
    // Another format may be valid; otherwise the post is skipped with a message.
    return null;
  }
}
