import type { Page } from '@playwright/test';

declare global {
  interface Window {
    layoutShift: () => Promise<number>;
  }
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
