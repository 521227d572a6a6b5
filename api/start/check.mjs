/** Checks that run before packages are installed, the site is built and the database is migrated. */
import { existsSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { checkDataFolder, nearestExisting } from './data-folder.mjs';
import { InvalidConfigError } from './environment.mjs';

const MB = 1_048_576;
/** Bytes that a first start writes to the data folder, with room for the first uploads. */
const FIRST_START_BYTES = 200 * MB;
/** Bytes that a start with an existing release writes, for the WAL of the database. */
const RESTART_BYTES = 16 * MB;
/** Timeout after which a host name counts as unknown, in milliseconds. */
const LISTEN_TIMEOUT_MS = 2000;
/** Number of following ports that are tried to suggest a free one. */
const PORTS_TRIED = 20;

/**
 * Checks the port, the disk and the data folder of a server that is about to start, and changes nothing.
 * @param {{ port: number, host: string, dataFolder: string, buildFolder: string }} config
 * @throws {InvalidConfigError} with one sentence for each failure
 */
export async function checkStart({ port, host, dataFolder, buildFolder }) {
  const isFirst = !existsSync(path.join(dataFolder, 'live'));
  await failTogether([
    () => requirePort(port, host),
    () => checkDataFolder({ dataFolder, buildFolder }),
    () => requireSpace('DATA_DIR', dataFolder, isFirst ? FIRST_START_BYTES : RESTART_BYTES),
  ]);
}

/**
 * Runs all checks and throws their sentences together.
 * @param {(() => void | Promise<void>)[]} checks
 */
export async function failTogether(checks) {
  const sentences = [];
  for (const check of checks) {
    try {
      await check();
    } catch (error) {
      if (!(error instanceof InvalidConfigError)) throw error;
      sentences.push(error.message);
    }
  }
  if (sentences.length > 0) throw new InvalidConfigError(sentences.join('\n'));
}

/**
 * Checks that this process may listen on a port that is free.
 * @param {number} port
 * @param {string} host
 * @throws {InvalidConfigError}
 */
export async function requirePort(port, host) {
  const code = await tryToListen(port, host);
  if (code === null) return;
  if (code === 'EADDRINUSE') {
    const free = await findFreePort(port, host);
    throw new InvalidConfigError(
      `PORT: another program, or this site already, listens on ${port}; stop it, or set PORT to ${
        free === null ? 'a free port' : `a free one such as ${free}`
      }.`,
    );
  }
  if (code === 'EACCES') {
    throw new InvalidConfigError(
      `PORT: this user may not listen on ${port}; set it to 1024 or higher, and let a proxy forward to it.`,
    );
  }
  throw new InvalidConfigError(
    `HOST: this machine cannot listen on ${host} (${code}); set it to one of its own addresses, such as 127.0.0.1.`,
  );
}

/**
 * @param {number} port
 * @param {string} host
 */
async function findFreePort(port, host) {
  for (let next = port + 1; next <= Math.min(port + PORTS_TRIED, 65_535); next += 1) {
    if ((await tryToListen(next, host)) === null) return next;
  }
  return null;
}

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | null>} code of the error, or null if listening works
 */
function tryToListen(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    const timer = setTimeout(() => resolve('ETIMEDOUT'), LISTEN_TIMEOUT_MS);
    server.once('error', (error) => {
      clearTimeout(timer);
      resolve(/** @type {NodeJS.ErrnoException} */ (error).code ?? error.message);
    });
    server.listen({ port, host }, () => {
      clearTimeout(timer);
      server.close(() => resolve(null));
    });
  });
}

/**
 * Checks the free space of a disk.
 * @param {string} subject name of the variable or resource at the start of the message
 * @param {string} folder absolute; need not exist
 * @param {number} bytes
 * @throws {InvalidConfigError}
 */
export function requireSpace(subject, folder, bytes) {
  const existing = nearestExisting(folder);
  const { bavail, blocks, bsize } = statfsSync(existing);
  // Some network file systems report 0 blocks.
  if (blocks === 0 || bavail * bsize >= bytes) return;
  const free = Math.floor((bavail * bsize) / MB);
  throw new InvalidConfigError(
    `${subject}: the disk of ${existing} has ${free} MB left and ${bytes / MB} MB are needed; free some space, or use another disk.`,
  );
}
