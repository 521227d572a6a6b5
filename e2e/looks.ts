import type { Page } from '@playwright/test';

/** Controls that forced colours leave without words, picture or border that can be told apart. */
export function invisibleControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isDrawn = (colour: string) => !/^(transparent|none|rgba\(.*, 0\))$/.test(colour);
    /** The colour behind an element. */
    const behind = (element: Element | null): string => {
      if (!element) return getComputedStyle(document.documentElement).backgroundColor;
      const { backgroundColor } = getComputedStyle(element);
      return isDrawn(backgroundColor) ? backgroundColor : behind(element.parentElement);
    };
    const hasBorder = (element: Element) =>
      [null, '::before', '::after'].some((part) => {
        const style = getComputedStyle(element, part);
        return (['Top', 'Bottom'] as const).some((side) => {
          const none = style[`border${side}Style`] === 'none';
          const width = none ? 0 : Number.parseFloat(style[`border${side}Width`]);
          const colour = style[`border${side}Color`];
          return width > 0 && isDrawn(colour) && colour !== behind(element.parentElement);
        });
      });
    const hasPicture = (element: Element) =>
      [...element.querySelectorAll('svg, svg *, img')].some((part) => {
        if (part instanceof HTMLImageElement) return true;
        const { fill, stroke } = getComputedStyle(part);
        return [fill, stroke].some((colour) => isDrawn(colour) && colour !== behind(element));
      });
    const hasWords = (element: HTMLElement) =>
      element.innerText.trim() !== '' && getComputedStyle(element).color !== behind(element);
    /** Letters that a style writes, as the initials of who has no picture, in colours of their own. */
    const hasInitials = (element: Element) =>
      [...element.querySelectorAll('[data-initials]')].some((part) => {
        const { color, forcedColorAdjust } = getComputedStyle(part);
        return forcedColorAdjust === 'none' && color !== behind(part);
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
          // The browser draws boxes and radio buttons itself.
          const own =
            getComputedStyle(control).appearance !== 'none' &&
            control.matches('[type=checkbox], [type=radio]');
          return !own && !hasBorder(control) && !hasWords(label);
        }
        const shown = [hasWords, hasPicture, hasBorder, hasInitials];
        return !shown.some((says) => says(control));
      })
      .map((control) => control.outerHTML.slice(0, 140));
  });
}

/** What still moves, or would move at once when somebody scrolls. */
export function movingThings(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    scrollTo({ top: document.body.scrollHeight, behavior: 'instant' });
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const running = document.getAnimations().filter((animation) => {
      const { duration } = animation.effect?.getComputedTiming() ?? {};
      // What follows the scroll moves only as far as somebody scrolls.
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
      ...videos.map(() => 'a film plays by itself'),
      ...(smooth ? ['the page scrolls smoothly'] : []),
    ];
  });
}

/** The page as it would be printed; call it with the medium print. */
export function onPaper(page: Page) {
  return page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body);
    const chrome = [
      ...document.querySelectorAll(
        'header.site-header, footer.site-footer, .rail, button, form, audio',
      ),
    ];
    const root = document.documentElement;
    return {
      words: document.querySelector('main')?.innerText ?? '',
      colours: [backgroundColor, color],
      chrome: chrome
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => element.outerHTML.slice(0, 120)),
      wide: root.scrollWidth - root.clientWidth,
    };
  });
}
