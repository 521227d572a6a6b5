import type { PictureVariants } from '#contracts/picture.ts';
import type { ShareCard } from '#contracts/share-picture.ts';

/** What the process of studio.ts is asked. Paths are absolute. */
export type StudioRequest =
  | { kind: 'variants'; source: string; folder: string }
  | { kind: 'share'; card: ShareCard; file: string };

/** One answer for each request; `code` is that of an error of the disk. */
export type StudioAnswer =
  | { done: true; variants?: PictureVariants }
  | { done: false; message: string; code: string | undefined };
