/** The server: `node api/server.ts`. */
import './start/private-files.mjs';
import './module-resolve-hook.ts';

await import('./start-server.ts');
