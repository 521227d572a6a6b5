import path from 'node:path';
import { readConfig } from '../config.ts';
import { systemClock } from '../context.ts';
import { openDatabase } from '../db/database.ts';
import { startMailWorker } from '../workers/mail-worker.ts';

/** Process for tests that sends the emails of a data folder until it is killed. */
const config = readConfig();
const database = openDatabase(path.join(config.dataFolder, 'site.db'));
const ignore = () => undefined;
startMailWorker(
  { config, database, clock: systemClock },
  { info: ignore, warn: ignore, error: ignore },
);
process.stdout.write('ready');
