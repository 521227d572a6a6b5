import type { BrowserContext, Page } from '@playwright/test';
import { addVoice } from '../api/testing/weigh-page.ts';
import type { Bench } from './harness/bench-context.ts';
import { logProgress, type Measure, percentile } from './harness/report.ts';
import { randomIpAddress } from './harness/server.ts';
import { type DemoSite, openDemoSite } from './weighing/demo-site.ts';
import { type Network, networks, visitAsPhone } from './weighing/vitals.ts';

const EFFECT_BAR_MS = 150;
const BUSY_BAR_MS = 50;
const PRESSES = 20;
const PRESSES_SHORT = 4;
/** Time after which a press without an effect counts as lost, in milliseconds. */
const LOST_MS = 30_000;
const PRODUCT_PATH = '/shop/products/detail/forty-milliseconds';

/** A control of a reader page whose scripts are loaded shortly before its first use. */
interface Control {
  name: string;
  path: string;
  selector: string;
  /** CSS selector that matches after the effect of the press. */
  effect: string;
  /** True if the visitor is a new member instead of a guest. */
  isMember?: true;
}

const controlsOf = ({ articlePath }: DemoSite): Control[] => [
  {
    name: 'like as a guest',
    path: articlePath,
    selector: '[data-reactions] button[title="Like"]',
    effect: '[data-reactions] a[href^="/login"]',
  },
  {
    name: 'like as a member',
    path: articlePath,
    selector: '[data-reactions] button[title="Like"]',
    effect: '[data-reactions] button[title="Like"][aria-pressed="true"]',
    isMember: true,
  },
  {
    name: 'comment composer',
    path: articlePath,
    selector: '[data-comments] button',
    effect: '#comments-panel[open] textarea',
  },
  {
    name: 'listen',
    path: articlePath,
    selector: '[data-listen] button',
    effect: '[data-listen] [role="group"]:not([hidden])',
  },
  {
    name: 'search',
    path: articlePath,
    selector: '[data-search]',
    effect: 'dialog[open] [role="combobox"]',
  },
  {
    name: 'buy',
    path: PRODUCT_PATH,
    selector: 'a[data-handled="members"]',
    // The number of products changes at once. The toast shows the response of the server.
    effect: '[data-cart-count="1"]',
    isMember: true,
  },
];

/** Milliseconds from a press to the busy state (or to the effect, if it is earlier) and to the effect. */
interface Press {
  busy: number;
  effect: number;
}

/** Measures the first press on islands: to its effect with cached files, to its busy state with an empty cache. */
export const firstPress: Bench = {
  title: 'First press on an island, processor slowed down 4 times',
  async measure(context) {
    const site = await openDemoSite();
    const presses = context.short ? PRESSES_SHORT : PRESSES;
    const measures: Measure[] = [];
    try {
      for (const control of controlsOf(site)) {
        logProgress(`pressing ${control.name}`);
        measures.push(...describeCached(control, await pressCached(site, control, presses)));
        measures.push(...describeCold(control, await pressCold(site, control, presses)));
      }
    } finally {
      await site.close();
    }
    return measures;
  },
};

function describeCached({ name }: Control, presses: (Press | null)[]): Measure[] {
  const times = presses.map((press) => press?.effect ?? LOST_MS);
  return [
    {
      name: `${name}: to the effect, cached files, p95`,
      value: percentile(times, 0.95),
      unit: 'ms',
      bar: { atMost: EFFECT_BAR_MS },
      note: `median ${percentile(times, 0.5).toFixed(0)} ms, of ${times.length} presses`,
    },
  ];
}

function describeCold({ name }: Control, presses: (Press | null)[]): Measure[] {
  const successful = presses.filter((press) => press !== null);
  const effects = successful.map(({ effect }) => effect);
  return [
    {
      name: `${name}: to the busy state, slow 4G and an empty cache, p95`,
      value: percentile(
        presses.map((press) => press?.busy ?? LOST_MS),
        0.95,
      ),
      unit: 'ms',
      bar: { atMost: BUSY_BAR_MS },
      note: `effect after ${percentile(effects, 0.5).toFixed(0)} ms, median`,
    },
    {
      name: `${name}: lost presses, slow 4G and an empty cache`,
      value: presses.length - successful.length,
      unit: `of ${presses.length}`,
      bar: { atMost: 0 },
    },
  ];
}

