import type { Page } from '@playwright/test';

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
