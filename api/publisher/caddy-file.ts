import { aliases, folderOfIds, missingPages, shells } from '#contracts/site-routes.ts';
import type { HostRules } from './host-files.ts';
import { cacheRules, listContentTypes, REVALIDATE } from './site-headers.ts';

/** Returns the part of a Caddy site that serves a release as this server does. */
export function caddyFile({ headers, serverPaths }: HostRules): string {
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
