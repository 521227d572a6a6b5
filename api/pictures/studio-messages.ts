import type { PictureVariants, ShareCard } from '#contracts/picture.ts';

/** Message to the image process. Paths are absolute. */
export type ImageRequest =
  | { kind: 'variants'; source: string; folder: string }
  | { kind: 'share'; card: ShareCard; file: string };

/** Response to a request; `code` is the code of a file system error. */
export type ImageResponse =
  | { done: true; variants?: PictureVariants }
  | { done: false; message: string; code: string | undefined };
