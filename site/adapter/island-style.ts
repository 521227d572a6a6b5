/**
 * Style element that Astro writes before the first island of a page. HTML does not permit it in the body, so
 * it is removed and site/styles/base.css has the rule.
 */
export const ISLAND_STYLE =
  '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>';
