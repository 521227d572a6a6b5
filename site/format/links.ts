/** The one form of every address: no trailing slash, each part encoded. */
export const articlePath = (slug: string) => `/blog/${encodeURIComponent(slug)}`;
// A plus is itself in a path: /tag/c++, as the publisher writes it.
export const tagPath = (tag: string) => `/tag/${encodeURIComponent(tag).replaceAll('%2B', '+')}`;
export const categoryPath = (slug: string) => `/category/${encodeURIComponent(slug)}`;
export const seriesPath = (slug: string) => `/series/${encodeURIComponent(slug)}`;
export const editPath = (id: string) => `/admin/blog/edit/${encodeURIComponent(id)}`;
/** The `lang` of an article's title among the English words of a page; none where it is English. */
export const langOf = ({ language }: { language: string }) =>
  language === 'en' ? undefined : language;
export const NEW_ARTICLE_PATH = '/admin/blog/new';

const accountPaths = [
  '/',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/revert-email',
  '/invitation',
];
/** The way to sign in that leads back to `path`; an empty one is no page of its own. */
export const signInPath = (path: string) =>
  path === '' || accountPaths.includes(path)
    ? '/login'
    : `/login?next=${encodeURIComponent(path).replaceAll('%2F', '/')}`;
