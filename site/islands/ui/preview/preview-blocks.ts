import type { PreviewAnswer } from './use-preview.ts';

/** A rendered block of the preview. */
export interface ShownBlock {
  html: string;
  /** Line of the Markdown it comes from, from 0. */
  line: number;
  nodes: ChildNode[];
}

/** Returns the blocks of a response. */
function piecesOf({ html, blocks }: PreviewAnswer): Omit<ShownBlock, 'nodes'>[] {
  let start = 0;
  return blocks.map(({ line, length }) => {
    const piece = html.slice(start, start + length);
    start += length + 1;
    return { html: piece, line };
  });
}

/** Counts the equal blocks at one end. */
function countEqual(a: { html: string }[], b: { html: string }[], fromEnd: boolean): number {
  const max = Math.min(a.length, b.length);
  const at = (list: { html: string }[], index: number) =>
    list[fromEnd ? list.length - 1 - index : index]?.html;
  let count = 0;
  while (count < max && at(a, count) === at(b, count)) count += 1;
  return count;
}

/**
 * Updates the preview to a response by replacing only changed blocks, so that images are not reloaded and the
 * scroll position stays. Afterwards the HTML of the page equals `answer.html` exactly.
 */
export function showBlocks(
  body: HTMLElement,
  shown: ShownBlock[],
  answer: PreviewAnswer,
): ShownBlock[] {
  const pieces = piecesOf(answer);
  const head = countEqual(shown, pieces, false);
  const tail = Math.min(
    countEqual(shown, pieces, true),
    Math.min(shown.length, pieces.length) - head,
    // Only the first block has no line break before it.
    Math.max(0, Math.min(shown.length, pieces.length) - 1),
  );
  const after = shown.slice(shown.length - tail);
  for (const { nodes } of shown.slice(head, shown.length - tail)) {
    for (const node of nodes) node.remove();
  }
  const place = after[0]?.nodes[0] ?? null;
  const newBlocks = pieces.slice(head, pieces.length - tail).map((piece, index) => {
    const first = head + index === 0;
    const nodes = nodesOf(piece.html, first);
    for (const node of nodes) body.insertBefore(node, place);
    return { ...piece, nodes };
  });
  const nextBlocks = [...shown.slice(0, head), ...newBlocks, ...after];
  return nextBlocks.map((block, index) => ({ ...block, line: pieces[index]?.line ?? block.line }));
}

function nodesOf(html: string, first: boolean): ChildNode[] {
  // Sanitized by the API.
  const nodes = [...new DOMParser().parseFromString(html, 'text/html').body.childNodes];
  return first ? nodes : [document.createTextNode('\n'), ...nodes];
}
