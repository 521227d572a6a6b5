/** What a notification and its mail about a new article are about, by its row id. */
export const aboutArticle = (id: number): string => `article:${id}`;

/** @returns the row id of the article that something is about, or null where it is about another thing */
export function articleAbout(about: string | null): number | null {
  const id = /^article:(\d+)$/.exec(about ?? '')?.[1];
  return id === undefined ? null : Number(id);
}

/** What the one notification about all likes of a comment is about, by the comment's public id. */
export const likesOf = (publicId: string): string => `comment:${publicId}:likes`;

/** @returns the public id of the comment whose likes something is about, or null */
export const likedComment = (about: string | null): string | null =>
  /^comment:([\w-]+):likes$/.exec(about ?? '')?.[1] ?? null;
