/** Sends something small that nobody waits for, even while the page is being left. */
export function beacon(path: string, data: object): void {
  navigator.sendBeacon(path, new Blob([JSON.stringify(data)], { type: 'application/json' }));
}

/** Whether this browser asks not to be followed, or no person sits before it. */
export function asksForQuiet(): boolean {
  const browser = navigator as Navigator & { globalPrivacyControl?: boolean };
  return browser.doNotTrack === '1' || browser.globalPrivacyControl === true || browser.webdriver;
}
