/** Paths of pages have no trailing slash, and each segment is encoded. */
export const articlePath = (slug: string) => `/blog/${encodeURIComponent(slug)}`;
// A plus is not encoded in a path: the publisher writes /tag/c++.
export const tagPath = (tag: string) => `/tag/${encodeURIComponent(tag).replaceAll('%2B', '+')}`;
export const categoryPath = (slug: string) => `/category/${encodeURIComponent(slug)}`;
export const seriesPath = (slug: string) => `/series/${encodeURIComponent(slug)}`;
export const editPath = (id: string) => `/admin/blog/edit/${encodeURIComponent(id)}`;
/** Returns the `lang` of an article's title on an English page; undefined for English. */
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
/** Returns the path of the sign-in page, which returns to `path` unless it is empty or an account page. */
export const signInPath = (path: string) =>
  path === '' || accountPaths.includes(path)
    ? '/login'
    : `/login?next=${encodeURIComponent(path).replaceAll('%2F', '/')}`;

/** Returns the slug of a technology: node-js for Node.js, c-plus-plus for C++, c-sharp for C#. */
export function technologySlug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('+', '-plus')
    .replaceAll('#', '-sharp')
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}
