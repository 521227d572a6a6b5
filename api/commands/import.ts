import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db/client.ts';
import { migrate } from '../db/migrate.ts';
import { createMarkdownService } from '../markdown/markdown-service.ts';
import { FolderUnusable, importFolder } from '../services/import/folder.ts';
import { findOwner } from '../services/import/owner.ts';
import type { ImportedFile, ImportReport } from '../services/import/report.ts';
import { namedArgument, namedSwitch } from './named-argument.ts';
import { CommandRefused, runCommand } from './run-command.ts';

const content = path.join(import.meta.dirname, '..', '..', 'content');

function sayFile({ file, outcome, slug, reason, notes }: ImportedFile): void {
  const result = reason ?? (slug === null ? '' : `/blog/${slug}`);
  const lines = [
    `${outcome.padEnd(9)}  ${file}  ${result}`,
    ...notes.map((note) => `           ${note}`),
  ];
  // Names and notes come from files: control characters in them must not reach the terminal.
  process.stdout.write(`${lines.map((line) => line.replace(/\p{Cc}/gu, ' ')).join('\n')}\n`);
}

function summarize(report: ImportReport): string {
  const { created, updated, unchanged, skipped } = report;
  return `${created} created, ${updated} updated, ${unchanged} unchanged, ${skipped} skipped.`;
}

/**
 * `make import FROM=folder`: takes a folder of markdown. Works beside a running server, whose
 * publisher finds what is to be done in the outbox.
 */
await runCommand(async () => {
  const from = namedArgument('FROM');
  if (from === undefined) throw new CommandRefused('Say which folder: make import FROM=folder');
  const config = readConfig();
  mkdirSync(config.dataFolder, { recursive: true });
  const database = openDatabase(path.join(config.dataFolder, 'site.db'));
  const markdown = createMarkdownService({ siteOrigin: config.siteUrl });
  try {
    migrate(database);
    const publisher = { wake: () => undefined };
    const context = { config, database, clock: systemClock, markdown, publisher };
    const report = await importFolder(context, path.resolve(from), {
      authorId: await findOwner(context, content),
      onFile: sayFile,
      force: namedSwitch('FORCE'),
    });
    if (report.files.length === 0)
      throw new CommandRefused(`There is no markdown file in ${from}.`);
    process.stdout.write(`${summarize(report)}\n`);
    // One bad file among good ones is said above, and is no failure of the import.
    if (report.skipped === report.files.length) process.exitCode = 1;
  } finally {
    await markdown.close();
    database.close();
  }
}, FolderUnusable);
