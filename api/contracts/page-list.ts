/** Where a release says which pages the code alone makes: a BuiltPage[]. */
export const PAGE_LIST_PATH = '/page-list.json';

/** A page that the build made and that has an address of its own, unlike shells and error pages. */
export interface BuiltPage {
  path: string;
  title: string;
  /** False when the page asks search engines to leave it out. */
  listed: boolean;
}
