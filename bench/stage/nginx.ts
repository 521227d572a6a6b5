import { once } from 'node:events';
import { accessSync, constants, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { spawnChild } from './scratch.ts';

export interface RunningNginx {
  address: string;
  pid: number;
  stop(): Promise<void>;
}

/** Returns the path of the nginx binary, or null if it is not installed. */
export function findNginx(): string | null {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const candidates = [...folders, '/usr/sbin', '/usr/local/sbin'].map((name) =>
    path.join(name, 'nginx'),
  );
  return candidates.find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // The file is missing or not executable.
    return false;
  }
}

/** Serves a folder with nginx. All files that nginx writes are in `scratch`. */
export async function startNginx(
  binary: string,
  options: { root: string; port: number; scratch: string },
): Promise<RunningNginx> {
  const { root, port, scratch } = options;
  const configuration = path.join(scratch, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${scratch}/${name};`,
  );
  writeFileSync(
    configuration,
    `daemon off; worker_processes 1; pid ${scratch}/nginx.pid; error_log ${scratch}/error.log;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 256; }
http {
  types { text/html html; text/css css; text/javascript js; }
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=1000;
  ${temporary.join('\n  ')}
  server { listen 127.0.0.1:${port}; root ${root}; location / { try_files $uri $uri/index.html =404; } }
}
`,
  );
  const child = spawnChild(
    binary,
    ['-c', configuration, '-p', scratch, '-e', `${scratch}/error.log`],
    {
      stdio: 'ignore',
    },
  );
  const exited = once(child, 'exit');
  const address = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 200; tries += 1) {
    if (await isListening(address)) break;
    await pause(25);
  }
  return {
    address,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function isListening(address: string): Promise<boolean> {
  try {
    await (await fetch(address)).arrayBuffer();
    return true;
  } catch {
    // Not listening yet.
    return false;
  }
}
