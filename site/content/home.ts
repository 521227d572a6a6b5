import {
  ORBITS,
  type SiteContent,
  type Technology,
  type TimelinePost,
  technologyCategories,
} from '#contracts/content.ts';

/** Returns the technologies of each orbit, from the innermost to the outermost. */
export function orbitsOf({ technologies }: SiteContent['technologies']): Technology[][] {
  return Array.from({ length: ORBITS }, (_, index) =>
    technologies.filter(({ orbit }) => orbit === index + 1),
  );
}

/** Returns the technologies of each category that has any. */
export function groupByCategory({
  technologies,
}: SiteContent['technologies']): { name: string; technologies: Technology[] }[] {
  return Object.entries(technologyCategories)
    .map(([category, name]) => ({
      name,
      technologies: technologies.filter((technology) => technology.category === category),
    }))
    .filter((group) => group.technologies.length > 0);
}

/** Returns the posts of the timeline, newest first. */
export function newestFirst({ posts }: SiteContent['timeline']): TimelinePost[] {
  return posts.toSorted((first, second) => second.date.localeCompare(first.date));
}
