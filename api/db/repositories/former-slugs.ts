import { asc, eq } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { articles, formerSlugs } from '../schema/articles.ts';

export type FormerSlug = typeof formerSlugs.$inferSelect;

/** Returns all articles, whatever their state, in the order of their current slugs. */
export function listSlugs(query: Queryable): { id: number; slug: string }[] {
  const { id, slug } = articles;
  return query.select({ id, slug }).from(articles).orderBy(asc(slug)).all();
}

/** Returns the former slugs of an article with the time of the change, milliseconds UTC. */
export function readFormerSlugs(query: Queryable, articleId: number): FormerSlug[] {
  return query
    .select()
    .from(formerSlugs)
    .where(eq(formerSlugs.articleId, articleId))
    .orderBy(asc(formerSlugs.slug))
    .all();
}

/** Adds a former slug; an existing one is unchanged. */
export function insertFormerSlug(query: Queryable, former: FormerSlug): void {
  query.insert(formerSlugs).values(former).onConflictDoNothing().run();
}
