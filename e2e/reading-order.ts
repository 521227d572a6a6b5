import type { CDPSession, Page } from '@playwright/test';

/** A text of the accessibility tree and its position on the page. */
interface Piece {
  node: number;
  text: string;
  left: number;
  top: number;
  bottom: number;
}

/** Tolerance for text on the same line, in CSS pixels. */
const LINE_TOLERANCE = 4;

/**
 * Returns texts that a screen reader reads in another order than they appear on a narrow page: from top to
 * bottom, from left to right within a line, and from one column to the next on its right.
 */
export async function findReadingOrderErrors(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const pieces = await readPieces(session);
  if (pieces.length === 0) throw new Error('no text of the page has a position');
  const errors: string[] = [];
  for (const [index, piece] of pieces.entries()) {
    const before = pieces[index - 1];
    if (!before) continue;
    const above =
      piece.bottom <= before.top + LINE_TOLERANCE && piece.left <= before.left + LINE_TOLERANCE;
    const leftOf =
      Math.abs(piece.top - before.top) <= LINE_TOLERANCE &&
      piece.left < before.left - LINE_TOLERANCE;
    if ((above || leftOf) && !(await areInSameElement(session, piece, before))) {
      errors.push(`“${piece.text}” is read after “${before.text}” and appears before it`);
    }
  }
  await session.detach();
  return errors;
}

/**
 * Returns true if two texts belong to one element that makes sense in either order: a figure and its caption, or
 * a term and its value.
 */
async function areInSameElement(session: CDPSession, ...pieces: [Piece, Piece]): Promise<boolean> {
  const [first, second] = await Promise.all(
    pieces.map(async ({ node }) => {
      const { object } = await session.send('DOM.resolveNode', { backendNodeId: node });
      return object.objectId;
    }),
  );
  const { result } = await session.send('Runtime.callFunctionOn', {
    objectId: first ?? '',
    arguments: [{ objectId: second ?? '' }],
    returnByValue: true,
    functionDeclaration: `function (other) {
      const container = (node) => node.parentElement.closest('dl > div, figure');
      return container(this) !== null && container(this) === container(other);
    }`,
  });
  return result.value === true;
}

/** Returns the texts of <main> in the order of the accessibility tree. */
async function readPieces(session: CDPSession): Promise<Piece[]> {
  await session.send('DOM.enable');
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const main = nodes.find((node) => node.role?.value === 'main');
  const texts: typeof nodes = [];
  const visit = (node: (typeof nodes)[number] | undefined) => {
    if (!node) return;
    if (node.role?.value === 'StaticText') texts.push(node);
    else for (const child of node.childIds ?? []) visit(byId.get(child));
  };
  visit(main);
  const firstLines = await readFirstLines(session);
  return texts.flatMap(({ name, backendDOMNodeId: node = -1 }) => {
    // Texts that are not rendered have no lines.
    const [left = 0, top = 0, width = 0, height = 0] = firstLines.get(node) ?? [];
    // Texts for screen readers only are visually hidden.
    if (width <= 1 || height <= 1) return [];
    const text = String(name?.value ?? '').slice(0, 50);
    return [{ node, text, left, top, bottom: top + height }];
  });
}

/** Returns the box of the first line of each text, by DOM node. A request for each text would take eight times as long. */
async function readFirstLines(session: CDPSession): Promise<Map<number, number[]>> {
  const { documents } = await session.send('DOMSnapshot.captureSnapshot', { computedStyles: [] });
  const lines = new Map<number, number[]>();
  for (const { nodes, layout, textBoxes } of documents) {
    for (const [line, index] of textBoxes.layoutIndex.entries()) {
      const node = nodes.backendNodeId?.[layout.nodeIndex[index] ?? -1];
      const box = textBoxes.bounds[line];
      if (node !== undefined && box && !lines.has(node)) lines.set(node, box);
    }
  }
  return lines;
}
