/** The one form of every address: no trailing slash, each part encoded. */
export const articlePath = (slug: string) => `/blog/${encodeURIComponent(slug)}`;
// A plus is itself in a path: /tag/c++, as the publisher writes it.
export const tagPath = (tag: string) => `/tag/${encodeURIComponent(tag).replaceAll('%2B', '+')}`;
export const seriesPath = (slug: string) => `/series/${encodeURIComponent(slug)}`;
export const editPath = (id: string) => `/admin/blog/edit/${encodeURIComponent(id)}`;
export const NEW_ARTICLE_PATH = '/admin/blog/new';
