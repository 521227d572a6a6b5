import type { CDPSession, Page } from '@playwright/test';

/** What the walk knows of the element that has the focus. */
interface Stop {
  /** Position among the elements that Tab should reach; -1 for others, null for none at all. */
  index: number | null;
  name: string;
  isButton: boolean;
  /** Why a person would not know where they are, if so. */
  complaint: string | null;
}

/** The walk's memory, in the page. */
interface Walk {
  names: string[];
  /** One for each press of Tab. */
  stops: Stop[];
  /** How often each element was clicked, by its position. */
  clicks: number[];
  /** Gives the focus to the element at a position. */
  focus(index: number): void;
}

declare global {
  interface Window {
    walk: Walk;
  }
}

/** Keys in the terms of the browser's protocol. */
const keys = {
  Tab: { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 },
  Enter: { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  Space: { key: ' ', code: 'Space', windowsVirtualKeyCode: 32, text: ' ' },
};
type Key = keyof typeof keys;
/** Presses of Tab until the stops are read. */
const TABS_AT_ONCE = 20;

/** Presses keys one after the other. `page.keyboard` waits for each, which takes most of the time. */
async function press(session: CDPSession, names: Key[]): Promise<void> {
  const sent = names.flatMap((name) => {
    const { text, ...key } = { text: undefined, ...keys[name] };
    const type = text ? 'keyDown' : 'rawKeyDown';
    return [
      session.send('Input.dispatchKeyEvent', { type, ...keys[name] }),
      session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }),
    ];
  });
  await Promise.all(sent);
}

/** Goes through a page by Tab alone and says what a person without a mouse would miss. */
export async function walkByKeyboard(page: Page): Promise<string[]> {
  const names = await page.evaluate(prepareWalk);
  const session = await page.context().newCDPSession(page);
  // Boxes that scroll and the controls of films are stops besides.
  const mostStops = names.length * 2 + 20;
  let stops: Stop[] = [];
  let end = -1;
  for (let presses = 0; end === -1; presses += TABS_AT_ONCE) {
    if (presses > mostStops) return ['the focus is trapped'];
    await press(session, Array(TABS_AT_ONCE).fill('Tab'));
    stops = await page.evaluate(() => window.walk.stops);
    end = stops.findIndex(({ index }) => index === null);
  }

  const complaints: string[] = [];
  const missed = new Set(names.keys());
  const buttons: number[] = [];
  let last = -1;
  for (const { index, name, isButton, complaint } of stops.slice(0, end)) {
    if (index === null || (index >= 0 && index === last)) continue;
    if (index >= 0 && !missed.delete(index)) break;
    last = index;
    if (complaint !== null) complaints.push(`${name}: ${complaint}`);
    if (isButton && index >= 0) buttons.push(index);
  }
  for (const index of missed) complaints.push(`${names[index]}: Tab does not reach it`);

  for (const index of buttons) {
    await page.evaluate((at) => window.walk.focus(at), index);
    await press(session, ['Enter', 'Space']);
  }
  const clicks = await page.evaluate(() => window.walk.clicks);
  for (const index of buttons) {
    if (clicks[index] !== 2)
      complaints.push(`${names[index]}: Enter and Space do not both press it`);
  }
  await session.detach();
  return complaints;
}

/** Runs in the page: finds what Tab should reach, and how each looks without the focus. */
function prepareWalk(): string[] {
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? element.id).trim().slice(0, 40)}”`;
  /** The first of a group of radio buttons, or the one that is checked, stands for all. */
  const standsForGroup = (element: Element) => {
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
      standsForGroup(element),
  );
  /** Where an indicator may be drawn: on the element, or on what stands for it. */
  const surroundings = (element: HTMLElement): Element[] => [
    element,
    ...('labels' in element ? ((element.labels as NodeListOf<HTMLElement> | null) ?? []) : []),
    ...(element.nextElementSibling ? [element.nextElementSibling] : []),
    element.parentElement ?? element,
    element.closest('.card, li, article') ?? element,
  ];
  const looksOf = (element: HTMLElement) =>
    surroundings(element)
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
  const unfocused = new Map(expected.map((element) => [element, looksOf(element)]));

  const complaintOf = (element: HTMLElement): string | null => {
    if (unfocused.get(element) === looksOf(element)) return 'the focus cannot be seen';
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
        !top || !surroundings(element).some((part) => part.contains(top) || top.contains(part))
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
  const look = (): Stop => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) {
      return { index: null, name: '', isButton: false, complaint: null };
    }
    const index = expected.indexOf(element);
    return {
      index,
      name: nameOf(element),
      isButton: element.matches('button, summary, [role=button]'),
      complaint: index === -1 ? null : complaintOf(element),
    };
  };
  const note = ({ key }: KeyboardEvent) => {
    if (key === 'Tab') window.walk.stops.push(look());
  };
  addEventListener('keyup', note, { capture: true });
  // Pressed to see that it can be, without effect.
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    const index = expected.findIndex((one) => one.matches(':focus'));
    if (index >= 0) window.walk.clicks[index] = (window.walk.clicks[index] ?? 0) + 1;
  };
  addEventListener('click', swallow, { capture: true });
  return window.walk.names;
}
