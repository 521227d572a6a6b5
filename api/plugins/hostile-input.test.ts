import { expect, it } from 'vitest';
import { withoutIndex } from '#contracts/site-routes.ts';
import { searchTextOf } from '../db/search-text.ts';
import { redactPersonalData } from '../log.ts';
import { countWords } from '../markdown/prepare.ts';
import { slugFromTitle } from '../services/identifiers.ts';
import { sanitizePageView } from '../services/page-views/view-counter.ts';
import { safeFileName } from '../services/products/product-files.ts';
import { tokenizeQuery } from '../services/search/search.ts';
import { deviceNameOf } from '../services/sessions/account-overview.ts';

const LENGTH = 100_000;
const cleanPath = (path: string) => sanitizePageView({ path, query: '', referrer: '' }, []);

/** Inputs that took seconds before: a part to repeat, and the end. */
const inputs: [name: string, read: (text: string) => unknown, piece: string, end: string][] = [
  ['the path of a page', withoutIndex, '/', 'x'],
  ['the path of a page', withoutIndex, '/index.html', 'x'],
  ['the path of a view', cleanPath, '/', 'x'],
  ['an error message', redactPersonalData, 'a', ''],
  ['an error message', redactPersonalData, 'a@a.', ''],
  ['an error message', redactPersonalData, 'a:', 'x'],
  ['the words of an article', (text) => countWords(`a${text}`), "'", '!'],
  ['the words of a search', tokenizeQuery, '.', '\u0301'],
  ['the name of a file', safeFileName, '. ', '\u0000'],
  ['the title of an article', slugFromTitle, '\u0301', 'a'],
  ['the name of a browser', deviceNameOf, 'Version/1 ', ''],
  ['the text of an article', searchTextOf, '"<"', ''],
  ['the text of an article', searchTextOf, '<a class="', ''],
];

function countLetters(text: string): number {
  let letters = 0;
  for (const letter of text) if (letter !== ' ') letters += 1;
  return letters;
}

it.each(inputs)('%s takes linear time (%#)', (_name, read, piece, end) => {
  const text = piece.repeat(LENGTH / piece.length) + end;
  const timeOf = (work: (text: string) => unknown, times: number) => {
    const start = process.threadCpuUsage();
    for (let time = 0; time < times; time += 1) work(text);
    const { user, system } = process.threadCpuUsage(start);
    return user + system;
  };
  // Quadratic time is a thousand times as much as reading the text a hundred times.
  expect(timeOf(read, 1)).toBeLessThan(timeOf(countLetters, 100));
});
