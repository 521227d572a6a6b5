/**
 * Display widths of images, for the `sizes` attribute of their sources. They follow the style sheets;
 * e2e/image-sizes.test.ts compares them with the layout of a browser. The width of a cropped image is that
 * of the whole image.
 */

/** Width of the window without the gutters, see tokens.css. */
const FULL = 'calc(94.8vw - 0.8rem)';

export const imageSizes = {
  /** components/article/article.css: beside the title, five columns of twelve. */
  articleCover: `(min-width: 94rem) 33.5rem, (min-width: 60rem) calc(39.5vw - 3.5rem), ${FULL}`,
  /** components/article-card.css: seven columns of twelve. */
  leadCard: `(min-width: 84rem) 44.5rem, (min-width: 48rem) calc(55.3vw - 1.8rem), ${FULL}`,
  /** components/article-card.css: the margin of a list. */
  rowCard: `(min-width: 40rem) 17rem, ${FULL}`,
  /** components/blog/blog.css: two in a row, in the full width of the page and from 60rem in a part of it. */
  pairCard: `(min-width: 44rem) 24rem, ${FULL}`,
  /** components/article-card.css: three in a row. */
  threeCards: `(min-width: 84rem) 24.7rem, (min-width: 44rem) 30vw, ${FULL}`,
  /** components/case-study/case-study.css: two side by side if they fit. */
  studyImage: `(min-width: 84rem) 38.2rem, (min-width: 60rem) 46vw, ${FULL}`,
  /** components/blog/blog.css: two in a row, cropped from 16:9 to 3:2. */
  blogStudy: '(min-width: 84rem) 45.3rem, (min-width: 44rem) 54vw, calc(112.4vw - 1rem)',
  /** components/case-study/case-study.css: the full width of the page. */
  studyHero: `(min-width: 84rem) 78.5rem, ${FULL}`,
  /** components/case-study/case-study-list.css: seven columns of twelve. */
  studyCard: `(min-width: 84rem) 43.8rem, (min-width: 52rem) calc(55.3vw - 2.5rem), ${FULL}`,
  /** components/home/sections.css: five columns of twelve, cropped to a portrait format beside a long text. */
  portrait: `(min-width: 48rem) 34rem, ${FULL}`,
  /** components/corner/game-browser.css: a card of the grid. */
  gameCard: '(min-width: 40rem) 17rem, 45vw',
  /** components/corner/game-page.css */
  gameImage: `(min-width: 96rem) 58rem, (min-width: 60rem) calc(94.8vw - 27.4rem), ${FULL}`,
  /** components/corner/corner-home.css: three tilted columns in the corner. */
  cornerWall: '(min-width: 113rem) 19.8rem, (min-width: 60rem) 17.5vw, 30vw',
  cornerPlayed: '5.25rem',
  /** components/corner/corner-home.css: the pile of a random game. */
  cornerShuffle: '(min-width: 29rem) 15rem, 52vw',
  /** components/shop/product-list.css: three or two in a row, or one with text beside it; from 60rem with a column of links. */
  product: `(min-width: 87.5rem) 21rem, (min-width: 60rem) 37vw, (min-width: 56.25rem) 46vw, (min-width: 36rem) 38vw, ${FULL}`,
  /** components/shop/shop.css: rows of four or more products; shorter rows use `threeCards`. */
  rowOfFour: `(min-width: 84rem) 18.1rem, (min-width: 64rem) 22.3vw, (min-width: 44rem) 46vw, ${FULL}`,
  /** components/shop/product.css: seven columns of twelve. */
  gallery: `(min-width: 84rem) 44.5rem, (min-width: 56rem) calc(55.3vw - 1.8rem), ${FULL}`,
  /** components/shop/product.css: cropped to squares. */
  galleryThumb: '7rem',
  /** pages/_about.css */
  aboutPortrait: `(min-width: 30rem) 26rem, ${FULL}`,
} as const;
