/** Languages that are written from right to left, by their first subtag. */
const rightToLeft = new Set(
  'ar arc arz azb ckb dv fa glk he iw ks lrc mzn nqo pnb ps sd sdh syr ug ur yi'.split(' '),
);

/** The `dir` of words in a language; none where they run as the page does. @param language a tag such as `pt-BR` */
export const directionOf = (language: string): 'rtl' | undefined =>
  rightToLeft.has(language.trim().split('-')[0]?.toLowerCase() ?? '') ? 'rtl' : undefined;
