import { readdirSync, readFileSync } from 'node:fs';

const pathsIn = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path]) => path);

/** Returns the rooms of docs/rooms.md: their name, the pattern of their paths, and the rooms they may import. */
function readRooms() {
  const page = readFileSync(new URL('./docs/rooms.md', import.meta.url), 'utf8');
  return page
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('`'))
    .map((line) => {
      const [name, files, , imports] = line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim());
      const [included, excluded = ''] = files.split(' without ');
      return {
        name,
        pattern: patternFor(pathsIn(included), pathsIn(excluded)),
        imports: imports === '' ? [] : imports.split(',').map((room) => room.trim()),
      };
    });
}

/** Returns a pattern of the paths that begin with one of these; `*` is a folder of any name. */
function patternFor(included, excluded) {
  const oneOf = (list) =>
    list
      .map((path) => path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]+'))
      .join('|');
  return `${excluded.length > 0 ? `(?!${oneOf(excluded)})` : ''}(${oneOf(included)})`;
}

const rooms = readRooms();
const patternOf = (name) => {
  const room = rooms.find((candidate) => candidate.name === name);
  if (!room) throw new Error(`docs/rooms.md has no row for the room ${name}`);
  return room.pattern;
};
const tests = '\\.test\\.tsx?$';

/** Returns the paths of the contracts that import zod at run time, also through other contracts. */
function listContractsWithZod() {
  const folder = new URL('./api/contracts/', import.meta.url);
  const names = readdirSync(folder).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const imports = new Map(
    names.map((name) => [
      name,
      [
        ...readFileSync(new URL(name, folder), 'utf8').matchAll(
          /^(?:import|export) (?!type )[^;]*?from '(?:\.\/)?([^']+)';/gm,
        ),
      ].map(([, imported]) => imported),
    ]),
  );
  const reached = new Set(['zod']);
  for (const _ of names)
    for (const [name, imported] of imports)
      if (imported.some((other) => reached.has(other))) reached.add(name);
  return names.filter((name) => reached.has(name)).map((name) => `api/contracts/${name}`);
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...rooms.map((room) => ({
      name: `room-${room.name}`,
      comment: `docs/rooms.md lists what ${room.name} may import`,
      severity: 'error',
      from: { path: `^${room.pattern}`, pathNot: tests },
      to: {
        path: '^(api|site|games|bench|e2e)/',
        pathNot: `^(${[room.pattern, ...room.imports.map(patternOf)].join('|')})`,
      },
    })),
    {
      name: 'no-cycles',
      comment: 'merge the files, or move what both need into a third',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-tests-in-product',
      severity: 'error',
      from: {
        pathNot: `${tests}|^(bench|e2e|api/testing|games/testing|api/commands/(ensure-browser|list-affected-tests))`,
      },
      to: { path: `${tests}|^(api|games)/testing/` },
    },
    {
      name: 'games-import-only-the-kit',
      severity: 'error',
      from: { path: '^games/([^/]+)/', pathNot: `${tests}|^games/testing/` },
      to: { path: '^games/|^node_modules/', pathNot: '^games/(kit|$1)/' },
    },
    {
      name: 'pages-import-only-game-meta',
      comment: 'site/islands/games loads the rest when a visitor opens a game',
      severity: 'error',
      from: { path: '^site/(pages|components|layouts)/' },
      to: { path: '^games/', pathNot: '^games/(index|[^/]+/meta)\\.ts$' },
    },
    {
      name: 'game-manifest-loads-lazily',
      severity: 'error',
      from: { path: '^games/index\\.ts$' },
      to: {
        path: '^games/',
        pathNot: '^games/[^/]+/meta\\.ts$',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    {
      name: 'no-imports-between-islands',
      comment:
        'islands share stores, site/islands/ui and site/client; AdminPage.tsx loads the admin pages',
      severity: 'error',
      from: {
        path: '^site/islands/([^/]+)/',
        pathNot: `${tests}|^site/islands/admin/AdminPage\\.tsx$`,
      },
      to: {
        path: '^site/(islands|components|layouts|pages)/',
        pathNot: '^site/islands/(ui|$1)/',
      },
    },
    {
      name: 'shared-code-imports-no-island',
      severity: 'error',
      from: { path: '^site/(stores|client|scripts|islands/ui)/', pathNot: tests },
      to: { path: '^site/(islands|components|layouts|pages)/', pathNot: '^site/islands/ui/' },
    },
    {
      name: 'no-zod-in-browsers',
      comment: 'zod weighs 27 KB: import types, and values from contracts that do not import it',
      severity: 'error',
      from: { path: '^site/(islands|client|scripts|stores|format)/', pathNot: tests },
      to: {
        path: `^(${listContractsWithZod()
          .map((path) => path.replaceAll('.', '\\.'))
          .join('|')}|node_modules/zod/)`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'contracts-import-only-zod',
      severity: 'error',
      from: { path: '^api/contracts/', pathNot: tests },
      to: { pathNot: '^(api/contracts/|node_modules/zod/)' },
    },
    {
      name: 'hand-written-sql-only-in-hot',
      comment:
        'api/db/hot/README.md names the benches that justify it; everything else uses Drizzle',
      severity: 'error',
      from: {
        path: '^api/',
        pathNot: `${tests}|^api/(db/hot/|db/(database|query-cache|snapshot)\\.ts$|queue/queue\\.ts$)`,
      },
      to: { path: '^api/db/statement-cache\\.ts$' },
    },
    {
      name: 'no-drizzle-in-publisher',
      comment: 'each of its threads would load it before its first page',
      severity: 'error',
      from: { path: '^api/(db/hot|publisher|queue)/', pathNot: tests },
      to: {
        path: '^(node_modules/drizzle-orm/|api/db/schema/)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'build-imports-only-its-sources',
      comment: 'api/start/build-state.mjs ignores these folders when it detects changes',
      severity: 'error',
      from: {
        path: '^(api/commands/build\\.ts|astro\\.config\\.mjs|(site|games)/)',
        pathNot: tests,
      },
      to: {
        // The build validates the sample content and renders its pages.
        path: '^api/((plugins|queue|routes|workers)/|services/(?!content/|import/front-matter\\.ts))',
        reachable: true,
      },
    },
    {
      name: 'no-packages-at-start',
      comment: 'these files run in a fresh clone, before npm install',
      severity: 'error',
      from: { path: '^api/start/', pathNot: tests },
      to: { dependencyTypesNot: ['core', 'local'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
};
