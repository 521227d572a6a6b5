/** The server: `node api/server.ts`. */
import './start/private-files.mjs';
import './faster-start.ts';

await import('./serve.ts');
