/** The whole sentence: beginning with who did it, where that is somebody with a name. */
export const titleOf = (title: string, byName: string | null): string =>
  byName === null ? title : `${byName} ${title}`;
