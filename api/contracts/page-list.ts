/** File of a release that lists the pages of the build: a BuiltPage[]. */
export const PAGE_LIST_PATH = '/page-list.json';

/** A page of the build with its own URL, unlike shells and error pages. */
export interface BuiltPage {
  path: string;
  title: string;
  /** False if the page has `noindex`. */
  listed: boolean;
}
