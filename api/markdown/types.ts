import type { TocEntry } from '#contracts/article.ts';

/** Width and height of an image in pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/** Returns the size of a local image by its path, such as `/media/cover.webp`. */
export type ImageLookup =
  | ReadonlyMap<string, ImageSize>
  | ((path: string) => ImageSize | undefined);

/** Source position of a piece of HTML; pieces are separated by line breaks. */
export interface BlockPlace {
  /** First line in the source, from 0; footnotes at the end have the last line. */
  line: number;
  /** Characters of HTML. */
  length: number;
}

/** Rendered Markdown, as plain data. */
export interface RenderedMarkdown {
  /** Sanitised HTML without styles and scripts. */
  html: string;
  /** Pieces of the HTML in order. */
  blocks: BlockPlace[];
  /** Headings of level 2 to 4. */
  toc: TocEntry[];
  /** Number of words without code blocks. */
  words: number;
  /** Plain text without code blocks, one line per block, for search and descriptions. */
  text: string;
  /** Beginning of the first paragraph, at most 200 characters. */
  excerpt: string;
  /** URLs of all remaining links, each once. */
  links: string[];
  /** Paths of local images, each once. */
  images: string[];
}

/** Rules for a text; comments support only paragraphs, lists, quotes, emphasis, code and links. */
export type MarkdownRules = 'article' | 'comment';

/** Input of the renderer. */
export interface RenderInput {
  /** `article` by default. */
  rules?: MarkdownRules;
  /** Sizes of local images; images of unknown size get no size. */
  images?: ImageLookup;
}
