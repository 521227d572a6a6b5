/**
 * Module hook for the start of a process; import it before other modules.
 *
 * Node reads the package.json of a package for every imported file. The one of drizzle-orm has 180 KB, so
 * importing its two hundred files takes about four times as long without this hook
 * (`make bench ONLY=database`). All relative imports of `.js` files in that package are ES modules.
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
