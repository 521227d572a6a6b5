import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DRAFT_LINK_PATH } from '#contracts/draft.ts';
import { aliases, folderOfIds, missingPages, shells } from '#contracts/site-routes.ts';
import type { Guard } from './guarded-pages.ts';
import { writeRedirectPage } from './page-source.ts';
import {
  cacheRules,
  FRAME_POLICY,
  listContentTypes,
  REVALIDATE,
  usualHeaders,
} from './site-headers.ts';

const block = <Item>(items: readonly Item[], line: (item: Item) => string) =>
  items.map(line).join('\n');

const typeHeader = (
  [extension, type]: [string, string],
  index: number,
) => `		@type${index} path *${extension}
		header @type${index} {
			content-type "${type}"
			defer
		}
`;

const shellRewrite = (
  shell: (typeof shells)[number],
  index: number,
) => `		@shell${index} path_regexp ^${folderOfIds(shell)}/[^/]+$
		rewrite @shell${index} ${shell.to}/index.html
`;

const missingRewrite = (
  { folder, page }: (typeof missingPages)[number],
  index: number,
) => `		@missing${index} path ${folder}*
		route @missing${index} {
			rewrite * ${page}/index.html
			file_server {
				status 404
			}
		}
`;

/** Folder of a release with its configuration for nginx and Caddy. */
const HOST_FOLDER = '.host';

/** Paths that only the server handles, with all paths below them. */
const serverPaths = ['/api', DRAFT_LINK_PATH, '/user/logout'];

/** Input of a configuration for another file server. */
export interface HostRules {
  /** Headers of all files. */
  headers: Readonly<Record<string, string>>;
  /** Paths that only the server handles, with all paths below them. */
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

/** Returns the part of a Caddy site that serves a release as this server does. */
function caddyFile({ headers, serverPaths }: HostRules): string {
  const allHeaders = { ...headers, 'cache-control': REVALIDATE };
  return `# Import this file in a site whose root is this folder, and define the snippet (api) above the
# site: it proxies to the server.
@server path ${serverPaths.map((folder) => `${folder} ${folder}/*`).join(' ')}
handle @server {
	import api
}
# The server also has images that no page shows yet.
@unpublished {
	path /media/*
	not file
}
handle @unpublished {
	import api
}
handle {
	route {
${block(Object.entries(allHeaders), ([name, value]) => `		header ${name} "${value}"`)}
${block(cacheRules.toReversed(), ({ folder, rule }) => `		header ${folder}* cache-control "${rule}"`)}
		# Deferred, because the file server sets its own.
${listContentTypes().map(typeHeader).join('')}		@hidden {
			path */.* *.br *.gz
			not path /.well-known/*
		}
		error @hidden 404
		# Two slashes at the start of a target would lead to another host.
		@index path_regexp ^/.*/(index\\.html)?$
		route @index {
			uri path_regexp (/index\\.html|/+)+$ ""
			uri path_regexp ^/+ /
			redir {uri} 301
		}
		redir /index.html / 301
${aliases.map(aliasRoute).join('')}${shells.map(shellRewrite).join('')}		try_files {path} {path}/index.html
		file_server {
			precompressed br gzip
		}
	}
}
handle_errors {
	@missing expression {http.error.status_code} == 404
	route @missing {
		header cache-control no-cache
		header content-type "text/html; charset=utf-8"
${missingPages.map(missingRewrite).join('')}		rewrite * /404.html
		file_server {
			status 404
		}
	}
}
`;
}

/** Copies the encoded id of the request, because a decoded id could end the header. */
function aliasRoute(alias: (typeof aliases)[number], index: number): string {
  const folder = folderOfIds(alias);
  const [matcher, ...steps] =
    folder === null
      ? [`path ${alias.from}`, `rewrite * ${alias.to}`, 'redir {uri} 301']
      : [
          `path_regexp ^${folder}/[^/]+$`,
          `uri strip_prefix ${folder}`,
          `redir * ${alias.to.replace('/:id', '{uri}')} 301`,
        ];
  return `		@alias${index} ${matcher}
		route @alias${index} {
			${steps.join('\n\t\t\t')}
		}
`;
}

/** Serves a file or a page without a redirect. */
const FILES = 'try_files $uri $uri/index.html =404;';

const NO_CACHE = 'set $site_cache no-cache;';

/** Uses prefixes, because nginx tries the patterns inside of `location /` first. */
const serverLocations = (folder: string) =>
  [`= ${folder}`, `${folder}/`]
    .map((path) => `location ${path} { try_files /.none @api; }`)
    .join('\n');

const shellLocation = (shell: (typeof shells)[number]) =>
  `  location ~ ^${folderOfIds(shell)}/[^/]+$ { try_files ${shell.to}/index.html =404; }`;

/** Missing images are requested from the server, which also has unpublished ones. */
const cacheLocation = ({ folder, rule }: (typeof cacheRules)[number]) =>
  `  location ${folder} { set $site_cache "${rule}"; try_files $uri ${folder.startsWith('/media/') ? '@api' : '=404'}; }`;

/** Returns the part of an nginx `server` that serves a release as this server does. */
function nginxFile({ headers, serverPaths }: HostRules): string {
  return `# Include this file in a server whose root is this folder, and define the location @api there:
# it proxies to the server.
set $site_cache "${REVALIDATE}";
${block(serverPaths, serverLocations)}
location / {
  absolute_redirect off;
  gzip_static on;
${typesAndCharsets()}
${block(Object.entries(headers), ([name, value]) => `  add_header ${name} "${value}" always;`)}
  add_header cache-control $site_cache always;

  error_page 404 /404.html;
  location = /404.html { ${NO_CACHE} }
${block(missingPages, ({ page }) => `  location = ${page} { ${NO_CACHE} ${FILES} }`)}
  location ~ /\\.(?!well-known/) { return 404; }
  location ~ \\.(?:br|gz)$ { return 404; }

  # The second character is no slash, and no backslash: a browser would go to another host.
  location = /index.html { rewrite ^ / permanent; }
  location ~ "^/[^/\\\\\\\\].*/(?:index\\.html)?$" { rewrite ^(.+?)(?:/index\\.html|/+)+$ $1 permanent; }
${block(aliases, aliasLocation)}
${block(shells, shellLocation)}
${block(missingPages, ({ folder, page }) => `  location ${folder} { error_page 404 ${page}; ${FILES} }`)}
${block(cacheRules, cacheLocation)}
  ${FILES}
}
`;
}

function typesAndCharsets(): string {
  const types = listContentTypes().map(([extension, type]) => {
    const [name, charset] = type.split('; ');
    return { extension: extension.slice(1), name, charset };
  });
  // nginx adds text/html itself and refuses it here.
  const texts = types.filter(({ name, charset }) => charset && name !== 'text/html');
  return `  charset utf-8;
  charset_types ${[...new Set(texts.map(({ name }) => name))].join(' ')};
  default_type application/octet-stream;
  types {
${block(types, ({ extension, name }) => `    ${name} ${extension};`)}
  }`;
}

function aliasLocation(alias: (typeof aliases)[number]): string {
  const folder = folderOfIds(alias);
  if (folder === null) return `  location = ${alias.from} { rewrite ^ ${alias.to} permanent; }`;
  const target = alias.to.replace(':id', '$1');
  return `  location ~ ^${folder}/[^/]+$ { rewrite ^${folder}/([^/]+)$ ${target} permanent; }`;
}
