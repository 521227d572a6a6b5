/**
 * Writes log records for people: steps of the start with a spinner and their durations, and warnings and errors as
 * readable lines. Plain JavaScript without packages, because it runs before packages are installed.
 */
import os from 'node:os';

const LEVELS = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60, silent: 70 };
/** Interval between two frames of the spinner, in milliseconds. */
const SPIN_MS = 100;
const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/**
 * One line of the log.
 * @typedef {object} LogRecord
 * @property {number} level of pino: 30 is info, 40 a warning
 * @property {number} time milliseconds UTC
 * @property {string} [msg]
 * @property {'started' | 'done' | 'failed'} [step] the record begins or ends a step of the start
 * @property {number} [ms] duration of the step
 * @property {string} [output] of a command that failed
 * @property {{ stack?: string, message?: string }} [err]
 */

/**
 * Returns the output format of this process.
 * @param {string | undefined} requested value of LOG_FORMAT
 * @param {{ isTTY?: boolean }} stream
 * @returns {'pretty' | 'json'}
 */
export function outputFormat(requested, stream = process.stdout) {
  if (requested === 'json' || requested === 'pretty') return requested;
  return stream.isTTY ? 'pretty' : 'json';
}

/**
 * Returns a destination for pino.
 * @param {NodeJS.WriteStream} stream
 * @param {{ isVerbose?: boolean }} options isVerbose shows records of all levels, not only steps,
 * warnings and errors
 */
export function createTerminal(stream = process.stdout, { isVerbose = false } = {}) {
  const hasColors = stream.isTTY === true && stream.hasColors();
  /** @type {(code: number, text: string) => string} */
  const paint = (code, text) => (hasColors ? `\u001b[${code}m${text}\u001b[0m` : text);
  const dim = (/** @type {string} */ text) => paint(2, text);
  /** @type {{ title: string, since: number, timer: NodeJS.Timeout } | null} */
  let running = null;
  let frames = 0;

  const clearLine = () => {
    if (running !== null) stream.write('\r\u001b[K');
  };
  const spin = () => {
    if (running === null) return;
    const frame = SPINNER[frames++ % SPINNER.length] ?? '';
    const seconds = Math.floor((performance.now() - running.since) / 1000);
    const elapsed = seconds > 0 ? dim(`  ${duration(seconds * 1000)}`) : '';
    // A wrapped line could not be cleared.
    const title = running.title.slice(0, Math.max(10, (stream.columns || 80) - 16));
    stream.write(`\r\u001b[K${paint(36, frame)} ${title}${elapsed}`);
  };
  const stopSpinner = () => {
    if (running === null) return;
    clearLine();
    clearInterval(running.timer);
    running = null;
  };
  /** @param {string} line */
  const writeLine = (line) => {
    clearLine();
    stream.write(`${line}\n`);
    spin();
  };

  /** @param {LogRecord} record */
  function show(record) {
    const message = record.msg ?? '';
    const title = message.charAt(0).toUpperCase() + message.slice(1);
    if (record.step === 'started') {
      stopSpinner();
      if (!stream.isTTY) return;
      running = { title, since: performance.now(), timer: setInterval(spin, SPIN_MS).unref() };
      spin();
    } else if (record.step !== undefined) {
      stopSpinner();
      const mark = record.step === 'done' ? paint(32, '✓') : paint(31, '✗');
      writeLine(
        `${mark} ${title}${record.ms === undefined ? '' : dim(`  ${duration(record.ms)}`)}`,
      );
      if (record.output) writeLine(dim(indent(record.output)));
    } else if (record.level >= LEVELS.warn || isVerbose) {
      writeLine(describe(record, message));
    }
  }

  /** @param {LogRecord} record @param {string} message */
  function describe(record, message) {
    const mark =
      record.level >= LEVELS.error
        ? paint(31, '✗')
        : record.level >= LEVELS.warn
          ? paint(33, '!')
          : dim('·');
    const { level, time, pid, hostname, msg, err, stack, ...fields } =
      /** @type {LogRecord & Record<string, unknown>} */ (record);
    const clock = new Date(time).toTimeString().slice(0, 8);
    const details = Object.entries(fields)
      .map(
        ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
      )
      .join(' ');
    const trace = err?.stack ?? err?.message ?? stack;
    return [
      `${mark} ${dim(clock)} ${message}${details === '' ? '' : dim(`  ${details}`)}`,
      ...(typeof trace === 'string' ? [dim(indent(trace))] : []),
    ].join('\n');
  }

  return {
    /** @param {string} line one record as JSON */
    write(line) {
      show(JSON.parse(line));
    },
    writeLine,
  };
}

/** @param {string} text */
const indent = (text) => text.replace(/^/gm, '    ');

/** @param {number} milliseconds */
function duration(milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(milliseconds % 1000 === 0 ? 0 : 1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

/**
 * Returns a log with the format of the server's log, for programs that run without pino.
 * @param {'pretty' | 'json'} format
 * @param {{ level?: keyof typeof LEVELS, stream?: NodeJS.WriteStream }} options
 */
export function createPlainLog(format, { level: minLevel = 'info', stream = process.stdout } = {}) {
  const destination = format === 'pretty' ? createTerminal(stream) : stream;
  /** @type {(level: number) => (fields: object, msg: string) => void} */
  const at = (level) => (fields, msg) => {
    if (level < LEVELS[minLevel]) return;
    const base = { level, time: Date.now(), pid: process.pid, hostname: os.hostname() };
    destination.write(`${JSON.stringify({ ...base, ...fields, msg })}\n`);
  };
  return { info: at(LEVELS.info), error: at(LEVELS.error), fatal: at(LEVELS.fatal) };
}

/**
 * Reports a step of the start and its duration.
 * @param {{ info(fields: object, msg: string): void, error(fields: object, msg: string): void }} log
 * @param {string} title such as 'installing the packages'
 */
export function startStep(log, title) {
  const since = performance.now();
  const ms = () => Math.round(performance.now() - since);
  log.info({ step: 'started' }, title);
  return {
    /** @param {string} result such as 'packages installed' @param {object} [fields] */
    done: (result, fields) => log.info({ step: 'done', ms: ms(), ...fields }, result),
    /** @param {string} result @param {object} [fields] */
    failed: (result, fields) => log.error({ step: 'failed', ms: ms(), ...fields }, result),
  };
}

/**
 * Writes the reason why this process ends to the standard error.
 * @param {string} text lines of sentences, or a stack
 */
export function reportFailure(text) {
  const format = outputFormat(process.env.LOG_FORMAT, process.stderr);
  if (format === 'pretty') process.stderr.write(`${text}\n`);
  else createPlainLog(format, { stream: process.stderr }).fatal({}, text);
}
