import { type PageWeight, weightsOf } from './weigh-page.ts';

/** Most bytes of each kind that a page may load before anybody uses it, compressed. */
export type PageBudget = ReturnType<typeof weightsOf>;

const KB = 1024;

/** What every page of readers keeps to. */
const usual: PageBudget = {
  html: 24 * KB,
  styles: 4 * KB,
  scripts: 10 * KB,
  fonts: 60 * KB,
  images: 220 * KB,
};

/** Pages that have reason to differ, by the beginning of their address. */
const others: [RegExp, Partial<PageBudget>][] = [
  // The home page; its icons are a file of their own.
  [/^\/$/, { html: 22 * KB, scripts: 8.5 * KB }],
  // Eight covers, of which a browser that cannot tell its network fetches some more in advance.
  [/^\/blog\/page\//, { images: 300 * KB }],
  // Their styles are a file, see site/adapter/, and not a part of the document.
  [/\/page\//, { html: 12 * KB, styles: 8 * KB }],
  // The text, half of it code, the responses below it, and the inline scripts of its islands.
  [/^\/blog\/how-sqlite/, { html: 27 * KB }],
  // Forms of accounts and behind the links of emails, which run at once: React itself is most of it.
  [
    /^\/(?:login|register|forgot-password|invitation|confirm-email|gamecorner-shell|shop-shell|reset-password|revert-email|subscribe\/confirm|unsubscribe|stop-mails)/,
    { scripts: 90 * KB },
  ],
  // Chance may show the German sample article: its letters are in two further files.
  [/^\/blog$/, { fonts: 76 * KB }],
  // Reading text that is bold and italic in places.
  [/^\/(blog\/|project\/|help|privacy|terms)/, { fonts: 76 * KB }],
  // The same with the accents of another language.
  [/^\/blog\/passwoerter/, { fonts: 112 * KB }],
];

/** The budget of a page. */
export function budgetOf(path: string): PageBudget {
  const fitting = others.filter(([pattern]) => pattern.test(path));
  return Object.assign({}, usual, ...fitting.map(([, budget]) => budget));
}

/** What a page weighs beyond its budget, in sentences. */
export function overweightOf(page: PageWeight): string[] {
  const budget = budgetOf(page.path);
  return Object.entries(weightsOf(page)).flatMap(([kind, bytes]) => {
    const atMost = budget[kind as keyof PageBudget];
    return bytes <= atMost ? [] : [`${page.path}: ${bytes} bytes of ${kind}, at most ${atMost}`];
  });
}
