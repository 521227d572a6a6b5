import path from 'node:path';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db/client.ts';
import { startMail } from '../mail-loop.ts';

/** Run by tests as a process of its own: sends the mails of a data folder until it is killed. */
const config = readConfig();
const database = openDatabase(path.join(config.dataFolder, 'site.db'));
const quiet = () => undefined;
startMail({ config, database, clock: systemClock }, { info: quiet, warn: quiet, error: quiet });
process.stdout.write('ready');
