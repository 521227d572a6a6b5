import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

/** Prints the packages that a module and all it imports at run time are made of. */
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
  // They run as threads alone, and say so once everything is imported.
  await import(process.argv[1]).catch((error) => {
    if (!/worker thread/.test(error.message)) throw error;
  });
  console.log(JSON.stringify([...found]));
  process.exit();
`;

describe('the threads of the publisher', { tags: ['topic'] }, () => {
  it.each(['../workers/publisher-thread.ts', 'bulk-worker.ts'])(
    '%s does without the query builder, which each would take half a second and 90 MB to read',
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
