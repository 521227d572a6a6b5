import type { PreviewAnswer } from './use-preview.ts';

/** A piece of the preview as it stands on the page. */
export interface ShownBlock {
  html: string;
  /** Line of the markdown it comes from, from 0. */
  line: number;
  nodes: ChildNode[];
}

/** The pieces of an answer. */
function piecesOf({ html, blocks }: PreviewAnswer): Omit<ShownBlock, 'nodes'>[] {
  let start = 0;
  return blocks.map(({ line, length }) => {
    const piece = html.slice(start, start + length);
    start += length + 1;
    return { html: piece, line };
  });
}

/** How many pieces are the same at one end. */
function common(one: { html: string }[], other: { html: string }[], fromEnd: boolean): number {
  const most = Math.min(one.length, other.length);
  const at = (list: { html: string }[], index: number) =>
    list[fromEnd ? list.length - 1 - index : index]?.html;
  let count = 0;
  while (count < most && at(one, count) === at(other, count)) count += 1;
  return count;
}

/**
 * Brings the preview in line with an answer and touches only what differs, so that pictures stay and
 * the place one reads at does not jump. What is on the page is then `answer.html`, to the byte.
 */
export function showBlocks(
  body: HTMLElement,
  shown: ShownBlock[],
  answer: PreviewAnswer,
): ShownBlock[] {
  const pieces = piecesOf(answer);
  const head = common(shown, pieces, false);
  const tail = Math.min(
    common(shown, pieces, true),
    Math.min(shown.length, pieces.length) - head,
    // The first piece alone has no line break before it.
    Math.max(0, Math.min(shown.length, pieces.length) - 1),
  );
  const after = shown.slice(shown.length - tail);
  for (const { nodes } of shown.slice(head, shown.length - tail)) {
    for (const node of nodes) node.remove();
  }
  const place = after[0]?.nodes[0] ?? null;
  const made = pieces.slice(head, pieces.length - tail).map((piece, index) => {
    const first = head + index === 0;
    const nodes = nodesOf(piece.html, first);
    for (const node of nodes) body.insertBefore(node, place);
    return { ...piece, nodes };
  });
  const kept = [...shown.slice(0, head), ...made, ...after];
  return kept.map((block, index) => ({ ...block, line: pieces[index]?.line ?? block.line }));
}

function nodesOf(html: string, first: boolean): ChildNode[] {
  // The API has sanitized it.
  const nodes = [...new DOMParser().parseFromString(html, 'text/html').body.childNodes];
  return first ? nodes : [document.createTextNode('\n'), ...nodes];
}
