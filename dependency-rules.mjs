import { readdirSync, readFileSync } from 'node:fs';

const pathsIn = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path]) => path);

/** The rooms of docs/rooms.md: name, paths of files (without some), names of rooms it may import. */
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
      const [paths, without = ''] = files.split(' without ');
      return {
        name,
        pattern: startOf(pathsIn(paths), pathsIn(without)),
        imports: imports === '' ? [] : imports.split(',').map((room) => room.trim()),
      };
    });
}

/** A pattern of the files whose path starts so; `*` is one folder of any name. */
function startOf(paths, without) {
  const oneOf = (list) =>
    list
      .map((path) => path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]+'))
      .join('|');
  return `${without.length > 0 ? `(?!${oneOf(without)})` : ''}(${oneOf(paths)})`;
}

const rooms = readRooms();
const patternOf = (name) => {
  const room = rooms.find((candidate) => candidate.name === name);
  if (!room) throw new Error(`docs/rooms.md names a room ${name} that has no row`);
  return room.pattern;
};
const tests = '\\.test\\.tsx?$';

/** Paths of the contracts that import zod at run time, also through other contracts. */
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
      comment: `docs/rooms.md says what ${room.name} may import`,
      severity: 'error',
      from: { path: `^${room.pattern}`, pathNot: tests },
      to: {
        path: '^(api|site|games|bench|e2e)/',
        pathNot: `^(${[room.pattern, ...room.imports.map(patternOf)].join('|')})`,
      },
    })),
    {
      name: 'no-cycles',
      comment: 'two files that need each other are one, or hide a third',
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
      name: 'a-game-knows-itself-and-the-kit',
      severity: 'error',
      from: { path: '^games/([^/]+)/', pathNot: `${tests}|^games/testing/` },
      to: { path: '^games/|^node_modules/', pathNot: '^games/(kit|$1)/' },
    },
    {
      name: 'pages-know-what-a-game-says-of-itself',
      comment: 'the rest is fetched when somebody plays: site/islands/games',
      severity: 'error',
      from: { path: '^site/(pages|components|layouts)/' },
      to: { path: '^games/', pathNot: '^games/(index|[^/]+/meta)\\.ts$' },
    },
    {
      name: 'the-manifest-loads-engines-and-views-lazily',
      severity: 'error',
      from: { path: '^games/index\\.ts$' },
      to: {
        path: '^games/',
        pathNot: '^games/[^/]+/meta\\.ts$',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    {
      name: 'an-island-knows-no-other-island',
      comment:
        'islands share stores, site/islands/ui and site/client; AdminPage.tsx loads the pages of the admin',
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
      name: 'shared-code-knows-no-island',
      severity: 'error',
      from: { path: '^site/(stores|client|scripts|islands/ui)/', pathNot: tests },
      to: { path: '^site/(islands|components|layouts|pages)/', pathNot: '^site/islands/ui/' },
    },
    {
      name: 'browsers-load-no-zod',
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
      name: 'contracts-know-zod-alone',
      severity: 'error',
      from: { path: '^api/contracts/', pathNot: tests },
      to: { pathNot: '^(api/contracts/|node_modules/zod/)' },
    },
    {
      name: 'hand-written-sql-is-hot',
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
      name: 'the-publisher-loads-no-drizzle',
      comment: 'each of its threads would import it before it renders its first page',
      severity: 'error',
      from: { path: '^api/(db/hot|publisher|queue)/', pathNot: tests },
      to: {
        path: '^(node_modules/drizzle-orm/|api/db/(schema/|client\\.ts$))',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'a-build-reads-its-sources-alone',
      comment: 'api/start/build-state.mjs leaves these folders out when it looks for changes',
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
      name: 'the-start-needs-no-packages',
      comment: 'it runs in a fresh clone, before npm',
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
