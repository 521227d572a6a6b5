/**
 * Widths that pictures are shown in, for the `sizes` of their sources. They follow the layouts in
 * styles/; e2e/pictures.test.ts compares them with what a browser lays out.
 */

/** The window without the gutters, see tokens.css. */
const FULL = 'calc(94.8vw - 0.8rem)';

export const pictureSizes = {
  /** article.css: beside the title, five columns of twelve. */
  articleCover: `(min-width: 94rem) 33.5rem, (min-width: 60rem) calc(39.5vw - 3.5rem), ${FULL}`,
  /** cards.css: seven columns of twelve. */
  leadCard: `(min-width: 84rem) 44.5rem, (min-width: 48rem) calc(55.3vw - 1.8rem), ${FULL}`,
  /** cards.css: a column of a grid, or the margin of a list. */
  card: `(min-width: 40rem) 24rem, ${FULL}`,
  /** home-sections.css: three in a row. */
  threeCards: `(min-width: 84rem) 24.7rem, (min-width: 44rem) 30vw, ${FULL}`,
  /** case-study-parts.css: two beside each other where there is room. */
  studyPicture: `(min-width: 84rem) 38.2rem, (min-width: 60rem) 46vw, ${FULL}`,
  /** case-study.css: all of the page's width. */
  studyHero: `(min-width: 84rem) 78.5rem, ${FULL}`,
  /** case-study-list.css: seven columns of twelve. */
  studyCard: `(min-width: 84rem) 43.8rem, (min-width: 52rem) calc(55.3vw - 2.5rem), ${FULL}`,
  /** home-sections.css: five columns of twelve. */
  portrait: `(min-width: 84rem) 32.8rem, (min-width: 48rem) calc(39.5vw - 0.4rem), ${FULL}`,
  /** corner-browse.css: a card of the grid. */
  gameCard: '(min-width: 40rem) 17rem, 45vw',
  /** corner-game.css */
  gamePicture: `(min-width: 96rem) 58rem, (min-width: 60rem) 62vw, ${FULL}`,
  /** corner-home.css: three columns that lean in the corner. */
  cornerWall: '(min-width: 60rem) 15rem, 30vw',
  cornerPlayed: '5.25rem',
  /** corner-home.css: the pile of a random game. */
  cornerShuffle: '(min-width: 29rem) 15rem, 52vw',
  /** shop.css and shop-list.css: three in a row, two, or one; beside the list stands a column of links. */
  product: `(min-width: 87.5rem) 24.7rem, (min-width: 56.25rem) 43vw, ${FULL}`,
  /** product.css: seven columns of twelve. */
  gallery: `(min-width: 84rem) 44.5rem, (min-width: 56rem) calc(55.3vw - 1.8rem), ${FULL}`,
  /** about.css */
  aboutPortrait: `(min-width: 30rem) 26rem, ${FULL}`,
} as const;
