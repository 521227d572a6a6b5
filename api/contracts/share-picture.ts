/** Pixels of the picture that stands for a page when its address is shared. */
export const SHARE_WIDTH = 1200;
export const SHARE_HEIGHT = 630;

/** What such a picture is drawn from; the same card always gives the same picture. */
export interface ShareCard {
  /** Name of the site. */
  site: string;
  title: string;
  /** A few words each, in one line below the title: author, time to read. */
  facts: string[];
  /** What the plate is drawn from, see plate.ts. */
  plate: string;
  /** A drawing of its own in the plate's place: SVG with a viewBox, three wide to four high. */
  cover?: string;
}

/** Address of the picture that stands for an article or a product where it is shared. */
export const sharePicturePath = (publicId: string) => `/og/${publicId}.png`;

/** Where such a picture is. */
export interface SharePicture {
  url: string;
  width: number;
  height: number;
}
