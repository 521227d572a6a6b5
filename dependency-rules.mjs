import { readFileSync } from 'node:fs';

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
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
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
      comment: 'the rest is fetched when somebody plays: site/lib/games',
      severity: 'error',
      from: { path: '^site/(pages|components|layouts)/' },
      to: { path: '^games/', pathNot: '^games/[^/]+/meta\\.ts$' },
    },
    {
      name: 'contracts-know-zod-alone',
      severity: 'error',
      from: { path: '^api/contracts/', pathNot: tests },
      to: { pathNot: '^(api/contracts/|node_modules/zod/)' },
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
