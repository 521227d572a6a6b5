import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

/** Script that prints the packages that a module imports directly and indirectly. */
const listPackages = `
  import { registerHooks } from 'node:module';
  const found = new Set();
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const name = /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(resolved.url)?.[1];
      if (name) found.add(name);
      return resolved;
    },
  });
  // The modules fail outside of a worker thread after all imports are loaded.
  await import(process.argv[1]).catch((error) => {
    if (!/worker thread/.test(error.message)) throw error;
  });
  console.log(JSON.stringify([...found]));
  process.exit();
`;

describe('the threads of the publisher', { tags: ['topic'] }, () => {
  it.each(['../workers/publisher-worker.ts', 'bulk-worker.ts'])(
    '%s does not import the query builder, which takes half a second and 90 MB per thread',
    (file) => {
      const module = new URL(file, import.meta.url).href;
      const output = execFileSync(
        process.execPath,
        ['--input-type=module', '-e', listPackages, module],
        { encoding: 'utf8' },
      );
      const packages = JSON.parse(output);
      expect(packages).toContain('better-sqlite3');
      expect(packages).not.toContain('drizzle-orm');
    },
  );
});
