import type { FrontMatter } from '../front-matter.ts';

/** Supported source platforms. */
export const sourceNames = {
  ghost: 'a Ghost export',
  medium: 'a Medium export',
  devTo: 'a dev.to export',
} as const;
export type ImportSource = keyof typeof sourceNames;

/** Post of another platform in the format of our Markdown files. */
export interface SourcePost {
  /** Name in the archive, for the report. */
  name: string;
  /** Permanent identifier: platform and id. */
  source: string;
  /** Fields as front matter. */
  matter: FrontMatter;
  markdown: string;
  /** Path or URL of the cover. */
  cover: string | null;
  /** Canonical URL, or null if it is the platform itself. */
  canonical: string | null;
  /** Notes about content that could not be converted. */
  notes: string[];
}

/** Lazily parsed post, so that an invalid post does not affect the others. */
export interface PostReader {
  name: string;
  /** @throws FileSkippedError and other errors of invalid content */
  read(): Promise<SourcePost>;
}

/** Detected platform of an archive, with its posts in order. */
export interface DetectedSource {
  system: ImportSource;
  posts: PostReader[];
  /** Notes about the archive as a whole. */
  notes: string[];
}
