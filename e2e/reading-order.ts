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
  const pieces = await Promise.all(
    texts.map(async ({ name, backendDOMNodeId }) => {
      const text = String(name?.value ?? '').slice(0, 50);
      if (backendDOMNodeId === undefined) return [];
      const { quads } = await session
        .send('DOM.getContentQuads', { backendNodeId: backendDOMNodeId })
        // Texts that are not rendered have no position.
        .catch(() => ({ quads: [] }));
      const [first] = quads;
      if (!first) return [];
      const [left = 0, top = 0, right = 0, , , bottom = 0] = first;
      // Texts for screen readers only are visually hidden.
      if (right - left <= 1 || bottom - top <= 1) return [];
      return [{ node: backendDOMNodeId, text, left, top, bottom }];
    }),
  );
  return pieces.flat();
}
