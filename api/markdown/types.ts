/** Width and height of an image in pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/** Finds the size of one of our images by its path, such as `/media/cover.webp`. */
export type ImageLookup =
  | ReadonlyMap<string, ImageSize>
  | ((path: string) => ImageSize | undefined);

/** One line of the table of contents; `id` is the complete id of the heading in the page. */
export interface TocEntry {
  depth: number;
  id: string;
  text: string;
}

/** Where one piece of the HTML comes from; pieces follow each other with one line break between. */
export interface BlockPlace {
  /** Line of the source it begins on, from 0; footnotes, which gather at the end, have the last. */
  line: number;
  /** Characters of HTML. */
  length: number;
}

/** What one markdown source becomes. Everything in it is plain data. */
export interface RenderedMarkdown {
  /** Sanitized HTML without style or script, ready to be set as it is. */
  html: string;
  /** The pieces of the HTML in their order, each of them whole. */
  blocks: BlockPlace[];
  /** Headings of level 2 to 4 in their order. */
  toc: TocEntry[];
  /** Words of prose; code blocks are not counted. */
  words: number;
  /** Plain text, one line a block, without code blocks: for search and descriptions. */
  text: string;
  /** Start of the first paragraph, at most 200 characters, cut between words. */
  excerpt: string;
  /** Addresses of all links that were kept, each once. */
  links: string[];
  /** Paths of our own images, each once. */
  images: string[];
}

/**
 * Whose text it is: `article` for authors, `comment` for anybody. A comment has paragraphs, lists,
 * quotes, emphasis, code and links, and nothing else.
 */
export type MarkdownRules = 'article' | 'comment';

/** What a source is rendered with. */
export interface RenderInput {
  /** `article` by default. */
  rules?: MarkdownRules;
  /** Sizes of our images; an image without a known size is shown without one. */
  images?: ImageLookup;
}
