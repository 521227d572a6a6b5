const types: Record<string, string> = { jpg: 'image/jpeg', jpeg: 'image/jpeg' };

/** Media type of a picture by the ending of its address. */
export function imageType(url: string): string {
  const ending = /\.(\w+)(\?|$)/.exec(url)?.[1] ?? 'png';
  return types[ending] ?? `image/${ending}`;
}
