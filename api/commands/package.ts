import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { create } from 'tar';
import { z } from 'zod';
import { readConfig } from '../config.ts';
import { hashFile } from '../files.ts';
import { version } from '../installation.ts';
import { hasCurrentCode } from '../publisher/build-manifest.ts';
import { arePackagesInstalled } from '../start/packages.mjs';
import { CommandError, namedArgument, runCommand } from './run-command.ts';

const project = path.resolve(import.meta.dirname, '..', '..');

/** Packages that find files of their own, or load parts of them on demand. */
const unbundledPackages = [
  'better-sqlite3',
  'sharp',
  'pino',
  'shiki',
  '@fastify/swagger-ui',
  '@flydotio/litestream',
];

const isUnbundled = (id: string) =>
  unbundledPackages.some((name) => id === name || id.startsWith(`${name}/`));

/** Commands of `deploy/personal-site`, and `try-start`, which `upgrade` of another version runs. */
const COMMANDS = [
  'backup',
  'doctor',
  'export',
  'health',
  'import',
  'make-admin',
  'repair',
  'restore',
  'rollback',
  'try-start',
  'upgrade',
];

/** Browser code of games, which the server never imports. */
const GAME_VIEW = /\/view\.ts$/;

const MODULE_URL = /\bimport\.meta\.url\b/g;

const MODULE_FOLDER = /\bimport\.meta\.dirname\b/g;

/** A file that runs in a thread or a process of its own. */
const THREAD_FILE = /new URL\(\s*'(\.\/[\w-]+)\.ts',\s*import\.meta\.url,?\s*\)/g;

/** Makes bundled modules find threads in the bundle, and other files where the project has them. */
const filesOfProject: Plugin = {
  name: 'files-of-project',
  transform(code, id) {
    const file = path.relative(project, id);
    if (!file.startsWith(`api${path.sep}`) || !code.includes('import.meta.')) return null;
    const own = JSON.stringify(`../${file}`);
    const folder = JSON.stringify(`/../${path.dirname(file)}`);
    // Parts at odd indexes are files of threads; the others are the code between them.
    return code
      .split(THREAD_FILE)
      .map((part, index) => {
        if (index % 2 === 0) {
          return part
            .replaceAll(MODULE_URL, `new URL(${own}, import.meta.url).href`)
            .replaceAll(MODULE_FOLDER, `(import.meta.dirname + ${folder})`);
        }
        const fileName = `${path.basename(part)}.js`;
        this.emitFile({
          type: 'chunk',
          id: path.resolve(path.dirname(id), `${part}.ts`),
          fileName,
        });
        return `new URL('./${fileName}', import.meta.url)`;
      })
      .join('');
  },
};

/** Everything that a running site reads, besides its build, its bundled code and packages. */
const SOURCES = [
  '.env.example',
  'README.md',
  'content',
  'deploy',
  'docs',
  'package.json',
  'api/db/migrations',
  'api/services/passwords/common-passwords.txt',
  'site/styles/fonts',
];
/**
 * Originals of images that the build contains, except those that case studies of the owner may name, and the test of
 * the folder beside it.
 */
const LEFT_OUT = [
  ...readdirSync('content/media')
    .filter((name) => name !== 'case-studies')
    .map((name) => `content/media/${name}`),
  'deploy/test.sh',
];

const platform = `${process.platform}-${process.arch}`;
const NODE_PACKAGE = `node_modules/node-${platform}`;
/** Files of packages that no running program reads: tests, types, maps and texts. */
const UNREAD =
  /node_modules\/(?:@[^/]+\/)?[^/]+\/(?:tests?|__tests__|bench|benchmarks?|examples?|coverage|\.github)$|(?<!\/licen[cs]e)\.(?:[cm]?tsx?|flow|map|md|markdown)$/i;
/** Headers, manuals and sources in C, which only a build reads. */
const BUILD_ONLY = [
  ...['include', 'share'].map((folder) => `${NODE_PACKAGE}/${folder}`),
  ...['deps', 'src'].map((folder) => `node_modules/better-sqlite3/${folder}`),
];
const SQLITE_PREBUILDS = 'node_modules/better-sqlite3/prebuilds/';

/** Says whether a file or folder of a package is not used at run time on this platform. */
function isUnused(file: string): boolean {
  if (UNREAD.test(file) || BUILD_ONLY.includes(file)) return true;
  return file.startsWith(SQLITE_PREBUILDS) && file !== `${SQLITE_PREBUILDS}${platform}.node`;
}

