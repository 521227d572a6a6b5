/**
 * Prepares a start with `node api/start/prepare.mjs [check] [install] [build]`. Plain JavaScript without packages
 * for Node 20 or newer, so that mistakes are found in a new clone before npm runs.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { hashSources, isBuildCurrent } from './build-state.mjs';
import { checkStart, failTogether, requireSpace } from './check.mjs';
import { requireWritable } from './data-folder.mjs';
import { InvalidConfigError, loadEnvironment, parseEnvironment } from './environment.mjs';
import { arePackagesInstalled, installCommands } from './packages.mjs';
import { createPlainLog, outputFormat, reportFailure, startStep } from './terminal.mjs';

const MB = 1_048_576;
/** Size of node_modules. */
const PACKAGES_BYTES = 1200 * MB;
/** Size of a build and its temporary files. */
const BUILD_BYTES = 100 * MB;

/** A command that failed; the message is its output. */
class CommandFailedError extends Error {}

/**
 * Runs a command to its end.
 * @param {string[]} command
 * @throws {CommandFailedError}
 */
function runToEnd([program = '', ...options]) {
  const child = spawn(program, options, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(undefined) : reject(new CommandFailedError(output.trim())),
    );
  });
}

/** @typedef {ReturnType<typeof createPlainLog>} Log */

/** @param {Log} log */
async function install(log) {
  const step = startStep(log, 'installing the packages');
  /** @type {unknown} */
  let failure;
  for (const command of installCommands) {
    try {
      await runToEnd(command);
      step.done('packages installed');
      return;
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code === 'ENOENT')
        throw new InvalidConfigError('npm was not found: install it beside Node.');
      failure = error;
    }
  }
  const output = failure instanceof Error ? failure.message : String(failure);
  step.failed('packages not installed', { output });
  throw new InvalidConfigError(
    'The packages could not be installed: see the messages of npm above, and try again.',
  );
}

/**
 * Builds the site. If the build fails, the server continues with the live release.
 * @param {Log} log
 */
async function build(log) {
  const step = startStep(log, 'building the site');
  try {
    await runToEnd(['node', 'api/commands/build.ts']);
    step.done('site built');
  } catch (error) {
    if (!(error instanceof CommandFailedError)) throw error;
    step.failed('the site could not be built; the live site is unchanged', {
      output: error.message,
    });
  }
}

/** @param {Set<string>} steps `check`, `install` and `build`, or some of them */
async function prepare(steps) {
  const environment = parseEnvironment(loadEnvironment());
  const log = createPlainLog(outputFormat(environment.LOG_FORMAT), {
    level: environment.LOG_LEVEL,
  });
  const buildFolder = path.resolve(environment.BUILD_DIR);
  const mustInstall = steps.has('install') && !arePackagesInstalled();
  const mustBuild =
    steps.has('build') && !isBuildCurrent(buildFolder, hashSources({ styleguide: false }));
  if (steps.has('check')) {
    await failTogether([
      () =>
        checkStart({
          port: environment.PORT,
          host: environment.HOST,
          dataFolder: path.resolve(environment.DATA_DIR),
          buildFolder,
        }),
      () => {
        if (!mustBuild) return;
        requireWritable('BUILD_DIR', buildFolder);
        requireSpace('BUILD_DIR', buildFolder, BUILD_BYTES);
      },
      () => {
        if (mustInstall) requireSpace('node_modules', path.resolve('.'), PACKAGES_BYTES);
      },
    ]);
  }
  if (mustInstall) await install(log);
  if (mustBuild) await build(log);
  else if (steps.has('build')) log.info({ step: 'done' }, 'build is up to date');
}

try {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new InvalidConfigError(
      `Node 20 or newer is needed, and this is ${process.version}: update it.`,
    );
  }
  await prepare(new Set(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof InvalidConfigError)) throw error;
  reportFailure(error.message);
  process.exitCode = 1;
}
