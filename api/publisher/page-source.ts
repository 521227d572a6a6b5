import type { PublishedPage } from '#contracts/page.ts';
import type { BuiltPage } from '#contracts/page-list.ts';
import type { Connection } from '../db/connection.ts';
import type { BuiltDocument } from '../db/hot/search.ts';
import type { ActiveProvider } from '../payment-provider.ts';
import type { Guard } from './guarded-pages.ts';

/** Dependencies of page loaders. */
export interface PageContext {
  database: Connection;
  /** Public origin without a trailing slash. */
  origin: string;
  /** Pages of the build. */
  builtPages: readonly BuiltPage[];
  /** Search documents of the build. */
  builtDocuments: readonly BuiltDocument[];
  /** Guards of members-only pages. */
  guards: readonly Guard[];
  /** Provider of new payments: products that it cannot sell are not for sale. */
  payment: ActiveProvider;
}

/** Source of a page and its dependencies. */
export interface PageSource {
  kind: 'page' | 'redirect' | 'twin' | 'feed' | 'sitemap' | 'search-index' | 'cards' | 'picture';
  /** Path of the file in the release folder. */
  file: string;
  /** Dependency tags, see dependency-tags.ts. */
  dependencies: string[];
  /**
   * The text of the file; or the data of a page that the site renders, with the UTF-8 `body` for
   * BODY_MARK; or the name of a file in the folder of generated images.
   */
  content: { text: string } | { page: PublishedPage; body?: Buffer } | { picture: string };
}

/** Returns the source of a path, or null if the path has no page. */
export type PageLoader = (
  context: PageContext,
  path: string,
  parameter: string,
) => PageSource | null;

/** `/blog/x` is stored as `blog/x/index.html`, which every static file server supports. */
export function htmlFile(path: string): string {
  return path === '/' ? 'index.html' : `${path.slice(1)}/index.html`;
}
