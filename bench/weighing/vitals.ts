import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

/** How a phone is slowed down, in the words of Chrome's protocol: milliseconds and bytes a second. */
export interface Network {
  latency: number;
  downloadThroughput: number;
  uploadThroughput: number;
  /** Milliseconds that the document takes besides, for opening the connection. */
  connecting: number;
  /** How many times slower the processor is. */
  processorSlowdown: number;
}

const PROCESSOR_SLOWDOWN = 4;
/** Milliseconds of one round trip, and kilobits a second, of Lighthouse's slow 4G. */
const ROUND_TRIP_MS = 150;
const bytesOf = (kilobits: number) => (kilobits * 1024) / 8;

export const networks = {
  /** The document takes three round trips (TCP, TLS, itself), everything else on that connection one. */
  'slow 4G': {
    latency: ROUND_TRIP_MS,
    downloadThroughput: bytesOf(1638.4),
    uploadThroughput: bytesOf(750),
    connecting: 2 * ROUND_TRIP_MS,
    processorSlowdown: PROCESSOR_SLOWDOWN,
  },
  /** Lighthouse's `devtools` throttling, which charges each single request for a new connection. */
  'slow 4G, each request on its own': {
    latency: ROUND_TRIP_MS * 3.75,
    downloadThroughput: bytesOf(1638.4 * 0.9),
    uploadThroughput: bytesOf(750 * 0.9),
    connecting: 0,
    processorSlowdown: PROCESSOR_SLOWDOWN,
  },
} satisfies Record<string, Network>;

/** A computer on a line of 10 Mbit/s with round trips of 40 ms. */
export const fastLine: Network = {
  latency: 40,
  downloadThroughput: bytesOf(10_000),
  uploadThroughput: bytesOf(5000),
  connecting: 0,
  processorSlowdown: 1,
};

const SETTLE_MS = 1000;

export interface Vitals {
  /** Largest contentful paint, milliseconds. */
  paint: number;
  /** What that was, for people. */
  element: string;
  /** Cumulative layout shift. */
  shift: number;
}

/** Collects in the page, before anything else runs. A string, since it belongs to the browser. */
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

/** Opens a page as a phone on a slow network does, with nothing in its cache. */
export async function measureVitals(
  browser: Browser,
  address: string,
  network: Network,
): Promise<Vitals> {
  return visitAsPhone(browser, address, network, (page) => page.evaluate<Vitals>('window.vitals'));
}

/**
 * Opens a page as a phone on a network does, with nothing in its cache, and reads from it.
 * @param prepare runs before the page is opened
 */
export async function visitAsPhone<Result>(
  browser: Browser,
  address: string,
  network: Network,
  read: (page: Page, session: CDPSession) => Promise<Result>,
  prepare?: (context: BrowserContext) => Promise<void>,
): Promise<Result> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  try {
    await context.addInitScript(collectVitals);
    await prepare?.(context);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await slowDown(page, session, address, network);
    await page.goto(address, { waitUntil: 'networkidle' });
    // Shifts that come late count too.
    await page.waitForTimeout(SETTLE_MS);
    return await read(page, session);
  } finally {
    await context.close();
  }
}

/** Makes network and processor of a page as slow as described, for its visit to `address`. */
async function slowDown(
  page: Page,
  session: CDPSession,
  address: string,
  { connecting, processorSlowdown, ...network }: Network,
): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...network });
  if (connecting > 0) {
    await page.route(address, async (route) => {
      await pause(connecting);
      await route.continue();
    });
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown });
}
