import type { CDPSession, Page } from '@playwright/test';

/** State of the element with the focus after a press of Tab. */
interface Stop {
  /** Index among the elements that Tab should reach; -1 for other elements, null if nothing has the focus. */
  index: number | null;
  name: string;
  isButton: boolean;
  /** Reason why the focus is not visible, or null. */
  problem: string | null;
}

/** Records of the test in the page. */
interface Walk {
  names: string[];
  /** One entry for each press of Tab. */
  stops: Stop[];
  /** Number of clicks on each element, by index. */
  clicks: number[];
  /** Moves the focus to the element with this index. */
  focus(index: number): void;
}

declare global {
  interface Window {
    walk: Walk;
  }
}

/** Key codes of the Chrome DevTools Protocol. */
const keys = {
  Tab: { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 },
  Enter: { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  Space: { key: ' ', code: 'Space', windowsVirtualKeyCode: 32, text: ' ' },
};
type Key = keyof typeof keys;
/** Number of presses of Tab between two readings of the stops. */
const TABS_AT_ONCE = 20;

/** Presses keys. `page.keyboard` waits for each key, which takes most of the time. */
async function press(session: CDPSession, names: Key[]): Promise<void> {
  const commands = names.flatMap((name) => {
    const { text, ...key } = { text: undefined, ...keys[name] };
    const type = text ? 'keyDown' : 'rawKeyDown';
    return [
      session.send('Input.dispatchKeyEvent', { type, ...keys[name] }),
      session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }),
    ];
  });
  await Promise.all(commands);
}

/** Moves through a page with Tab and returns errors that affect keyboard users. */
export async function findKeyboardErrors(page: Page): Promise<string[]> {
  const names = await page.evaluate(prepareWalk);
  const session = await page.context().newCDPSession(page);
  // Scrollable boxes and the controls of videos are additional stops.
  const stopsMax = names.length * 2 + 20;
  let end = -1;
  for (let presses = 0; end === -1; presses += TABS_AT_ONCE) {
    if (presses > stopsMax) return ['the focus is trapped'];
    await press(session, Array(TABS_AT_ONCE).fill('Tab'));
    end = await page.evaluate(() => window.walk.stops.findIndex(({ index }) => index === null));
  }
  const stops = await page.evaluate(() => window.walk.stops);

  const problems: string[] = [];
  const missed = new Set(names.keys());
  const buttons: number[] = [];
  let last = -1;
  for (const { index, name, isButton, problem } of stops.slice(0, end)) {
    if (index === null || (index >= 0 && index === last)) continue;
    if (index >= 0 && !missed.delete(index)) break;
    last = index;
    if (problem !== null) problems.push(`${name}: ${problem}`);
    if (isButton && index >= 0) buttons.push(index);
  }
  for (const index of missed) problems.push(`${names[index]}: Tab does not reach it`);

  for (const index of buttons) {
    await page.evaluate((at) => window.walk.focus(at), index);
    await press(session, ['Enter', 'Space']);
  }
  const clicks = await page.evaluate(() => window.walk.clicks);
  for (const index of buttons) {
    if (clicks[index] !== 2) problems.push(`${names[index]}: Enter and Space do not both press it`);
  }
  await session.detach();
  return problems;
}

/** Runs in the page: finds the elements that Tab should reach, and records their styles without the focus. */
function prepareWalk(): string[] {
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? element.id).trim().slice(0, 40)}”`;
  /** A group of radio buttons has element stop: the checked button, or the first element. */
  const isStopOfGroup = (element: Element) => {
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true;
    const group = [
      ...document.querySelectorAll<HTMLInputElement>(`input[type=radio][name="${element.name}"]`),
    ];
    return element === (group.find((radio) => radio.checked) ?? group[0]);
  };
  const selector =
    'a[href], area[href], button, input, select, textarea, summary, video[controls], [tabindex]';
  const expected = [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (element) =>
      element.tabIndex >= 0 &&
      !element.matches(':disabled') &&
      element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false }) &&
      !element.closest('[inert]') &&
      isStopOfGroup(element),
  );
  /** Elements that may draw the focus indicator. */
  const indicatorElements = (element: HTMLElement): Element[] => [
    element,
    ...('labels' in element ? ((element.labels as NodeListOf<HTMLElement> | null) ?? []) : []),
    ...(element.nextElementSibling ? [element.nextElementSibling] : []),
    element.parentElement ?? element,
    element.closest('.card, li, article') ?? element,
  ];
  const readStyles = (element: HTMLElement) =>
    indicatorElements(element)
      .flatMap((part) => [
        getComputedStyle(part),
        getComputedStyle(part, '::before'),
        getComputedStyle(part, '::after'),
      ])
      .map(({ outlineStyle, outlineWidth, boxShadow, backgroundColor, borderColor }) => {
        const outline = outlineStyle === 'none' ? '' : `${outlineStyle} ${outlineWidth}`;
        return `${outline}|${boxShadow}|${backgroundColor}|${borderColor}`;
      })
      .join('\n');
  const unfocused = new Map(expected.map((element) => [element, readStyles(element)]));

  const findProblem = (element: HTMLElement): string | null => {
    if (unfocused.get(element) === readStyles(element)) return 'the focus cannot be seen';
    const boxes = [...element.getClientRects()].filter((box) => box.width > 0 && box.height > 0);
    const inView = boxes.filter(
      (box) => box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth,
    );
    if (inView.length === 0) return 'it is out of view when it has the focus';
    const covered = inView.every((box) => {
      const x = (Math.max(0, box.left) + Math.min(innerWidth, box.right)) / 2;
      const y = (Math.max(0, box.top) + Math.min(innerHeight, box.bottom)) / 2;
      const top = document.elementFromPoint(x, y);
      return (
        !top || !indicatorElements(element).some((part) => part.contains(top) || top.contains(part))
      );
    });
    return covered ? 'something covers it when it has the focus' : null;
  };

  window.walk = {
    names: expected.map(nameOf),
    stops: [],
    clicks: expected.map(() => 0),
    focus: (index) => expected[index]?.focus(),
  };
  const readStop = (): Stop => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) {
      return { index: null, name: '', isButton: false, problem: null };
    }
    const index = expected.indexOf(element);
    return {
      index,
      name: nameOf(element),
      isButton: element.matches('button, summary, [role=button]'),
      problem: index === -1 ? null : findProblem(element),
    };
  };
  const recordStop = ({ key }: KeyboardEvent) => {
    if (key === 'Tab') window.walk.stops.push(readStop());
  };
  addEventListener('keyup', recordStop, { capture: true });
  // Clicks are counted without their effect.
  const countClick = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    const index = expected.findIndex((element) => element.matches(':focus'));
    if (index >= 0) window.walk.clicks[index] = (window.walk.clicks[index] ?? 0) + 1;
  };
  addEventListener('click', countClick, { capture: true });
  return window.walk.names;
}

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
