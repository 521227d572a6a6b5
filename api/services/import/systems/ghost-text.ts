import type { Root } from 'hast';
import { z } from 'zod';
import { FileSkipped } from '../report.ts';
import { lexicalTree } from './ghost-lexical.ts';
import { mobiledocTree } from './ghost-mobiledoc.ts';
import { htmlToMarkdown, parseHtml } from './html-to-markdown.ts';
import type { Surroundings } from './tidy-html.ts';

/** A text in one or several of the forms that Ghost has had. */
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
 * The text of a post as markdown. Posts of the years when Ghost was a markdown editor give it back
 * to the letter; else the HTML is read, which Ghost makes of every text, and where that is missing
 * what it is made of.
 */
export function readGhostText(
  post: GhostText,
  surroundings: Surroundings,
  notes: string[],
): string {
  const document = parseJson(post.mobiledoc);
  const written = onlyMarkdown(document);
  if (written !== null) return written;
  const turn = (tree: Root) => htmlToMarkdown(tree, surroundings, notes);
  if (post.html?.trim()) return turn(parseHtml(post.html));
  if (post.lexical?.trim()) {
    const tree = lexicalTree(parseJson(post.lexical), notes);
    if (tree) return turn(tree);
  }
  if (post.mobiledoc?.trim()) {
    const tree = mobiledocTree(document, notes);
    if (tree) return turn(tree);
  }
  if (post.lexical || post.mobiledoc) {
    throw new FileSkipped('Its text is in a form that no version of Ghost has written.');
  }
  return '';
}

function onlyMarkdown(document: unknown): string | null {
  const { cards, sections } = Object(document) as { cards?: unknown; sections?: unknown };
  if (!Array.isArray(cards) || !Array.isArray(sections) || cards.length !== 1) return null;
  if (!sections.every(isNothingOrCard)) return null;
  return markdownCard.safeParse(cards[0]).data?.[1].markdown ?? null;
}

/** A section that is the card, or an empty paragraph below it. */
function isNothingOrCard(section: unknown): boolean {
  if (!Array.isArray(section)) return false;
  return section[0] === 10 || (section[0] === 1 && JSON.stringify(section[2]) === '[]');
}

function parseJson(written: string | null | undefined): unknown {
  if (!written?.trim()) return null;
  try {
    return JSON.parse(written);
  } catch {
    // A broken form is no form; another may be whole, else the post is skipped with a sentence.
    return null;
  }
}
