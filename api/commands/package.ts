import { createHash } from 'node:crypto';
import {
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { create } from 'tar';
import { z } from 'zod';
import { readConfig } from '../config.ts';
import { hashSources, isBuildCurrent } from '../start/build-state.mjs';
import { arePackagesInstalled } from '../start/packages.mjs';
import { version } from '../version.ts';
import { namedArgument } from './named-argument.ts';
import { CommandRefused, runCommand } from './run-command.ts';

/** Everything that a running site reads, besides its build and its packages. */
const SOURCES = [
  ...['.env.example', 'README.md', 'api', 'content', 'deploy', 'docs', 'games', 'package.json'],
  'site/styles/fonts',
];
/** Tests, tools that work on a clone of the project only, and originals of images that the build contains. */
const DEVELOPMENT =
  /\.(?:test\.tsx?|d\.ts)$|^(?:api|games)\/testing$|^content\/media$|^deploy\/test\.sh$|^api\/commands\/(?:astro-scripts|build|check-[a-z]+|dev|ensure-browser|list-affected-tests|make-game-images|package|report-tests|write-migration)\.ts$/;

const platform = `${process.platform}-${process.arch}`;
const NODE_PACKAGE = `node_modules/node-${platform}`;
/** Files of packages that no running program reads: tests, types, maps, texts, sources in C, other platforms. */
const UNUSED = [
  /node_modules\/(?:@[^/]+\/)?[^/]+\/(?:tests?|__tests__|bench|benchmarks?|examples?|coverage|\.github)$/,
  /(?<!\/licen[cs]e)\.(?:[cm]?tsx?|flow|map|md|markdown)$/i,
  new RegExp(`^${NODE_PACKAGE}/(?:include|share)$`),
  /^node_modules\/better-sqlite3\/(?:deps|src)$/,
  new RegExp(`^node_modules/better-sqlite3/prebuilds/(?!${platform}\\.node$)`),
];

const installedPackages = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dev: z.boolean().optional(),
      optional: z.boolean().optional(),
      devOptional: z.boolean().optional(),
      /** Operating systems of a package with binaries. */
      os: z.union([z.string(), z.array(z.string())]).optional(),
    }),
  ),
});

/**
 * `make package`: writes `personal-site-<version>-<platform>.tar.gz`, its SHA-256 and install.sh into TO (./packages): the
 * built site, the server, production packages and Node. It starts without npm, without a build and without another Node.
 */
await runCommand(async () => {
  const { buildFolder } = readConfig();
  if (!isBuildCurrent(buildFolder, hashSources({ styleguide: false }))) {
    throw new CommandRefused('The build is not current: run make build.');
  }
  if (!arePackagesInstalled()) {
    throw new CommandRefused(
      'The packages are not those of package-lock.json: run make installed.',
    );
  }
  if (!existsSync(NODE_PACKAGE)) {
    throw new CommandRefused(
      `There is no package of Node for ${platform}: use Linux on x64 or arm64.`,
    );
  }
  const target = path.resolve(namedArgument('TO') ?? 'packages');
  mkdirSync(target, { recursive: true });
  const name = `personal-site-${version}-${platform}`;
  const staging = mkdtempSync(path.join(target, '.staging-'));
  try {
    const folder = path.join(staging, name);
    for (const source of SOURCES) copy(source, path.join(folder, source), [DEVELOPMENT]);
    copy(buildFolder, path.join(folder, 'dist'), []);
    copy('deploy/personal-site', path.join(folder, 'personal-site'), []);
    copyPackages(folder);
    const file = path.join(target, `${name}.tar.gz`);
    await create({ file, cwd: staging, gzip: true, portable: true }, [name]);
    const hash = createHash('sha256');
    await pipeline(createReadStream(file), hash);
    writeFileSync(`${file}.sha256`, `${hash.digest('hex')}  ${path.basename(file)}\n`);
    cpSync('deploy/install.sh', path.join(target, 'install.sh'));
    process.stdout.write(`${file}\n`);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
});

/** Copies a file or a folder without the paths that a pattern matches. */
function copy(from: string, to: string, without: RegExp[]): void {
  const filter = (file: string) => !without.some((pattern) => pattern.test(file));
  cpSync(from, to, { recursive: true, filter });
}

/**
 * Copies the installed packages for production; npm has compared them with the hashes of package-lock.json. Of optional ones,
 * only the binaries for this platform are used.
 */
function copyPackages(folder: string): void {
  const lock = readFileSync('node_modules/.package-lock.json', 'utf8');
  const { packages } = installedPackages.parse(JSON.parse(lock));
  for (const [name, { dev, optional, devOptional, os }] of Object.entries(packages)) {
    if (dev || ((optional || devOptional) && os === undefined)) continue;
    // A package inside of another one has an entry of its own.
    const inside = new RegExp(`^${name}/node_modules$`);
    copy(name, path.join(folder, name), [...UNUSED, inside]);
  }
  mkdirSync(path.join(folder, 'node_modules', '.bin'));
  symlinkSync(
    path.join('..', path.basename(NODE_PACKAGE), 'bin', 'node'),
    path.join(folder, 'node_modules', '.bin', 'node'),
  );
}
