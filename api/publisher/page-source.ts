import type { PublishedPage } from '#contracts/page.ts';
import type { BuiltPage } from '#contracts/page-list.ts';
import type { Connection } from '../db/connection.ts';
import type { BuiltDocument } from '../db/repositories/built-documents.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import type { Door } from './guarded-pages.ts';

/** What a loader may use. */
export interface PageContext {
  database: Connection;
  /** Origin readers use, no trailing slash. */
  origin: string;
  /** Pages of the release that come from the code alone. */
  builtPages: readonly BuiltPage[];
  /** What there is to find on them. */
  builtDocuments: readonly BuiltDocument[];
  /** Where only members may go. */
  doors: readonly Door[];
  /** Provider of new payments: products that it cannot sell are not for sale. */
  payment: PaymentProvider;
}

/** A page that should exist: how its text is made, and what it read. */
export interface PageSource {
  kind: 'page' | 'redirect' | 'twin' | 'feed' | 'sitemap' | 'search-index' | 'cards' | 'picture';
  /** Path of the file below the release folder. */
  file: string;
  /** Dependency tags, see dependency-tags.ts. */
  reads: string[];
  /**
   * Either the text itself, or what the site renders it from, where `body` is UTF-8 for BODY_MARK; or
   * the name of a file in the folder of pictures.
   */
  content: { text: string } | { page: PublishedPage; body?: Buffer } | { picture: string };
}

/** Decides about one path: its source, or null when nothing should be there. */
export type PageLoader = (
  context: PageContext,
  path: string,
  parameter: string,
) => PageSource | null;

/** `/blog/x` is the file `blog/x/index.html`, which the plainest file servers understand too. */
export function htmlFile(path: string): string {
  return path === '/' ? 'index.html' : `${path.slice(1)}/index.html`;
}
