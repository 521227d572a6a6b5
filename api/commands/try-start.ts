import path from 'node:path';
import { buildApp } from '../app.ts';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db/client.ts';
import { currentSchemaVersion, migrate } from '../db/migrate.ts';
import { adoptDatabase } from '../db/snapshot.ts';
import { createReporting } from '../log.ts';
import { createMarkdownService } from '../markdown/markdown-service.ts';
import { requestRelease, startPublisher } from '../workers/start-publisher.ts';
import { CommandRefused, runCommand } from './run-command.ts';

/**
 * `node api/commands/try-start.ts`: starts this version on a copy of a site in DATA_DIR, as far as that has no effects elsewhere:
 * it migrates the database, renders all pages and asks for some of them. No worker runs, so no email is sent and no payment
 * polled. The last line of its output is `{ migrations, migrationMs }` as JSON.
 */
await runCommand(async () => {
  const config = { ...readConfig(), makePictures: false, litestream: null };
  const reporting = createReporting(config);
  const file = path.join(config.dataFolder, 'site.db');
  const begun = performance.now();
  const migrated = openDatabase(file);
  const migrations = migrate(migrated).length;
  migrated.close();
  const migrationMs = Math.round(performance.now() - begun);
  adoptDatabase(file);
  const database = openDatabase(file);
  const markdown = createMarkdownService({ siteOrigin: config.siteUrl });
  const early = { config, database, clock: systemClock, markdown };
  const job = await requestRelease(config, database, reporting.log);
  const publisher = await startPublisher(config, database, file, reporting.log, job);
  const app = await buildApp({ ...early, publisher }, reporting);
  try {
    await publisher.ready;
    for (const url of ['/api/health', '/', '/blog', '/shop', '/api/articles']) {
      const { statusCode } = await app.inject({
        url,
        headers: { host: new URL(config.siteUrl).host },
      });
      if (statusCode !== 200) throw new CommandRefused(`${url} answers ${statusCode}.`);
    }
  } finally {
    await app.close();
    await publisher.close();
    await markdown.close();
    database.close();
    await reporting.reports?.close();
  }
  const result = { migrations, migrationMs, schemaVersion: currentSchemaVersion() };
  process.stdout.write(`${JSON.stringify(result)}\n`);
});
