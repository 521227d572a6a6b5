import { SHARE_HEIGHT, SHARE_WIDTH } from '#contracts/share-picture.ts';
import type { Connection } from '../../db/connection.ts';
import { findRedirectTarget } from '../../db/repositories/published-articles.ts';
import { findShareKey } from '../../db/repositories/share-pictures.ts';
import { tag } from '../dependency-tags.ts';
import type { PageLoader } from '../page-source.ts';
import { sharePicturePath } from '../share-card.ts';

/** /og/{id}.png stands for an article where its address is shared, and goes with it. */
export const sharePicture: PageLoader = (context, path, publicId) => {
  const article = findRedirectTarget(context.database, publicId);
  if (!article || findShareKey(context.database, article.id) === null) return null;
  return {
    kind: 'picture',
    file: path.slice(1),
    reads: [tag.article(article.id)],
    content: { picture: path.slice(1) },
  };
};

/** What an article's page names as its picture; null until one is drawn. */
export function readSharePicture(database: Connection, article: { id: number; publicId: string }) {
  const key = findShareKey(database, article.id);
  if (key === null) return null;
  // Whoever keeps pictures by their address shall not keep one with an old title.
  const url = `${sharePicturePath(article.publicId)}?v=${key}`;
  return { url, width: SHARE_WIDTH, height: SHARE_HEIGHT };
}
