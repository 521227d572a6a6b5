/** Sends data without waiting for the response, also while the page unloads. */
export function beacon(path: string, data: object): void {
  navigator.sendBeacon(path, new Blob([JSON.stringify(data)], { type: 'application/json' }));
}

/** True if the browser asks not to be tracked, or if a program controls it. */
export function isTrackingDisabled(): boolean {
  const browser = navigator as Navigator & { globalPrivacyControl?: boolean };
  return browser.doNotTrack === '1' || browser.globalPrivacyControl === true || browser.webdriver;
}
