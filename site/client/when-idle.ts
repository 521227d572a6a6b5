/** Milliseconds after which the work starts even if the browser is not idle. */
const TIMEOUT_MS = 200;

export function whenIdle(work: () => unknown): void {
  // Safari has no idle callbacks; its timer ignores the options.
  const schedule: typeof requestIdleCallback = window.requestIdleCallback ?? setTimeout;
  schedule(work, { timeout: TIMEOUT_MS });
}
