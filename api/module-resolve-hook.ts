/**
 * Module hook for the start of a process; import it before other modules.
 *
 * Node reads the package.json of a package again for every imported file. That of drizzle-orm has
 * 180 KB, so that importing its two hundred files takes about four times as long without this hook
 * (`make bench ONLY=database`). Every relative import of a `.js` file in that package is an ES module.
 */
import { registerHooks } from 'node:module';

const PACKAGE = '/node_modules/drizzle-orm/';

registerHooks({
  resolve(specifier, context, next) {
    const isInside = context.parentURL?.includes(PACKAGE) && /^\..*\.js$/.test(specifier);
    if (!isInside) return next(specifier, context);
    const url = new URL(specifier, context.parentURL).href;
    return { url, format: 'module', shortCircuit: true };
  },
});
