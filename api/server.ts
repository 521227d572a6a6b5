/** The server: `node api/server.ts`. */
import './faster-start.ts';

await import('./serve.ts');
