/**
 * `node api/supervisor/supervise.ts`: accepts connections and hands them to a server process, which another version can
 * replace without a refused request; see docs/decisions/0053-safe-upgrades.md.
 */
import '../start/private-files.mjs';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { checkStart } from '../start/check.mjs';
import { openDataFolder } from '../start/data-folder.mjs';
import { InvalidConfigError, loadEnvironment, parseEnvironment } from '../start/environment.mjs';
import { createPlainLog, outputFormat, reportFailure } from '../start/terminal.mjs';
import {
  copyDatabase,
  hasCopy,
  recoverSwitch,
  removeCopy,
  restoreDatabase,
} from './database-copy.ts';
import { ServerProcess, SwitchFailedError } from './server-process.ts';
import {
  connectToSupervisor,
  type SwitchDecision,
  type SwitchRequest,
  type SwitchResponse,
  socketName,
} from './switch-request.ts';
import { WaitingConnections } from './waiting-connections.ts';

/** Milliseconds that another version may take to load, while the version in use serves. */
const LOAD_MAX_MS = 120_000;
/** Milliseconds that requests wait for a healthy version; then the version before returns. */
const SWITCH_MAX_MS = 40_000;
/** Milliseconds that `upgrade` may take to decide. */
const DECISION_MAX_MS = 8_000;
/** Milliseconds for the first start, which has no limit. */
const UNLIMITED_MS = 2 ** 31 - 1;
/** Paths that respond with 200 if a version is healthy. */
const HEALTH_PATHS = ['/api/health', '/'];

const ownRoot = path.resolve(import.meta.dirname, '..', '..');

/** @throws SwitchFailedError unless all paths respond with 200 in time */
async function checkHealth(port: number, limitMs: number): Promise<void> {
  const signal = AbortSignal.timeout(limitMs);
  for (const target of HEALTH_PATHS) {
    let status: number;
    try {
      const response = await fetch(`http://127.0.0.1:${port}${target}`, {
        signal,
        redirect: 'manual',
      });
      await response.arrayBuffer();
      status = response.status;
    } catch (error) {
      throw new SwitchFailedError(`The server of this version does not answer ${target}.`, {
        cause: error,
      });
    }
    if (status !== 200) {
      throw new SwitchFailedError(`The server of this version answers ${status} to ${target}.`);
    }
  }
}

/** Starts the server of a version. Another version than the one of this process uses its own build, packages and Node. */
function launch(root: string): ServerProcess {
  if (root === ownRoot) return new ServerProcess(root, process.env);
  const modules = path.join(root, 'node_modules');
  const cache = process.env.NODE_COMPILE_CACHE;
  return new ServerProcess(root, {
    ...process.env,
    PATH: `${path.join(modules, '.bin')}${path.delimiter}${process.env.PATH ?? ''}`,
    BUILD_DIR: path.join(root, 'dist'),
    // A folder outside of the versions is shared by them.
    ...(cache?.startsWith(ownRoot + path.sep) && {
      NODE_COMPILE_CACHE: path.join(modules, '.cache', 'compiled'),
    }),
  });
}

