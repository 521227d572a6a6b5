/** The one form of every address: no trailing slash, each part encoded. */
export const articlePath = (slug: string) => `/blog/${encodeURIComponent(slug)}`;
export const tagPath = (tag: string) => `/tag/${encodeURIComponent(tag)}`;
export const seriesPath = (slug: string) => `/series/${encodeURIComponent(slug)}`;
export const editPath = (id: string) => `/admin/blog/edit/${encodeURIComponent(id)}`;
export const NEW_ARTICLE_PATH = '/admin/blog/new';
