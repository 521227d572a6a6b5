import type { Page } from '@playwright/test';

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
  look(): Stop;
  clicks: number;
}

declare global {
  interface Window {
    walk: Walk;
  }
}

/** Goes through a page by Tab alone and says what a person without a mouse would miss. */
export async function walkByKeyboard(page: Page): Promise<string[]> {
  const names = await page.evaluate(prepareWalk);
  const complaints: string[] = [];
  const missed = new Set(names.keys());
  // Boxes that scroll and the controls of films are stops besides.
  const mostStops = names.length * 2 + 20;
  let last = -1;
  for (let stops = 0; ; stops += 1) {
    if (stops > mostStops) return [...complaints, 'the focus is trapped'];
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => window.walk.look());
    if (stop.index === null) break;
    if (stop.index >= 0 && stop.index === last) continue;
    if (stop.index >= 0 && !missed.delete(stop.index)) break;
    last = stop.index;
    if (stop.complaint !== null) complaints.push(`${stop.name}: ${stop.complaint}`);
    if (stop.isButton && !(await isPressedByKeys(page))) {
      complaints.push(`${stop.name}: Enter and Space do not both press it`);
    }
  }
  for (const index of missed) complaints.push(`${names[index]}: Tab does not reach it`);
  return complaints;
}

async function isPressedByKeys(page: Page): Promise<boolean> {
  const before = await page.evaluate(() => window.walk.clicks);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  return (await page.evaluate(() => window.walk.clicks)) === before + 2;
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
    clicks: 0,
    look: () => {
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
    },
  };
  // Pressed to see that it can be, without effect.
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    window.walk.clicks += 1;
  };
  addEventListener('click', swallow, { capture: true });
  return window.walk.names;
}
