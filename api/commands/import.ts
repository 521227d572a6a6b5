import '../start/private-files.mjs';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../config.ts';
import { systemClock } from '../context.ts';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { commandLine } from '../installation.ts';
import { createMarkdownService } from '../markdown/markdown-service.ts';
import { importFrom } from '../services/import/import-from.ts';
import {
  findDefaultAuthor,
  InvalidFolderError,
} from '../services/import/import-markdown-folder.ts';
import type { ImportedFile, ImportReport } from '../services/import/import-result.ts';
import { InvalidArchiveError, kindOfArchive } from '../services/import/sources/archive-files.ts';
import { importSite } from '../services/site-export/import-site.ts';
import { SiteImportError } from '../services/site-export/read-export.ts';
import { openDataFolder } from '../start/data-folder.mjs';
import { CommandError, namedArgument, namedSwitch, runCommand } from './run-command.ts';

const content = path.join(import.meta.dirname, '..', '..', 'content');

/** Writes lines without control characters, because names and notes come from imported files. */
function writeLines(lines: string[]): void {
  process.stdout.write(`${lines.map((line) => line.replace(/\p{Cc}/gu, ' ')).join('\n')}\n`);
}

function writeFileResult({ file, outcome, slug, reason, notes }: ImportedFile): void {
  const result = reason ?? (slug === null ? '' : `/blog/${slug}`);
  writeLines([
    `${outcome.padEnd(9)}  ${file}  ${result}`,
    ...notes.map((note) => `           ${note}`),
  ]);
}

function summarize(report: ImportReport): string {
  const { created, updated, unchanged, skipped } = report;
  return `${created} created, ${updated} updated, ${unchanged} unchanged, ${skipped} skipped.`;
}

async function importSiteExport(
  context: Parameters<typeof importSite>[0],
  file: string,
): Promise<void> {
  writeLines(['Detected a site export.']);
  const { site, createdAt, resources } = await importSite(context, file);
  const counts = resources
    .filter(({ rows }) => rows > 0)
    .map(({ name, rows }) => `${rows} ${name}`);
  writeLines([
    `Imported ${site} from ${createdAt}: ${counts.join(', ')}.`,
    'A site export contains no passwords: all users set a new one through /forgot-password.',
  ]);
}

/**
 * `make import FROM=folder` imports a folder of markdown, a site export or an export of another platform. If a
 * server runs, its publisher publishes the articles.
 */
await runCommand(
  async () => {
    const from = namedArgument('FROM');
    if (from === undefined)
      throw new CommandError(`Missing FROM. Usage: ${commandLine('import FROM=folder')}`);
    const file = path.resolve(from);
    if (!existsSync(file)) throw new CommandError(`There is no file or folder ${file}.`);
    const kind = await kindOfArchive(file);
    const config = readConfig();
    openDataFolder(config);
    using database = openDatabase(path.join(config.dataFolder, 'site.db'));
    await using markdown = createMarkdownService({ siteOrigin: config.siteUrl });
    migrate(database);
    const publisher = { wake: () => undefined };
    const context = { config, database, clock: systemClock, markdown, publisher };
    if (kind === 'gzip') return await importSiteExport(context, file);
    const report = await importFrom(context, file, kind, {
      authorId: await findDefaultAuthor(context, content),
      onFound: (errorText) => writeLines(errorText.split('\n')),
      onFile: writeFileResult,
      force: namedSwitch('FORCE'),
    });
    if (report.files.length === 0) throw new CommandError(`There is nothing in ${from}.`);
    writeLines([summarize(report)]);
    // The import fails only if all files were skipped.
    if (report.skipped === report.files.length) process.exitCode = 1;
  },
  InvalidFolderError,
  InvalidArchiveError,
  SiteImportError,
);
