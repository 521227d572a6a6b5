/** Links on /blog that do not depend on the articles. API and site share their URLs. */

/** A link to all articles about one technology. */
export interface QuickLink {
  name: string;
  tag: string;
}

/** Quick links in the order of the page. Their pages exist even without articles. */
export const quickLinks: readonly QuickLink[] = [
  { name: 'JavaScript', tag: 'javascript' },
  { name: 'Python', tag: 'python' },
  { name: 'React', tag: 'react' },
  { name: 'Node.js', tag: 'nodejs' },
  { name: 'TypeScript', tag: 'typescript' },
];

/** A button over the list of articles: everything, a category, or a tag. */
export interface BlogTopic {
  slug: string;
  name: string;
  category?: string;
  tag?: string;
}

/** Buttons in the order of the page. All except React filter by category, as documented. */
export const blogTopics: readonly BlogTopic[] = [
  { slug: 'all', name: 'All' },
  { slug: 'javascript', name: 'JavaScript', category: 'JavaScript' },
  { slug: 'python', name: 'Python', category: 'Python' },
  { slug: 'react', name: 'React', tag: 'react' },
  { slug: 'software-engineer', name: 'Software Engineer', category: 'Software Engineer' },
];

/** Number of articles in 'New & Trendy', the newest ones. */
export const NEW_ARTICLES = 2;
/** Number of articles in 'Now Trending'. */
export const TRENDING_ARTICLES = 3;
/** 'Popular reads' shows `shown` random articles of those from `from` to `to`, counted from the newest. */
export const popularReads = { from: 8, to: 12, shown: 3 } as const;
