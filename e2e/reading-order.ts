import type { CDPSession, Page } from '@playwright/test';

/** A piece of text as a screen reader comes to it, and where it stands on the page. */
interface Piece {
  node: number;
  text: string;
  left: number;
  top: number;
  bottom: number;
}

/** Pixels by which baselines of one line may differ. */
const LINE = 4;

/**
 * Where the order in which a screen reader reads the main text differs from the order in which it
 * stands on a narrow page: from top to bottom, in a line from left to right, and from one column to
 * the next on its right.
 */
export async function outOfOrder(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const pieces = await piecesOf(session);
  const found: string[] = [];
  for (const [index, piece] of pieces.entries()) {
    const before = pieces[index - 1];
    if (!before) continue;
    const above = piece.bottom <= before.top + LINE && piece.left <= before.left + LINE;
    const leftOf = Math.abs(piece.top - before.top) <= LINE && piece.left < before.left - LINE;
    if ((above || leftOf) && !(await belongTogether(session, piece, before))) {
      found.push(`“${piece.text}” is read after “${before.text}” and stands before it`);
    }
  }
  await session.detach();
  return found;
}

/**
 * Whether two pieces are of one thing that makes sense in either order: a figure and what it says, a
 * listing and its button.
 */
async function belongTogether(session: CDPSession, ...pieces: [Piece, Piece]): Promise<boolean> {
  const [one, other] = await Promise.all(
    pieces.map(async ({ node }) => {
      const { object } = await session.send('DOM.resolveNode', { backendNodeId: node });
      return object.objectId;
    }),
  );
  const { result } = await session.send('Runtime.callFunctionOn', {
    objectId: one ?? '',
    arguments: [{ objectId: other ?? '' }],
    returnByValue: true,
    functionDeclaration: `function (other) {
      const thing = (node) => node.parentElement.closest('dl > div, figure');
      return thing(this) !== null && thing(this) === thing(other);
    }`,
  });
  return result.value === true;
}

/** The text of <main> in the order of the accessibility tree. */
async function piecesOf(session: CDPSession): Promise<Piece[]> {
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
        // What is read but not drawn has no place.
        .catch(() => ({ quads: [] }));
      const [first] = quads;
      if (!first) return [];
      const [left = 0, top = 0, right = 0, , , bottom = 0] = first;
      // Hidden from eyes and read all the same.
      if (right - left <= 1 || bottom - top <= 1) return [];
      return [{ node: backendDOMNodeId, text, left, top, bottom }];
    }),
  );
  return pieces.flat();
}
