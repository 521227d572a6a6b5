// Sets the clock of a process ahead by CLOCK_AHEAD_MS milliseconds. `node --import` loads this module into the
// server and its workers before any code reads the clock.
const aheadMs = Number(process.env.CLOCK_AHEAD_MS);
const now = Date.now;

globalThis.Date = class extends Date {
  constructor(...args) {
    if (args.length === 0) super(now() + aheadMs);
    else super(...args);
  }

  static now() {
    return now() + aheadMs;
  }
};
