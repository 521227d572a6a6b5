/**
 * The style element that Astro writes before the first island of a page. HTML permits none inside of a
 * body, so pages go without it and site/styles/base.css has the rule.
 */
export const ISLAND_STYLE =
  '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>';