const packageLock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dependencies: z.record(z.string(), z.string()).optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

/**
 * `make package`: writes `personal-site-<version>-<platform>.tar.gz`, its SHA-256 and install.sh into TO (./packages). The
 * archive contains the built site, the bundled server, production packages and Node: it starts without npm, without a build
 * and without another Node.
 */
await runCommand(async () => {
  const { buildFolder } = readConfig();
  if (!hasCurrentCode(buildFolder)) {
    throw new CommandError('The build is not current: run make build.');
  }
  if (!arePackagesInstalled()) {
    throw new CommandError('The packages are not those of package-lock.json: run make installed.');
  }
  if (!existsSync(NODE_PACKAGE)) {
    throw new CommandError(
      `There is no package of Node for ${platform}: use Linux on x64 or arm64.`,
    );
  }
  const target = path.resolve(namedArgument('TO') ?? 'packages');
  mkdirSync(target, { recursive: true });
  const name = `personal-site-${version}-${platform}`;
  const staging = mkdtempSync(path.join(target, '.staging-'));
  try {
    const folder = path.join(staging, name);
    for (const source of SOURCES)
      copyPaths(source, path.join(folder, source), (file) => LEFT_OUT.includes(file));
    copyPaths(buildFolder, path.join(folder, 'dist'));
    copyPaths('deploy/personal-site', path.join(folder, 'personal-site'));
    copyPackages(folder);
    await bundleServer(path.join(folder, 'server'));
    const file = path.join(target, `${name}.tar.gz`);
    await create({ file, cwd: staging, gzip: true, portable: true }, [name]);
    writeFileSync(`${file}.sha256`, `${await hashFile(file)}  ${path.basename(file)}\n`);
    cpSync('deploy/install.sh', path.join(target, 'install.sh'));
    process.stdout.write(`${file}\n`);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
});

/** Copies a file or a folder without the paths that `isLeftOut` returns true for. */
function copyPaths(from: string, to: string, isLeftOut = (_file: string) => false): void {
  cpSync(from, to, { recursive: true, filter: (file) => !isLeftOut(file) });
}

/** Copies Node, and the installed packages that are not in the bundle; npm has compared them with the hashes of package-lock.json. */
function copyPackages(folder: string): void {
  for (const name of [NODE_PACKAGE, ...findUnbundled()]) {
    // A package inside of another one is copied if it is used.
    const inside = `${name}/node_modules`;
    copyPaths(name, path.join(folder, name), (file) => file === inside || isUnused(file));
  }
  mkdirSync(path.join(folder, 'node_modules', '.bin'));
  symlinkSync(
    path.join('..', path.basename(NODE_PACKAGE), 'bin', 'node'),
    path.join(folder, 'node_modules', '.bin', 'node'),
  );
}

/** Returns the folders of all packages that the bundle imports, and of those that they need. */
function findUnbundled(): Set<string> {
  const lock = readFileSync('node_modules/.package-lock.json', 'utf8');
  const { packages } = packageLock.parse(JSON.parse(lock));
  /** Looks for a package as Node does: in a folder, and in those around it. */
  const locate = (name: string, from: string): string | undefined => {
    const folder = path.posix.join(from, 'node_modules', name);
    if (packages[folder]) return folder;
    const around = from.lastIndexOf('node_modules/');
    if (around < 0) return undefined;
    return locate(name, from.slice(0, Math.max(0, around - 1)));
  };
  const found = new Set<string>();
  const add = (name: string, from: string) => {
    const folder = locate(name, from);
    // Binaries for other platforms are not installed.
    if (folder === undefined || found.has(folder)) return;
    found.add(folder);
    const { dependencies, optionalDependencies } = packages[folder] ?? {};
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies }))
      add(needed, folder);
  };
  for (const name of unbundledPackages) add(name, '');
  return found;
}

/**
 * Bundles the server and the commands of an owner, with their packages: Node starts a few files of code sooner than two
 * thousand. What they read at run time, except their own code, is looked for where the project has it.
 * @param folder directly inside the package
 */
async function bundleServer(folder: string): Promise<void> {
  const bundle = await rolldown({
    cwd: project,
    input: {
      server: 'api/server.ts',
      supervise: 'api/supervisor/supervise.ts',
      ...Object.fromEntries(COMMANDS.map((name) => [name, `api/commands/${name}.ts`])),
    },
    platform: 'node',
    external: (id) => isUnbundled(id) || GAME_VIEW.test(id),
    plugins: [filesOfProject],
    logLevel: 'warn',
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await bundle.close();
}
