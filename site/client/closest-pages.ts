/** Which pages a wrong address may have meant. Pure: addresses in, pages out. */

export interface KnownPage {
  path: string;
  title: string;
}

/** Suggestions shown at most. */
export const CLOSEST_MAX = 5;
/** How alike a page must be, from 0 to 1. */
const ENOUGH = 0.55;
/** Characters of an address that are compared; nobody mistypes more than that. */
const COMPARED_MAX = 120;
/** Two words are the same but for a slip from here on. */
const SAME_WORD = 0.75;

/** What people call the pages that this site calls otherwise. */
const otherNames: Record<string, string> = {
  articles: '/blog',
  contacts: '/contact',
  curriculum: '/resume',
  cv: '/resume',
  email: '/contact',
  arcade: '/gamecorner',
  feed: '/blog',
  game: '/gamecorner',
  games: '/gamecorner',
  home: '/',
  join: '/register',
  mail: '/contact',
  message: '/contact',
  posts: '/blog',
  portfolio: '/project',
  signin: '/login',
  signup: '/register',
  uses: '/tools',
  work: '/project',
  writing: '/blog',
};

/** Pages with a similar address or the words of it in their title, the closest first. */
export function closestPages(asked: string, pages: readonly KnownPage[]): KnownPage[] {
  const wanted = simplify(asked);
  if (wanted === '/') return [];
  const words = new Set(wordsOf(wanted));
  return pages
    .map((page) => ({ page, score: likeness(wanted, words, page) }))
    .filter(({ score }) => score >= ENOUGH)
    .sort((one, other) => other.score - one.score || one.page.path.length - other.page.path.length)
    .slice(0, CLOSEST_MAX)
    .map(({ page }) => page);
}

/** One form for addresses that mean the same: case, accents, endings and slashes aside. */
function simplify(address: string): string {
  let path = address;
  try {
    path = decodeURIComponent(address);
  } catch {
    // A broken escape is compared as it stands.
  }
  const parts = fold(path)
    .replace(/\.(html?|php|aspx?|jsp|md)$/, '')
    .replace(/\/page\/\d+\/?$/, '')
    .replace(/[\s_+]+/g, '-')
    .split('/')
    .filter((part) => part !== '' && part !== 'index');
  return `/${parts.join('/')}`.slice(0, COMPARED_MAX);
}

function likeness(wanted: string, words: ReadonlySet<string>, page: KnownPage): number {
  const known = simplify(page.path);
  if (known === wanted) return 1;
  const [wantedHead, wantedTail] = split(wanted);
  const [knownHead, knownTail] = split(known);
  return Math.max(
    otherNames[wantedTail] === page.path ? 0.95 : 0,
    // Below the same parent the last part alone decides: "/blog/" makes no two articles alike.
    wantedHead === knownHead ? similarity(wantedTail, knownTail) : similarity(wanted, known),
    // The page may have lived elsewhere. A number says nothing by itself.
    /^\d*$/.test(wantedTail) ? 0 : 0.97 * similarity(wantedTail, knownTail),
    0.9 * sharedWords(words, wordsOf(`${known} ${fold(page.title)}`)),
    // The list that the address would be on.
    wanted.startsWith(`${known}/`) && known !== '/' ? ENOUGH : 0,
  );
}

function split(path: string): [head: string, tail: string] {
  const slash = path.lastIndexOf('/');
  return [path.slice(0, slash), path.slice(slash + 1)];
}

/** Share of the asked words that are present, slips of the finger allowed. */
function sharedWords(words: ReadonlySet<string>, present: string[]): number {
  let found = 0;
  let asked = 0;
  for (const word of words) {
    asked += word.length;
    const best = present.includes(word)
      ? 1
      : Math.max(0, ...present.map((other) => similarity(word, other, SAME_WORD)));
    found += best * word.length;
  }
  return asked === 0 ? 0 : found / asked;
}

/** Words of three letters and more; numbers are dates more often than not. */
function wordsOf(text: string): string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => /^\D.{2,}/u.test(word));
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * 1 for equal texts, less for each letter that is wrong, missing, too many or in its neighbour's
 * place; 0 for less than `least`.
 */
function similarity(one: string, other: string, least = ENOUGH): number {
  const longer = Math.max(one.length, other.length);
  if (longer === 0) return 0;
  // So different in length that the letters cannot make up for it.
  if (Math.abs(one.length - other.length) > (1 - least) * longer) return 0;
  const alike = 1 - distance(one, other) / longer;
  return alike < least ? 0 : alike;
}

/** Three rows of the table of distances, used again and again: there are thousands of pairs. */
const makeRow = () => new Uint16Array(COMPARED_MAX + 1);
let rows = [makeRow(), makeRow(), makeRow()] as const;

function distance(one: string, other: string): number {
  const [width, height] = [
    Math.min(one.length, COMPARED_MAX),
    Math.min(other.length, COMPARED_MAX),
  ];
  let [before, previous, current] = rows;
  for (let column = 0; column <= height; column += 1) previous[column] = column;
  for (let row = 1; row <= width; row += 1) {
    current[0] = row;
    const letter = one.charCodeAt(row - 1);
    for (let column = 1; column <= height; column += 1) {
      const above = previous[column] as number;
      const beside = current[column - 1] as number;
      const across = previous[column - 1] as number;
      const differs = letter === other.charCodeAt(column - 1) ? 0 : 1;
      let least = Math.min(above + 1, beside + 1, across + differs);
      const swapped =
        row > 1 &&
        column > 1 &&
        letter === other.charCodeAt(column - 2) &&
        one.charCodeAt(row - 2) === other.charCodeAt(column - 1);
      if (swapped) least = Math.min(least, (before[column - 2] as number) + 1);
      current[column] = least;
    }
    [before, previous, current] = [previous, current, before];
  }
  rows = [before, previous, current];
  return previous[height] as number;
}
