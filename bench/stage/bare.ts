import { once } from 'node:events';
import { childEnvironment, project } from './build.ts';
import { spawnChild } from './scratch.ts';
import { freePort } from './server.ts';

export interface BareServer {
  address: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts one of the bare Fastify servers of bench/ in its own process. */
export async function startBareServer(
  script:
    | 'serving-bare.ts'
    | 'article-lists-bare.ts'
    | 'product-lists-bare.ts'
    | 'comments-bare.ts',
  environment: Record<string, string>,
): Promise<BareServer> {
  const port = await freePort();
  const child = spawnChild(process.execPath, [`bench/${script}`], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: childEnvironment({ NODE_ENV: 'production', PORT: String(port), ...environment }),
  });
  const exited = once(child, 'exit');
  await Promise.race([
    once(child.stdout ?? child, 'data'),
    exited.then(() => Promise.reject(new Error(`${script} exited`))),
  ]);
  return {
    pid: child.pid ?? 0,
    address: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
