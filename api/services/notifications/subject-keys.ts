/** Returns the key of notifications and emails about a new article, by row id. */
export const articleSubjectKey = (id: number): string => `article:${id}`;

/** @returns the row id of the article of a subject key, or null for other subjects */
export function parseArticleSubjectKey(about: string | null): number | null {
  const id = /^article:(\d+)$/.exec(about ?? '')?.[1];
  return id === undefined ? null : Number(id);
}

/** Returns the key of the combined notification about likes of a comment, by public id. */
export const likesSubjectKey = (publicId: string): string => `comment:${publicId}:likes`;

/** @returns the public id of the comment of a likes key, or null for other subjects */
export const parseLikesSubjectKey = (about: string | null): string | null =>
  /^comment:([\w-]+):likes$/.exec(about ?? '')?.[1] ?? null;
