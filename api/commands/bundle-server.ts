import path from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

const project = path.resolve(import.meta.dirname, '..', '..');

/** Packages that find files of their own, or load parts of them on demand. */
export const unbundledPackages = [
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
    // What is between two threads names files, and what is at odd places a thread.
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

/**
 * Bundles the server and the commands of an owner, with their packages: Node starts a few files of code sooner than two
 * thousand. What they read at run time, except their own code, is looked for where the project has it.
 * @param folder directly inside the package
 */
export async function bundleServer(folder: string): Promise<void> {
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
