/**
 * Process that only publishes for a data folder. It requests a release, writes the milliseconds until the
 * swap, and runs jobs until it is killed or its input ends.
 */
import path from 'node:path';
import '../module-resolve-hook.ts';

const { readConfig } = await import('../config.ts');
const { openDatabase } = await import('../db/database.ts');
const { createReporting } = await import('../log.ts');
const { requestRelease, startPublisher } = await import('../workers/start-publisher.ts');

const config = readConfig();
const { log } = createReporting(config);
const databaseFile = path.join(config.dataFolder, 'site.db');
const database = openDatabase(databaseFile);

const started = performance.now();
const job = await requestRelease(config, database, log);
const publisher = await startPublisher(config, database, databaseFile, log, { firstJob: job });
await publisher.ready;
process.stdout.write(`swapped ${performance.now() - started}\n`);

process.stdin.resume();
process.stdin.once('end', async () => {
  await publisher.close();
  database.close();
  process.exit(0);
});
