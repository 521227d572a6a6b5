/** Size of Open Graph images, in pixels. */
export const SHARE_WIDTH = 1200;
export const SHARE_HEIGHT = 630;

/** Data of an Open Graph image. The same data always results in the same image. */
export interface ShareCard {
  /** Name of the site. */
  site: string;
  title: string;
  /** Short texts in one line below the title, such as author and reading time. */
  facts: string[];
  /** Seed of the cover pattern, see plate.ts. */
  plate: string;
  /** Drawing instead of the cover pattern: SVG with a viewBox in the ratio 3:4. */
  cover?: string;
}

/** Returns the URL of the Open Graph image of an article or a product. */
export const sharePicturePath = (publicId: string) => `/og/${publicId}.png`;

/** URL and size of an Open Graph image. */
export interface SharePicture {
  url: string;
  width: number;
  height: number;
}
