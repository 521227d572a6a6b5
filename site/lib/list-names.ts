import { quickLinks } from '#contracts/blog.ts';

/** How a tag is written as a title: 'Node.js' for nodejs where the blog knows a name, else itself. */
export function technologyName(tag: string): string {
  return quickLinks.find((link) => link.tag === tag)?.name ?? tag;
}
