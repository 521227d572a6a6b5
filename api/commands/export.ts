import path from 'node:path';
import { fileSize } from '#contracts/file-size.ts';
import { readConfig } from '../config.ts';
import { systemClock } from '../context.ts';
import { ExportError, exportMarkdown } from '../services/export/export-markdown.ts';
import { SiteExportError, writeSiteExport } from '../services/site-export/write-export.ts';
import { namedArgument, openSite, runCommand } from './run-command.ts';

type ExportContext = Parameters<typeof writeSiteExport>[0];

async function exportEverything(context: ExportContext, target: string): Promise<void> {
  const { file, bytes, manifest } = await writeSiteExport(context, target);
  const exported = manifest.resources.filter(({ rows }) => rows > 0);
  process.stdout.write(
    `${file} holds ${exported.map(({ name, rows }) => `${rows} ${name}`).join(', ')} in ` +
      `${fileSize(bytes)}. It contains no passwords but all email addresses.\n`,
  );
  for (const name of manifest.missing) process.stderr.write(`${name} was not there.\n`);
}

/**
 * `make export TO=folder` writes all articles as markdown, by default into the data folder.
 * `make export ALL=file.tar.gz` writes a site export.
 */
await runCommand(
  async () => {
    const config = readConfig();
    const all = namedArgument('ALL');
    const target = path.resolve(namedArgument('TO') ?? path.join(config.dataFolder, 'export'));
    using database = openSite(config);
    if (all !== undefined) {
      const context = { config, database, clock: systemClock };
      return await exportEverything(context, path.resolve(all));
    }
    const { articles, media, removed } = exportMarkdown({ config, database }, target);
    const note = removed > 0 ? ` ${removed} files of the previous export were removed.` : '';
    process.stdout.write(`${articles} articles and ${media} images are in ${target}.${note}\n`);
  },
  ExportError,
  SiteExportError,
);
