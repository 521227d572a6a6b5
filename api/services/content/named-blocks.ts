/** Part of a Markdown text: ordinary text, or a named block. */
export type MarkdownPart =
  | { block: 'text'; markdown: string }
  | { block: 'aside'; title: string; markdown: string };

/** A named block is unknown or incomplete; the message names the line. */
export class InvalidBlockError extends Error {}

const fence = /^ {0,3}(`{3,}|~{3,})/;
const opening = /^<Aside title="([^"<>]{1,200})">\s*$/;
const closing = /^<\/Aside>\s*$/;
/** A tag of a component, as in MDX, whose name begins with a capital letter. */
const component = /^<\/?([A-Z]\w*)/;

/**
 * Splits Markdown at its named blocks, which have the syntax of the components of the case studies in MDX: a line
 * `<Aside title="…">`, text, and a line `</Aside>`. Nothing else of MDX has a meaning: expressions, imports and
 * exports are text.
 * @throws InvalidBlockError
 */
export function splitNamedBlocks(markdown: string): MarkdownPart[] {
  const parts: MarkdownPart[] = [];
  let lines: string[] = [];
  let aside: { title: string; line: number } | null = null;
  let openFence: string | null = null;
  const endPart = () => {
    const text = lines.join('\n');
    lines = [];
    if (aside) parts.push({ block: 'aside', title: aside.title, markdown: dedent(text) });
    else if (text.trim() !== '') parts.push({ block: 'text', markdown: text });
  };
  for (const [index, line] of markdown.split(/\r?\n/).entries()) {
    const mark = fence.exec(line)?.[1];
    const isInCode = openFence !== null;
    if (mark && openFence === null) openFence = mark;
    else if (mark && openFence !== null && mark.startsWith(openFence)) openFence = null;
    const title = isInCode ? undefined : opening.exec(line)?.[1];
    if (title !== undefined) {
      if (aside) throw new InvalidBlockError(`line ${index + 1}: <Aside> cannot contain <Aside>`);
      endPart();
      aside = { title, line: index + 1 };
    } else if (!isInCode && aside && closing.test(line)) {
      endPart();
      aside = null;
    } else {
      const name = isInCode ? undefined : component.exec(line)?.[1];
      if (name !== undefined) {
        const advice = 'write <Aside title="…"> and </Aside> on lines of their own';
        throw new InvalidBlockError(`line ${index + 1}: <${name}> is no block; ${advice}`);
      }
      lines.push(line);
    }
  }
  if (aside) throw new InvalidBlockError(`line ${aside.line}: <Aside> has no </Aside>`);
  endPart();
  return parts;
}

/** Removes the indentation that all lines share. */
function dedent(text: string): string {
  const lines = text.split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const shared = Math.min(...indents);
  return lines.map((line) => line.slice(Math.min(shared, line.search(/\S|$/)))).join('\n');
}
