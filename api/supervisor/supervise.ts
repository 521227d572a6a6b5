/**
 * `node api/supervisor/supervise.ts`: accepts connections and hands them to a server process, which another version can
 * replace without a refused request; see docs/upgrade.md.
 */
import '../start/private-files.mjs';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { checkStart } from '../start/check.mjs';
import { openDataFolder } from '../start/data-folder.mjs';
import { ConfigInvalid, loadEnvironment, parseEnvironment } from '../start/environment.mjs';
import { createPlainLog, outputFormat, reportFailure } from '../start/terminal.mjs';
import { keepDatabase, removeCopy, restoreDatabase } from './database-copy.ts';
import { ServerProcess, SwitchRefused } from './server-process.ts';
import { pointLink, type SwitchRequest, type SwitchResult, socketName } from './switch-request.ts';

/** Milliseconds for the steps of a switch. Connections wait while a version stops, starts and is checked. */
const LIMITS_MS = { load: 120_000, start: 30_000, health: 10_000, firstStart: 2 ** 31 - 1 };
/** Connections that wait during a switch, at most. */
const WAITING_MAX = 5000;

const ownRoot = path.resolve(import.meta.dirname, '..', '..');

/** @throws SwitchRefused unless health and home page answer 200 */
async function checkHealth(port: number): Promise<void> {
  for (const target of ['/api/health', '/']) {
    const response = await fetch(`http://127.0.0.1:${port}${target}`, {
      signal: AbortSignal.timeout(LIMITS_MS.health),
      redirect: 'manual',
    });
    await response.arrayBuffer();
    if (response.status !== 200) {
      throw new SwitchRefused(
        `The server of this version answers ${response.status} to ${target}.`,
      );
    }
  }
}

/** Starts the server of a version. One that `upgrade` has installed uses its own build, packages and Node. */
function launch(root: string): ServerProcess {
  if (root === ownRoot) return new ServerProcess(root);
  const modules = path.join(root, 'node_modules');
  return new ServerProcess(root, {
    ...process.env,
    PATH: `${path.join(modules, '.bin')}${path.delimiter}${process.env.PATH ?? ''}`,
    BUILD_DIR: path.join(root, 'dist'),
    NODE_COMPILE_CACHE: path.join(modules, '.cache', 'compiled'),
  });
}

async function supervise(): Promise<void> {
  const environment = parseEnvironment(loadEnvironment());
  const { PORT: port, HOST: host, LOG_FORMAT, LOG_LEVEL: level } = environment;
  const log = createPlainLog(outputFormat(LOG_FORMAT), { level });
  const dataFolder = path.resolve(environment.DATA_DIR);
  const folders = { dataFolder, buildFolder: path.resolve(environment.BUILD_DIR) };
  await checkStart({ port, host, ...folders });
  openDataFolder(folders);
  // A loss of power may have interrupted a switch before the new version was in use.
  restoreDatabase(dataFolder);

  /** The server that gets connections; null while they wait. */
  let current: ServerProcess | null = null;
  /** The server of another version, while it is not in use yet. */
  let candidate: ServerProcess | null = null;
  let isStopping = false;
  const waiting: Socket[] = [];

  const entrance = createServer({ pauseOnConnect: true }, (socket) => {
    if (current) current.hand(socket);
    else if (waiting.length < WAITING_MAX) waiting.push(socket);
    else socket.destroy();
  });
  const control = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    createInterface(socket).once('line', async (line) => {
      const result = await answer(JSON.parse(line));
      socket.end(`${JSON.stringify(result)}\n`);
    });
  });

  const admit = (server: ServerProcess) => {
    server.send('admit');
    current = server;
    for (const socket of waiting.splice(0)) server.hand(socket);
    void server.exited.then(() => {
      // During a switch it is meant to end.
      if (current === server && candidate === null) process.exit(server.exitCode);
    });
  };

  async function answer(request: SwitchRequest): Promise<SwitchResult> {
    const version = request.root;
    try {
      await switchTo(request);
      log.info({ version }, 'switched to another version');
      return { state: 'switched' };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.error({ version, reason }, 'not switched to another version');
      return { state: 'refused', reason };
    }
  }

  async function switchTo({ root, migrates, link }: SwitchRequest): Promise<void> {
    const before = current;
    if (before === null || candidate !== null || isStopping) {
      throw new SwitchRefused('The site is starting, stopping, or switching to another version.');
    }
    const next = launch(root);
    candidate = next;
    try {
      await next.hear('loaded', LIMITS_MS.load);
      // From here on, connections wait.
      current = null;
      await before.stop();
      if (migrates) keepDatabase(dataFolder);
      next.send('start');
      const { port: inner } = await next.hear('listening', LIMITS_MS.start);
      await checkHealth(inner);
      if (link !== null) pointLink(link, root);
      // From here on, the new version changes data, and nothing is restored.
      removeCopy(dataFolder);
      candidate = null;
      admit(next);
    } catch (error) {
      await next.kill();
      if (current === null) await goBackTo(before);
      candidate = null;
      if (isStopping || current?.hasExited) await stopServer();
      throw error;
    }
  }

  async function goBackTo({ root }: ServerProcess): Promise<void> {
    restoreDatabase(dataFolder);
    if (isStopping) process.exit(0);
    const again = launch(root);
    again.send('start');
    try {
      await again.hear('listening', LIMITS_MS.load);
    } catch {
      // Nothing serves any more: whoever started this process sees that it ends, and the log says why.
      process.exit(again.exitCode);
    }
    admit(again);
  }

  async function stopServer(): Promise<never> {
    await current?.stop();
    process.exit(current?.exitCode ?? 0);
  }

  const stop = () => {
    if (isStopping) return void current?.kill();
    isStopping = true;
    entrance.close();
    control.close();
    // A switch then ends by itself, with everything in order.
    if (candidate) void candidate.kill();
    else void stopServer();
  };

  const first = launch(ownRoot);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => (current || candidate ? stop() : void first.stop()));
  }
  first.send('start');
  try {
    await first.hear('listening', LIMITS_MS.firstStart);
  } catch {
    process.exit(first.exitCode);
  }
  admit(first);
  entrance.listen({ port, host });
  await once(entrance, 'listening');
  const address = entrance.address();
  if (address !== null && typeof address !== 'string') {
    const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
    log.info({}, `Server listening at http://${name}:${address.port}`);
  }
  const name = socketName(dataFolder);
  rmSync(name, { force: true });
  control.on('error', (error) => log.error({ reason: error.message }, 'upgrades need a restart'));
  control.listen(name);
}

try {
  await supervise();
} catch (error) {
  if (!(error instanceof ConfigInvalid)) throw error;
  reportFailure(error.message);
  process.exit(1);
}
