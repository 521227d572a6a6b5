import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, createReadStream, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { create } from 'tar';
import { readConfig } from '../config.ts';
import { hashSources, isBuildCurrent } from '../start/build-state.mjs';
import { version } from '../version.ts';
import { namedArgument } from './named-argument.ts';
import { CommandRefused, runCommand } from './run-command.ts';

/** Everything that a running site reads, besides its build and its packages. */
const SOURCES = [
  ...['.env.example', 'README.md', 'api', 'content', 'deploy', 'docs', 'games'],
  ...['package-lock.json', 'package.json', 'site/styles/fonts'],
];
/** Tests, and tools that work on a clone of the project only. */
const DEVELOPMENT =
  /\.test\.tsx?$|^(?:api|games)\/testing$|^api\/commands\/(?:astro-scripts|build|check-[a-z]+|dev|ensure-browser|list-affected-tests|make-game-images|package|report-tests|write-migration)\.ts$/;

const UNUSED = /\.(?:d\.[cm]?ts|map)$/;

/**
 * `make package`: writes `personal-site-<version>-<platform>.tar.gz` and its checksum into TO (./packages): the built
 * site, the server, production packages and Node. It starts without npm, without a build and without another Node.
 */
await runCommand(async () => {
  const { buildFolder } = readConfig();
  if (!isBuildCurrent(buildFolder, hashSources({ styleguide: false }))) {
    throw new CommandRefused('The build is not current: run make build.');
  }
  const target = path.resolve(namedArgument('TO') ?? 'packages');
  mkdirSync(target, { recursive: true });
  const name = `personal-site-${version}-${process.platform}-${process.arch}`;
  const staging = mkdtempSync(path.join(target, '.staging-'));
  try {
    const folder = path.join(staging, name);
    copySources(folder);
    cpSync(buildFolder, path.join(folder, 'dist'), { recursive: true });
    cpSync('deploy/personal-site', path.join(folder, 'personal-site'));
    installPackages(folder);
    removeUnused(path.join(folder, 'node_modules'));
    const file = path.join(target, `${name}.tar.gz`);
    await create({ file, cwd: staging, gzip: true, portable: true }, [name]);
    process.stdout.write(`${file}\nsha256 ${await hashFile(file)}\n`);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
});

function copySources(folder: string): void {
  for (const source of SOURCES) {
    cpSync(source, path.join(folder, source), {
      recursive: true,
      filter: (from) => !DEVELOPMENT.test(from),
    });
  }
}

/** Installs what package-lock.json names for production, without running scripts of packages. */
function installPackages(folder: string): void {
  const options = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawnSync('npm', ['ci', ...options], { cwd: folder, encoding: 'utf8' });
  if (npm.status !== 0) {
    throw new CommandRefused(
      `npm could not install the packages for production:\n${npm.stdout}${npm.stderr}`,
    );
  }
}

/** Removes what no running program reads: headers, sources in C, binaries for other platforms, types and maps. */
function removeUnused(packages: string): void {
  const node = path.dirname(path.dirname(realpathSync(path.join(packages, '.bin/node'))));
  for (const name of ['include', 'share']) rmSync(path.join(node, name), { recursive: true });
  const sqlite = path.join(packages, 'better-sqlite3');
  for (const name of ['deps', 'src']) rmSync(path.join(sqlite, name), { recursive: true });
  const prebuilds = path.join(sqlite, 'prebuilds');
  for (const name of readdirSync(prebuilds)) {
    if (name !== `${process.platform}-${process.arch}.node`) rmSync(path.join(prebuilds, name));
  }
  for (const name of readdirSync(packages, { recursive: true, encoding: 'utf8' })) {
    if (UNUSED.test(name)) rmSync(path.join(packages, name));
  }
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
