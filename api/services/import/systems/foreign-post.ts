import type { FrontMatter } from '../front-matter.ts';

/** Systems whose archives can be read. */
export const systemNames = {
  ghost: 'a Ghost export',
  medium: 'a Medium export',
  devTo: 'a dev.to export',
} as const;
export type SystemName = keyof typeof systemNames;

/** A post of another system, in the words of our own markdown files. */
export interface ForeignPost {
  /** What it is called in the archive, for the report. */
  name: string;
  /** What tells it from all others for good: the system and its id there. */
  source: string;
  /** Its fields, as if somebody had written them above the text. */
  matter: FrontMatter;
  markdown: string;
  /** Path or address of its cover. */
  cover: string | null;
  /** Where the world is told that the original is; null when that is the system itself. */
  canonical: string | null;
  /** Sentences about what could not be carried. */
  notes: string[];
}

/** One post of an archive, read when its turn comes: a bad one must not stop the others. */
export interface PostReader {
  name: string;
  /** @throws FileSkipped and whatever else its content makes go wrong */
  read(): Promise<ForeignPost>;
}

/** What an archive is, and its posts in their order. */
export interface Recognized {
  system: SystemName;
  posts: PostReader[];
  /** Sentences about the archive as a whole. */
  notes: string[];
}
