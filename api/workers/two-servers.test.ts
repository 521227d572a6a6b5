import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AppContext } from '../context.ts';
import { openDatabase } from '../db/database.ts';
import { insertRelease, setReleaseState } from '../db/hot/releases.ts';
import { createLeaseOwner } from '../queue/queue.ts';
import { requestBackup, runNextBackup } from '../services/backup/backup-runs.ts';
import { acceptContent } from '../services/content/accept-content.ts';
import { fillContentFolder } from '../services/content/content-folder.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';

let test: TestApp;
/** Contexts of two servers, each with its own connection to one database. */
let servers: AppContext[];
beforeEach(async () => {
  test = await buildTestApp();
  const database = openDatabase(test.context.database.raw.name);
  servers = [test.context, { ...test.context, database }];
});
afterEach(async () => {
  servers[1]?.database.close();
  await test.close();
});

it('make a backup that is due once', async () => {
  await requestBackup(test.context);
  const made: string[] = [];
  await Promise.all(
    servers.map((context) => {
      const leaseOwner = createLeaseOwner();
      const run = async () => {
        made.push(leaseOwner);
        return { file: 'site.tar.gz', bytes: 1 };
      };
      return runNextBackup(context, { leaseOwner, run });
    }),
  );
  expect(made).toHaveLength(1);
});

it('publish a changed file of CONTENT_DIR once', async () => {
  const { database, config, clock } = test.context;
  fillContentFolder(test.context);
  await acceptContent(test.context);
  const release = insertRelease(database, { buildId: 'build', schemaVersion: 1, now: clock() });
  setReleaseState(database, release, 'live', { liveAt: clock() });
  const file = path.join(config.contentFolder, 'profile', 'tools.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"lead": "', '"lead": "Now '));
  await Promise.all(servers.map((context) => acceptContent(context)));
  const jobs = database.raw.prepare("SELECT payload FROM jobs WHERE kind = 'content'").pluck();
  expect(jobs.all()).toEqual(['{"names":["tools"],"paths":[]}']);
});
