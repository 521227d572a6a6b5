import { readFileSync } from 'node:fs';

/** The rooms of docs/rooms.md: name, paths of files, names of rooms it may import. */
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
      return {
        name,
        paths: [...files.matchAll(/`([^`]+)`/g)].map(([, path]) => path),
        imports: imports === '' ? [] : imports.split(',').map((room) => room.trim()),
      };
    });
}

const escapePath = (path) => path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const startsWithOneOf = (paths) => `^(${paths.map(escapePath).join('|')})`;

const rooms = readRooms();
const pathsOf = (name) => {
  const room = rooms.find((candidate) => candidate.name === name);
  if (!room) throw new Error(`docs/rooms.md names a room ${name} that has no row`);
  return room.paths;
};
const tests = '\\.test\\.tsx?$';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...rooms.map((room) => ({
      name: `room-${room.name}`,
      comment: `docs/rooms.md says what ${room.name} may import`,
      severity: 'error',
      from: { path: startsWithOneOf(room.paths), pathNot: tests },
      to: {
        path: '^(api|site|games|bench|e2e)/',
        pathNot: startsWithOneOf([room.paths, ...room.imports.map(pathsOf)].flat()),
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
      from: { pathNot: `${tests}|^(bench|e2e|api/testing|api/commands/test)` },
      to: { path: `${tests}|^api/testing/` },
    },
    {
      name: 'contracts-know-zod-alone',
      severity: 'error',
      from: { path: '^api/contracts/', pathNot: tests },
      to: { pathNot: '^(api/contracts/|node_modules/zod/)' },
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
