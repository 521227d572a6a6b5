import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

/** Throttling of network and processor, in Chrome's units: milliseconds and bytes per second. */
export interface Network {
  latency: number;
  downloadThroughput: number;
  uploadThroughput: number;
  /** Additional milliseconds of the document, for opening the connection. */
  connecting: number;
  /** Factor by which the processor is slower. */
  processorSlowdown: number;
}

const PROCESSOR_SLOWDOWN = 4;
/** Round trip of Lighthouse's slow 4G, in milliseconds. */
const ROUND_TRIP_MS = 150;
const bytesOf = (kilobits: number) => (kilobits * 1024) / 8;

export const networks = {
  /** The document takes three round trips (TCP, TLS, request), other files on the same connection take one. */
  'slow 4G': {
    latency: ROUND_TRIP_MS,
    downloadThroughput: bytesOf(1638.4),
    uploadThroughput: bytesOf(750),
    connecting: 2 * ROUND_TRIP_MS,
    processorSlowdown: PROCESSOR_SLOWDOWN,
  },
  /** Lighthouse's `devtools` throttling, which adds a new connection to each request. */
  'slow 4G, each request on its own': {
    latency: ROUND_TRIP_MS * 3.75,
    downloadThroughput: bytesOf(1638.4 * 0.9),
    uploadThroughput: bytesOf(750 * 0.9),
    connecting: 0,
    processorSlowdown: PROCESSOR_SLOWDOWN,
  },
} satisfies Record<string, Network>;

/** A computer with 10 Mbit/s and round trips of 40 ms. */
export const fastLine: Network = {
  latency: 40,
  downloadThroughput: bytesOf(10_000),
  uploadThroughput: bytesOf(5000),
  connecting: 0,
  processorSlowdown: 1,
};

const QUIET_MS = 1000;

export interface Vitals {
  /** Largest contentful paint, in milliseconds. */
  paint: number;
  /** Tag and classes of the painted element. */
  element: string;
  /** Cumulative layout shift. */
  shift: number;
}

/** Script that collects vitals in the page. A string, because it is code of the browser. */
const collectVitals = `
  window.vitals = { paint: 0, element: '', shift: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      vitals.paint = entry.startTime;
      vitals.element = entry.element ? entry.element.tagName.toLowerCase() + ' ' + (entry.element.className || '') : '';
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) vitals.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** Measures the vitals of a page on a phone with a throttled network and an empty cache. */
export async function measureVitals(
  browser: Browser,
  url: string,
  network: Network,
): Promise<Vitals> {
  return visitAsPhone(browser, url, network, (page) => page.evaluate<Vitals>('window.vitals'));
}

/**
 * Opens a page on a phone with a throttled network and an empty cache, and returns the result of `read`.
 * @param prepare called before the page is opened
 */
export async function visitAsPhone<Result>(
  browser: Browser,
  url: string,
  network: Network,
  read: (page: Page, session: CDPSession) => Promise<Result>,
  prepare?: (context: BrowserContext) => Promise<void>,
): Promise<Result> {
  await using context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  await context.addInitScript(collectVitals);
  await prepare?.(context);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await throttle(page, session, url, network);
  await page.goto(url, { waitUntil: 'networkidle' });
  // Includes late layout shifts.
  await page.waitForTimeout(QUIET_MS);
  return await read(page, session);
}

/** Throttles network and processor of a page for its visit to `url`. */
async function throttle(
  page: Page,
  session: CDPSession,
  url: string,
  { connecting, processorSlowdown, ...network }: Network,
): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...network });
  if (connecting > 0) {
    await page.route(url, async (route) => {
      await pause(connecting);
      await route.continue();
    });
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown });
}
