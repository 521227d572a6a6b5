/**
 * Returns the path of a page without trailing slashes and without `index.html`; '/' for the home page.
 * Takes linear time for any path.
 */
export function withoutIndex(path: string): string {
  const bare = withoutTrailingSlashes(path);
  return withoutTrailingSlashes(bare.endsWith('/index.html') ? bare.slice(0, -11) : bare) || '/';
}

function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
