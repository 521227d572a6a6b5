import type { Page } from '@playwright/test';

/** What a page loses at the size it is shown at: by scrolling sideways, text cut off, or styles in the wrong order. */
export function lossesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const probe = document.createElement('button');
    probe.className = 'button';
    document.body.append(probe);
    // The layer `reset` takes borders away, and comes before `components`.
    if (getComputedStyle(probe).borderTopWidth === '0px')
      found.push('draws buttons without border');
    probe.remove();
    const root = document.documentElement;
    const overflow = root.scrollWidth - root.clientWidth;
    if (overflow > 0) {
      const wide = [...document.body.querySelectorAll('*')].findLast(
        (element) => element.getBoundingClientRect().right > root.clientWidth + 1,
      );
      found.push(`scrolls sideways by ${overflow} px: ${wide?.outerHTML.slice(0, 120)}`);
    }
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      const { overflowX, overflowY, clipPath, webkitLineClamp } = getComputedStyle(element);
      // Kept for screen readers alone, or an excerpt that says by its ellipsis that it goes on.
      if (clipPath !== 'none' || webkitLineClamp !== 'none') continue;
      const cutsX = /hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 2;
      const cutsY =
        /hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 2;
      if (!cutsX && !cutsY) continue;
      // Without words.
      if (element.clientWidth <= 1 || !element.checkVisibility()) continue;
      const box = element.getBoundingClientRect();
      const cut = [...element.querySelectorAll<HTMLElement>('*'), element].find((inner) => {
        const hasWords = [...inner.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        );
        if (!hasWords || inner.closest('[aria-hidden=true]')) return false;
        const range = document.createRange();
        range.selectNodeContents(inner);
        const words = range.getBoundingClientRect();
        if (words.width <= 1) return false;
        return (cutsX && words.right > box.right + 2) || (cutsY && words.bottom > box.bottom + 2);
      });
      if (cut) found.push(`cuts “${cut.textContent?.trim().slice(0, 60)}”`);
    }
    return found;
  });
}
