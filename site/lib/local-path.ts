/**
 * Where to go after signing in: `asked` when it is a path on this site, else `/`. An address that
 * a browser could read as another host (`//x`, `/\x`, with or without control characters) is not.
 */
export function localPath(asked: string | null): string {
  if (!asked?.startsWith('/')) return '/';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these inside an address.
  if (/[\u0000-\u0020\\\u007f]/.test(asked) || asked.startsWith('//')) return '/';
  return asked;
}
