/** What /blog offers whatever is published: api and site agree on the addresses behind it. */

/** A shortcut to everything about one technology. */
export interface QuickLink {
  name: string;
  tag: string;
}

/** The quick links of the page, in its order. Their pages exist even while no article is about them. */
export const quickLinks: readonly QuickLink[] = [
  { name: 'JavaScript', tag: 'javascript' },
  { name: 'Python', tag: 'python' },
  { name: 'React', tag: 'react' },
  { name: 'Node.js', tag: 'nodejs' },
  { name: 'TypeScript', tag: 'typescript' },
];

/** A button over the list of articles: everything, a category, or a tag. */
export interface BlogTopic {
  /** As it stands in the address. */
  slug: string;
  name: string;
  category?: string;
  tag?: string;
}

/** The buttons in their order. All but React go by category, as documented. */
export const blogTopics: readonly BlogTopic[] = [
  { slug: 'all', name: 'All' },
  { slug: 'javascript', name: 'JavaScript', category: 'JavaScript' },
  { slug: 'python', name: 'Python', category: 'Python' },
  { slug: 'react', name: 'React', tag: 'react' },
  { slug: 'software-engineer', name: 'Software Engineer', category: 'Software Engineer' },
];

/** Articles under 'New & Trendy', the newest. */
export const NEW_ARTICLES = 2;
/** Articles under 'Now Trending'. */
export const TRENDING_ARTICLES = 3;
/** Under 'Popular reads', of the newest articles: `shown` at random of those from `from` to `to`. */
export const popularReads = { from: 8, to: 12, shown: 3 } as const;
