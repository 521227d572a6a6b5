import type { Page } from '@playwright/test';

declare global {
  interface Window {
    layoutShift: () => Promise<number>;
  }
}

/** Returns words that break between letters without a hyphen. */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const errors: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const parent = text.parentElement;
      if (!parent || !(text instanceof Text) || text.data.trim() === '') continue;
      if (!parent.checkVisibility({ visibilityProperty: true })) continue;
      if (getComputedStyle(parent).hyphens === 'auto') continue;
      // Skips texts for screen readers only, and texts that are hidden from everyone.
      if (parent.closest('.visually-hidden, [aria-hidden="true"]')) continue;
      range.selectNodeContents(text);
      if (range.getClientRects().length < 2) continue;
      // Checks words only: URLs, file names and code break where necessary.
      for (const { 0: word, index } of text.data.matchAll(
        /(?<!\S)[“‘"'(]*\p{L}{2,}\p{P}*(?!\S)/gu,
      )) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
        if (lines.size > 1) errors.push(`breaks “${word}” of “${text.data.trim().slice(0, 40)}”`);
      }
    }
    return errors;
  });
}

/** Returns layout errors of the header for a guest, a member with a full cart, and an admin. */
export function headerFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const cart = document.querySelector<HTMLElement>('[data-cart-count]');
    const errors: string[] = [];
    for (const audience of ['guest', 'member', 'admin']) {
      if (audience === 'guest') delete root.dataset.session;
      else root.dataset.session = audience;
      if (cart) cart.dataset.cartCount = audience === 'member' ? '12' : '0';
      const fault = (message: string) => errors.push(`${audience}: ${message}`);
      if (root.scrollWidth > root.clientWidth) fault('the page scrolls sideways');
      const header = document.querySelector('header');
      if (!header) throw new Error('no header');

      // All parts have to be on one line without overlap.
      const parts = [...header.querySelectorAll('a, button, summary')]
        .filter((part) => part.checkVisibility({ visibilityProperty: true }))
        .filter((part) => !part.closest('.menu ul'))
        .map((part) => ({ name: part.textContent?.trim() || part.ariaLabel, ...boxOf(part) }))
        .toSorted((a, b) => a.left - b.left);
      const middle = (parts[0]?.top ?? 0) / 2 + (parts[0]?.bottom ?? 0) / 2;
      for (const [index, part] of parts.entries()) {
        if (part.top > middle || part.bottom < middle) fault(`“${part.name}” is on a second line`);
        const before = parts[index - 1];
        if (before && before.right > part.left + 1)
          fault(`“${before.name}” lies over “${part.name}”`);
        if (part.right > root.clientWidth) fault(`“${part.name}” is cut off`);
      }
      for (const label of header.querySelectorAll('.site-nav a, .site-nav summary, .button')) {
        if (!label.checkVisibility() || label.closest('.menu ul')) continue;
        const boxes = [...label.childNodes]
          .filter((node) => node instanceof Text)
          .flatMap((text) => {
            const range = document.createRange();
            range.selectNodeContents(text);
            return [...range.getClientRects()];
          });
        const first = Math.min(...boxes.map(({ bottom }) => bottom));
        if (boxes.some(({ top }) => top >= first - 1))
          fault(`“${label.textContent}” takes two lines`);
      }
      // A name has to be visible completely or not at all.
      const clip = header.querySelector('.wordmark__name');
      for (const name of header.querySelectorAll('.wordmark__whole, .wordmark__short span')) {
        if (!clip) throw new Error('no name');
        const [inner, outer] = [boxOf(name), boxOf(clip)];
        const isShown = inner.top < outer.bottom - 1;
        if (isShown && inner.right > outer.right + 1) fault(`“${name.textContent}” is cut off`);
      }
    }
    return errors;

    function boxOf(element: Element) {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return { top, bottom, left, right };
    }
  });
}

