import { aliases, folderOfIds, missingPages, shells } from '#contracts/site-routes.ts';
import type { HostRules } from './host-files.ts';
import { cacheRules, listContentTypes, REVALIDATE } from './site-headers.ts';

/** Serves a file or a page without a redirect. */
const FILES = 'try_files $uri $uri/index.html =404;';
const NO_CACHE = 'set $site_cache no-cache;';

/** Returns the part of an nginx `server` that serves a release as this server does. */
export function nginxFile({ headers, serverPaths }: HostRules): string {
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

const block = <Item>(items: readonly Item[], line: (item: Item) => string) =>
  items.map(line).join('\n');

/** Uses prefixes, because nginx tries the patterns inside of `location /` first. */
const serverLocations = (folder: string) =>
  [`= ${folder}`, `${folder}/`]
    .map((path) => `location ${path} { try_files /.none @api; }`)
    .join('\n');

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

const shellLocation = (shell: (typeof shells)[number]) =>
  `  location ~ ^${folderOfIds(shell)}/[^/]+$ { try_files ${shell.to}/index.html =404; }`;

/** Missing images are requested from the server, which also has unpublished ones. */
const cacheLocation = ({ folder, rule }: (typeof cacheRules)[number]) =>
  `  location ${folder} { set $site_cache "${rule}"; try_files $uri ${folder.startsWith('/media/') ? '@api' : '=404'}; }`;