async function supervise(): Promise<void> {
  const environment = parseEnvironment(loadEnvironment());
  const { PORT: port, HOST: host, LOG_FORMAT, LOG_LEVEL: level } = environment;
  const log = createPlainLog(outputFormat(LOG_FORMAT), { level });
  const dataFolder = path.resolve(environment.DATA_DIR);
  const folders = { dataFolder, buildFolder: path.resolve(environment.BUILD_DIR) };
  // It loads its code during the checks, and ends with this process if one fails.
  const first = launch(ownRoot);
  await checkStart({ port, host, ...folders });
  openDataFolder(folders);
  // The supervisor that was there first is the one that switches.
  const earlier = await connectToSupervisor(dataFolder).catch((error: unknown) => {
    log.error({ reason: String(error) }, 'upgrades need a restart');
    return null;
  });
  earlier?.destroy();
  if (earlier === null) await recoverSwitch(dataFolder);
  /** Orders of a second server would be lost if the database from before a switch returned. */
  const assertNoSwitch = () => {
    if (earlier === null || !hasCopy(dataFolder)) return;
    throw new InvalidConfigError(
      'The site is switching to another version. Start this server later.',
    );
  };
  assertNoSwitch();

  /** Server that gets connections; null while they wait. */
  let current: ServerProcess | null = null;
  /** Server of another version, while it is not in use yet. */
  let candidate: ServerProcess | null = null;
  let isStopping = false;
  const waiting = new WaitingConnections();

  const entrance = createServer({ pauseOnConnect: true }, (socket) => {
    if (current) current.hand(socket);
    else waiting.add(socket);
  });
  const control = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    void handleSwitch(socket);
  });

  const admit = (server: ServerProcess) => {
    server.send({ type: 'admit' });
    current = server;
    for (const socket of waiting.takeAll()) server.hand(socket);
    void server.exited.then(() => {
      // During a switch it is meant to end.
      if (current === server && candidate === null) process.exit(server.exitCode);
    });
  };

  /** Handles one request to switch to another version. */
  async function handleSwitch(socket: Socket): Promise<void> {
    const lines = createInterface(socket)[Symbol.asyncIterator]();
    const send = (message: SwitchResponse) => socket.write(`${JSON.stringify(message)}\n`);
    const { value } = await lines.next();
    if (value === undefined) return;
    let version: string | undefined;
    try {
      const request: SwitchRequest = JSON.parse(value);
      version = request.root;
      await switchTo(request, async () => {
        send({ state: 'healthy' });
        const { value: line } = await lines.next();
        const decision: Partial<SwitchDecision> = JSON.parse(line ?? '{}');
        if (decision.state !== 'commit')
          throw new SwitchFailedError('The command to upgrade ended.');
      });
      log.info({ version }, 'switched to another version');
      send({ state: 'switched' });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.error({ version, reason }, 'not switched to another version');
      send({ state: 'refused', reason });
    }
    socket.end();
  }

  /**
   * @param decide called when the version is healthy; if it throws, the version before returns
   * @throws the reason why the version before is in use
   */
  async function switchTo(
    { root, migrates }: SwitchRequest,
    decide: () => Promise<void>,
  ): Promise<void> {
    const before = current;
    if (before === null || candidate !== null || isStopping) {
      throw new SwitchFailedError(
        'The site is starting, stopping, or switching to another version.',
      );
    }
    const next = launch(root);
    candidate = next;
    try {
      await next.receive('loaded', LOAD_MAX_MS);
      // From here on, connections wait.
      current = null;
      const end = performance.now() + SWITCH_MAX_MS;
      const remainingMs = () => Math.max(1, Math.round(end - performance.now()));
      await before.stop();
      if (migrates) await copyDatabase(dataFolder, next.pid);
      next.send({ type: 'start', isCandidate: true });
      const { port: inner } = await next.receive('listening', remainingMs());
      await checkHealth(inner, remainingMs());
      await withinLimit(decide(), next);
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
    again.send({ type: 'start', isCandidate: false });
    try {
      await again.receive('listening', LOAD_MAX_MS);
    } catch {
      // No version runs. The parent process sees the exit, and the log gives the reason.
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
    // Without its candidate, a running switch ends and cleans up.
    if (candidate) void candidate.kill();
    else void stopServer();
  };

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => (current || candidate ? stop() : void first.stop()));
  }
  first.send({ type: 'start', isCandidate: false });
  try {
    await first.receive('listening', UNLIMITED_MS);
  } catch {
    process.exit(first.exitCode);
  }
  // A switch that begins from here on finds that this server has the database open.
  assertNoSwitch();
  entrance.listen({ port, host });
  await once(entrance, 'listening');
  admit(first);
  const address = entrance.address();
  if (address !== null && typeof address !== 'string') {
    const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
    log.info({}, `Server listening at http://${name}:${address.port}`);
  }
  if (earlier !== null) {
    log.info({}, 'Another server runs on this data folder: stop this one before an upgrade');
    return;
  }
  const name = socketName(dataFolder);
  rmSync(name, { force: true });
  control.on('error', (error) => log.error({ reason: error.message }, 'upgrades need a restart'));
  control.listen(name);
}

/** Waits for a decision, unless it takes too long or the server ends. */
async function withinLimit(decision: Promise<void>, server: ServerProcess): Promise<void> {
  const { promise: refused, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new SwitchFailedError('The command to upgrade does not answer.')),
    DECISION_MAX_MS,
  );
  void server.exited.then(() =>
    reject(new SwitchFailedError('The server of this version ended. The log says why.')),
  );
  try {
    await Promise.race([decision, refused]);
  } finally {
    clearTimeout(timer);
  }
}

try {
  await supervise();
} catch (error) {
  if (!(error instanceof InvalidConfigError)) throw error;
  reportFailure(error.message);
  process.exit(1);
}