/** Unthrottled network, for files in the cache. */
const cached: Network = {
  latency: 0,
  downloadThroughput: -1,
  uploadThroughput: -1,
  connecting: 0,
  processorSlowdown: networks['slow 4G'].processorSlowdown,
};

/** Presses a control on pages whose files are in the cache since the first press. */
const pressCached = (site: DemoSite, control: Control, presses: number) =>
  visit(site, control, cached, async (page) => {
    const results = [await press(page, control)];
    while (results.length <= presses) {
      // Navigates from a blank page, because a reload would bypass the cache. Each press has a new member
      // without likes and purchases.
      await page.goto('about:blank');
      if (control.isMember) await signUp(page.context(), site);
      await page.goto(site.server.siteUrl + control.path, { waitUntil: 'networkidle' });
      results.push(await press(page, control));
    }
    return results.slice(1);
  });

/** Presses a control on pages with an empty cache. */
async function pressCold(site: DemoSite, control: Control, presses: number) {
  const results: (Press | null)[] = [];
  while (results.length < presses) {
    results.push(await visit(site, control, networks['slow 4G'], (page) => press(page, control)));
  }
  return results;
}

const visit = <Result>(
  site: DemoSite,
  { path, isMember }: Control,
  network: Network,
  read: (page: Page) => Promise<Result>,
): Promise<Result> =>
  visitAsPhone(site.browser, site.server.siteUrl + path, network, read, async (context) => {
    await context.addInitScript(addVoice);
    // While a debugger is attached, as by Playwright, V8 parses code again for the stack of each new Error. React
    // creates two when it is loaded, which would add 60 ms that visitors do not wait.
    await context.addInitScript('delete Error.stackTraceLimit');
    if (!isMember) return;
    await context.addInitScript("localStorage.setItem('session', 'member')");
    await signUp(context, site);
  });

let members = 0;

/** Registers a new member and signs in. */
async function signUp(context: BrowserContext, { server }: DemoSite): Promise<void> {
  members += 1;
  await context.clearCookies();
  const response = await context.request.post(`${server.siteUrl}/api/user/register`, {
    data: {
      name: `Member ${members}`,
      email: `member-${members}@example.org`,
      password: 'a sound passphrase',
    },
    headers: {
      origin: server.siteUrl,
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': randomIpAddress(),
    },
  });
  if (response.status() !== 201) throw new Error(`register: ${await response.text()}`);
}

/** Taps a control. @returns null if the press has no effect */
async function press(page: Page, { selector, effect }: Control): Promise<Press | null> {
  const control = page.locator(selector).first();
  await control.scrollIntoViewIfNeeded();
  await page.evaluate(observePress(selector, effect));
  await control.tap();
  return page.evaluate<Press | null>('window.firstPress');
}

/** Script for the page before the press. Sets `firstPress`, a promise of its times. */
const observePress = (
  selector: string,
  effect: string,
) => `window.firstPress = new Promise((resolve) => {
  const control = document.querySelector(${JSON.stringify(selector)});
  let start, busy;
  addEventListener('pointerdown', ({ timeStamp }) => (start ??= timeStamp), { capture: true });
  const observer = new MutationObserver(() => {
    if (start === undefined) return;
    const now = performance.now() - start;
    const hasEffect = document.querySelector(${JSON.stringify(effect)}) !== null;
    if (hasEffect || control.ariaBusy === 'true') busy ??= now;
    if (!hasEffect) return;
    observer.disconnect();
    resolve({ busy, effect: now });
  });
  observer.observe(document, { attributes: true, childList: true, subtree: true });
  setTimeout(() => resolve(null), ${LOST_MS});
}); 0`;
