/** Primary subtags of languages that are written from right to left. */
const rightToLeft = new Set(
  'ar arc arz azb ckb dv fa glk he iw ks lrc mzn nqo pnb ps sd sdh syr ug ur yi'.split(' '),
);

/** Returns the `dir` of text in a language; undefined if it is that of the page. @param language such as `pt-BR` */
export const directionOf = (language: string): 'rtl' | undefined =>
  rightToLeft.has(language.trim().split('-')[0]?.toLowerCase() ?? '') ? 'rtl' : undefined;
