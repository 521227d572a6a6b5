import type { Page } from '@playwright/test';

/** Returns controls that have no visible text, image or border in forced colours. */
export function findInvisibleControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isDrawn = (colour: string) => !/^(transparent|none|rgba\(.*, 0\))$/.test(colour);
    /** Returns the colour behind an element. */
    const colourBehind = (element: Element | null): string => {
      if (!element) return getComputedStyle(document.documentElement).backgroundColor;
      const { backgroundColor } = getComputedStyle(element);
      return isDrawn(backgroundColor) ? backgroundColor : colourBehind(element.parentElement);
    };
    const hasBorder = (element: Element) =>
      [null, '::before', '::after'].some((part) => {
        const style = getComputedStyle(element, part);
        return (['Top', 'Bottom'] as const).some((side) => {
          const none = style[`border${side}Style`] === 'none';
          const width = none ? 0 : Number.parseFloat(style[`border${side}Width`]);
          const colour = style[`border${side}Color`];
          return width > 0 && isDrawn(colour) && colour !== colourBehind(element.parentElement);
        });
      });
    const hasImage = (element: Element) =>
      [...element.querySelectorAll('svg, svg *, img')].some((part) => {
        if (part instanceof HTMLImageElement) return true;
        const { fill, stroke } = getComputedStyle(part);
        return [fill, stroke].some((colour) => isDrawn(colour) && colour !== colourBehind(element));
      });
    const hasText = (element: HTMLElement) =>
      element.innerText.trim() !== '' && getComputedStyle(element).color !== colourBehind(element);
    /** Initials of profile pictures are generated content with colours of their own. */
    const hasInitials = (element: Element) =>
      [...element.querySelectorAll('[data-initials]')].some((part) => {
        const { color, forcedColorAdjust } = getComputedStyle(part);
        return forcedColorAdjust === 'none' && color !== colourBehind(part);
      });
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, summary, input, textarea, select',
    );
    return [...controls]
      .filter((control) => {
        if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
          return false;
        const box = control.getBoundingClientRect();
        if (box.width <= 1 || box.height <= 1) return false;
        if (control.matches('input, textarea, select')) {
          const label = control.closest('label') ?? control;
          // The browser draws checkboxes and radio buttons.
          const isNative =
            getComputedStyle(control).appearance !== 'none' &&
            control.matches('[type=checkbox], [type=radio]');
          return !isNative && !hasBorder(control) && !hasText(label);
        }
        const visibleParts = [hasText, hasImage, hasBorder, hasInitials];
        return !visibleParts.some((isVisible) => isVisible(control));
      })
      .map((control) => control.outerHTML.slice(0, 140));
  });
}

/** Returns everything that moves, or would move as soon as the page is scrolled. */
export function findMotion(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    scrollTo({ top: document.body.scrollHeight, behavior: 'instant' });
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const running = document.getAnimations().filter((animation) => {
      const { duration } = animation.effect?.getComputedTiming() ?? {};
      // Scroll-driven animations move only with the scroll position.
      return (
        animation.playState === 'running' &&
        animation.timeline === document.timeline &&
        duration !== 0
      );
    });
    const videos = [...document.querySelectorAll('video')].filter((video) => !video.paused);
    const smooth = getComputedStyle(document.documentElement).scrollBehavior === 'smooth';
    return [
      ...running.map((animation) => {
        const target = (animation.effect as KeyframeEffect | null)?.target;
        return `moves: ${target?.outerHTML.slice(0, 120)}`;
      }),
      ...videos.map(() => 'a film plays automatically'),
      ...(smooth ? ['the page scrolls smoothly'] : []),
    ];
  });
}

/** Returns the text and layout of the printed page. Emulate the medium print first. */
export function readPrintedPage(page: Page) {
  return page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body);
    const chrome = [
      ...document.querySelectorAll(
        'header.site-header, footer.site-footer, .rail, button, form, audio',
      ),
    ];
    const root = document.documentElement;
    return {
      text: document.querySelector('main')?.innerText ?? '',
      colours: [backgroundColor, color],
      chrome: chrome
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => element.outerHTML.slice(0, 120)),
      overflow: root.scrollWidth - root.clientWidth,
    };
  });
}