/** Returns parts of the home page’s hero that overlap or leave the window. */
export function heroFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hero = document.querySelector('.hero');
    if (!hero) throw new Error('no hero');
    const errors: string[] = [];
    const nameOf = (part: Element) => part.textContent?.trim() || part.className;
    const parts = [
      ...hero.querySelectorAll('.hero__text > *, .hero__actions > *, .hero__facts > *'),
    ];
    for (const [index, part] of parts.entries()) {
      const box = part.getBoundingClientRect();
      if (box.left < 0 || box.right > document.documentElement.clientWidth)
        errors.push(`“${nameOf(part)}” leaves the window`);
      for (const other of parts.slice(index + 1)) {
        if (part.contains(other)) continue;
        const next = other.getBoundingClientRect();
        const width = Math.min(box.right, next.right) - Math.max(box.left, next.left);
        const height = Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top);
        if (width > 1 && height > 1) errors.push(`“${nameOf(part)}” overlaps “${nameOf(other)}”`);
      }
    }
    const range = document.createRange();
    for (const word of hero.querySelectorAll('.words .word')) {
      range.selectNodeContents(word);
      const { left, right } = range.getBoundingClientRect();
      if (left < 0 || right > document.documentElement.clientWidth)
        errors.push(`“${nameOf(word)}” leaves the window`);
    }
    return errors;
  });
}

/** Returns the name in the header for the present audience: the full name, the short name, or ''. */
export function shownName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const clip = document.querySelector('header .wordmark__name')?.getBoundingClientRect();
    const names = document.querySelectorAll<HTMLElement>(
      'header .wordmark__whole, header .wordmark__short span',
    );
    // The full name covers the short one.
    const visibleName = [...names].findLast(
      (name) => name.getBoundingClientRect().top < (clip?.bottom ?? 0) - 1,
    );
    return visibleName?.textContent ?? '';
  });
}

/** Returns layout errors at the present window size: horizontal scrolling, clipped text, wrong order of styles. */
export function findLayoutErrors(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const errors: string[] = [];
    const probe = document.createElement('button');
    probe.className = 'button';
    document.body.append(probe);
    // The layer `reset` removes borders and has to come before `components`.
    if (getComputedStyle(probe).borderTopWidth === '0px')
      errors.push('draws buttons without border');
    probe.remove();
    const root = document.documentElement;
    const overflow = root.scrollWidth - root.clientWidth;
    if (overflow > 0) {
      const wide = [...document.body.querySelectorAll('*')].findLast(
        (element) => element.getBoundingClientRect().right > root.clientWidth + 1,
      );
      errors.push(`scrolls sideways by ${overflow} px: ${wide?.outerHTML.slice(0, 120)}`);
    }
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      const { overflowX, overflowY, clipPath, webkitLineClamp } = getComputedStyle(element);
      // Texts for screen readers only, and excerpts that end with an ellipsis, may be clipped.
      if (clipPath !== 'none' || webkitLineClamp !== 'none') continue;
      const clipsX = /hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 2;
      const clipsY =
        /hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 2;
      if (!clipsX && !clipsY) continue;
      if (element.clientWidth <= 1 || !element.checkVisibility()) continue;
      const box = element.getBoundingClientRect();
      const clipped = [...element.querySelectorAll<HTMLElement>('*'), element].find((inner) => {
        const hasText = [...inner.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        );
        if (!hasText || inner.closest('[aria-hidden=true]')) return false;
        const range = document.createRange();
        range.selectNodeContents(inner);
        const textBox = range.getBoundingClientRect();
        if (textBox.width <= 1) return false;
        return (
          (clipsX && textBox.right > box.right + 2) || (clipsY && textBox.bottom > box.bottom + 2)
        );
      });
      if (clipped) errors.push(`cuts “${clipped.textContent?.trim().slice(0, 60)}”`);
    }
    return errors;
  });
}

/** Starts to sum up the layout shifts of each page that opens from now on, except shifts after input. */
export async function watchLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let sum = 0;
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[]) {
        if (!entry.hadRecentInput) sum += entry.value;
      }
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    window.layoutShift = async () => {
      await nextFrame();
      await nextFrame();
      add(observer.takeRecords());
      return sum;
    };
  });
}

/** Returns the cumulative layout shift, including the latest frame. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => window.layoutShift());
}
