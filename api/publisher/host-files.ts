import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DRAFT_LINK_PATH } from '#contracts/preview.ts';
import { aliases, folderOfIds, missingPages, shells } from '#contracts/site-routes.ts';
import { caddyFile } from './caddy-file.ts';
import type { Guard } from './guarded-pages.ts';
import { nginxFile } from './nginx-file.ts';
import { writeRedirectPage } from './redirect-page.ts';
import { cacheRules, FRAME_POLICY, usualHeaders } from './site-headers.ts';

/** Folder of a release with its configuration for nginx and Caddy. */
const HOST_FOLDER = '.host';

/** Paths that only the server answers, with all paths below them. */
const serverPaths = ['/api', DRAFT_LINK_PATH, '/user/logout'];

/** Input of a configuration for another file server. */
export interface HostRules {
  /** Headers of all files. */
  headers: Readonly<Record<string, string>>;
  /** Paths that only the server answers, with all paths below them. */
  serverPaths: readonly string[];
}

/**
 * Writes configurations with which other file servers serve a release as this server does: headers,
 * redirects, pages for paths with an id, and redirect pages for hosts without configuration.
 */
export function writeHostFiles(
  siteFolder: string,
  { origin, guards }: { origin: string; guards: readonly Guard[] },
): void {
  const write = (name: string, text: string) => {
    const file = path.join(siteFolder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  for (const alias of aliases) {
    if (folderOfIds(alias) === null) {
      write(`${alias.from}/index.html`, writeRedirectPage(alias.to, origin));
    }
  }
  const rules: HostRules = {
    headers: { ...usualHeaders({ siteUrl: origin }), 'content-security-policy': FRAME_POLICY },
    // Guarded pages are outside of the public folder.
    serverPaths: [...serverPaths, ...guards.map(({ folder }) => folder)],
  };
  write('_headers', headersFile(rules));
  write('_redirects', redirectsFile(guards));
  write(`${HOST_FOLDER}/nginx.conf`, nginxFile(rules));
  write(`${HOST_FOLDER}/Caddyfile`, caddyFile(rules));
}

/** Returns headers for Netlify and Cloudflare Pages, which make browsers revalidate all other files. */
function headersFile({ headers }: HostRules): string {
  const blocks = [
    { folder: '/', values: headers },
    // Matching rules add up, so a second rule for the same file would add a second header.
    ...cacheRules
      .filter(({ folder }) => !cacheRules.some((outer) => isBelow(folder, outer.folder)))
      .map(({ folder, rule }) => ({ folder, values: { 'cache-control': rule } })),
  ];
  return blocks
    .map(({ folder, values }) => {
      const lines = Object.entries(values).map(([name, value]) => `  ${name}: ${value}\n`);
      return `${folder}*\n${lines.join('')}`;
    })
    .join('\n');
}

const isBelow = (folder: string, outer: string) => folder !== outer && folder.startsWith(outer);

/** Returns redirects for Netlify and Cloudflare Pages; the latter ignores the lines with 404. */
function redirectsFile(guards: readonly Guard[]): string {
  const lines = [
    ...aliases.map(({ from, to }) => `${from} ${to} 301`),
    ...guards.map(({ folder, page }) => `${folder}/* /${path.dirname(page)}/ 200`),
    ...shells.map(({ from, to }) => `${from} ${to}/ 200`),
    ...missingPages.map(({ folder, page }) => `${folder}* ${page}/ 404`),
  ];
  return `${lines.join('\n')}\n`;
}
