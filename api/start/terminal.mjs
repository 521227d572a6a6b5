/**
 * Writes log records for people: steps of the start with a spinner and their durations, and warnings
 * and errors as readable lines. Plain JavaScript without packages: it runs before any is installed.
 */
import os from 'node:os';

const LEVELS = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60, silent: 70 };
/** Milliseconds between two pictures of the spinner. */
const SPIN_MS = 100;
const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/**
 * One line of the log.
 * @typedef {object} LogRecord
 * @property {number} level as pino counts: 30 is info, 40 a warning
 * @property {number} time milliseconds UTC
 * @property {string} [msg]
 * @property {'started' | 'done' | 'failed'} [step] the record begins or ends a step of the start
 * @property {number} [ms] how long the step took
 * @property {string} [output] of a command that failed
 * @property {{ stack?: string, message?: string }} [err]
 */

/**
 * Returns how the output of this process is written.
 * @param {string | undefined} wanted value of LOG_FORMAT
 * @param {{ isTTY?: boolean }} stream
 * @returns {'pretty' | 'json'}
 */
export function outputFormat(wanted, stream = process.stdout) {
  if (wanted === 'json' || wanted === 'pretty') return wanted;
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
  let turns = 0;

  const clearLine = () => {
    if (running !== null) stream.write('\r\u001b[K');
  };
  const spin = () => {
    if (running === null) return;
    const picture = SPINNER[turns++ % SPINNER.length] ?? '';
    const seconds = Math.floor((performance.now() - running.since) / 1000);
    const waited = seconds > 0 ? dim(`  ${duration(seconds * 1000)}`) : '';
    // A line that wraps could not be written over.
    const title = running.title.slice(0, Math.max(10, (stream.columns || 80) - 16));
    stream.write(`\r\u001b[K${paint(36, picture)} ${title}${waited}`);
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
 * Returns a log that writes as the server's does, for what runs before pino is there.
 * @param {'pretty' | 'json'} format
 * @param {{ level?: keyof typeof LEVELS, stream?: NodeJS.WriteStream }} options
 */
export function createPlainLog(format, { level: least = 'info', stream = process.stdout } = {}) {
  const destination = format === 'pretty' ? createTerminal(stream) : stream;
  /** @type {(level: number) => (fields: object, msg: string) => void} */
  const at = (level) => (fields, msg) => {
    if (level < LEVELS[least]) return;
    const base = { level, time: Date.now(), pid: process.pid, hostname: os.hostname() };
    destination.write(`${JSON.stringify({ ...base, ...fields, msg })}\n`);
  };
  return { info: at(LEVELS.info), error: at(LEVELS.error), fatal: at(LEVELS.fatal) };
}

/**
 * Reports a step of the start and how long it takes.
 * @param {{ info(fields: object, msg: string): void, error(fields: object, msg: string): void }} log
 * @param {string} doing such as 'installing the packages'
 */
export function startStep(log, doing) {
  const since = performance.now();
  const ms = () => Math.round(performance.now() - since);
  log.info({ step: 'started' }, doing);
  return {
    /** @param {string} result such as 'packages installed' @param {object} [fields] */
    done: (result, fields) => log.info({ step: 'done', ms: ms(), ...fields }, result),
    /** @param {string} result @param {object} [fields] */
    failed: (result, fields) => log.error({ step: 'failed', ms: ms(), ...fields }, result),
  };
}

/**
 * Writes to standard error why this process ends.
 * @param {string} text lines of sentences, or a stack
 */
export function reportFailure(text) {
  const format = outputFormat(process.env.LOG_FORMAT, process.stderr);
  if (format === 'pretty') process.stderr.write(`${text}\n`);
  else createPlainLog(format, { stream: process.stderr }).fatal({}, text);
}
