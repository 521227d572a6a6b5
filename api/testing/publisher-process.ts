import path from 'node:path';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { requestRelease, startPublisher } from '../workers/start-publisher.ts';

/** Process for tests that publishes for a data folder until it is killed. */
const config = readConfig({ MAKE_PICTURES: 'false', ...process.env });
const file = path.join(config.dataFolder, 'site.db');
const database = openDatabase(file);
migrate(database);
const write = (...parts: unknown[]) => void process.stderr.write(`${JSON.stringify(parts)}\n`);
const log = { info: () => undefined, warn: write, error: write };
const job = await requestRelease(config, database, log);
const publisher = await startPublisher(config, database, file, log, { firstJob: job });
await publisher.ready;
process.stdout.write('ready');
