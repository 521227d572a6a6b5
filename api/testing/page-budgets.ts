import { type PageWeight, weightsOf } from './weigh-page.ts';

/** Limits of compressed bytes by kind that a page may load before it is used. */
export type PageBudget = ReturnType<typeof weightsOf>;

const KB = 1024;

/** Default budget of pages for readers. */
const defaults: PageBudget = {
  html: 24 * KB,
  styles: 4 * KB,
  scripts: 10 * KB,
  fonts: 60 * KB,
  images: 220 * KB,
};

/** Exceptions by path. */
const exceptions: [RegExp, Partial<PageBudget>][] = [
  // The home page; its icons are a file of their own.
  [/^\/$/, { html: 22 * KB, scripts: 8.5 * KB }],
  // Eight covers. A browser that does not know the speed of its network loads further images in advance.
  [/^\/blog\/page\//, { images: 300 * KB }],
  // The styles are a separate file instead of a part of the document, see site/adapter/.
  [/\/page\//, { html: 12 * KB, styles: 8 * KB }],
  // A text that is half code, with comments and the inline scripts of its islands.
  [/^\/blog\/how-sqlite/, { html: 27 * KB }],
  // Forms of accounts and of links in emails, which are hydrated at once. React is most of their size.
  [
    /^\/(?:login|register|forgot-password|invitation|confirm-email|gamecorner-shell|shop-shell|reset-password|revert-email|subscribe\/confirm|unsubscribe|stop-mails)/,
    { scripts: 90 * KB },
  ],
  // The random selection can show the German sample article, whose letters need two more font files.
  [/^\/blog$/, { fonts: 76 * KB }],
  // Text with bold and italic fonts.
  [/^\/(blog\/|project\/|help|privacy|terms)/, { fonts: 76 * KB }],
  // The same fonts with the accents of another language.
  [/^\/blog\/passwoerter/, { fonts: 112 * KB }],
];

/** Returns the budget of a page. */
export function budgetOf(path: string): PageBudget {
  const matching = exceptions.filter(([pattern]) => pattern.test(path));
  return Object.assign({}, defaults, ...matching.map(([, budget]) => budget));
}

/** Returns one message for each exceeded limit of a page. */
export function overweightOf(page: PageWeight): string[] {
  const budget = budgetOf(page.path);
  return Object.entries(weightsOf(page)).flatMap(([kind, bytes]) => {
    const limit = budget[kind as keyof PageBudget];
    return bytes <= limit ? [] : [`${page.path}: ${bytes} bytes of ${kind}, at most ${limit}`];
  });
}
