import { expect, it } from 'vitest';
import { withoutIndex } from '#contracts/page-path.ts';
import { textOfHtml } from '../db/search-text.ts';
import { withoutPeople } from '../log.ts';
import { deviceNameOf } from '../services/accounts/sessions-device-name.ts';
import { slugFromTitle } from '../services/articles/slug.ts';
import { safeFileName } from '../services/products/file-name.ts';
import { wordsOf } from '../services/search/words.ts';
import { cleanView } from '../services/views/filter.ts';

const LENGTH = 100_000;
const cleanPath = (path: string) => cleanView({ path, query: '', referrer: '' }, []);

/** Inputs that made these take seconds, as a piece to repeat and what comes behind. */
const inputs: [name: string, read: (text: string) => unknown, piece: string, end: string][] = [
  ['the path of a page', withoutIndex, '/', 'x'],
  ['the path of a page', withoutIndex, '/index.html', 'x'],
  ['the path of a view', cleanPath, '/', 'x'],
  ['an error message', withoutPeople, 'a', ''],
  ['an error message', withoutPeople, 'a@a.', ''],
  ['the words of a search', wordsOf, '.', '\u0301'],
  ['the name of a file', safeFileName, '. ', '\u0000'],
  ['the title of an article', slugFromTitle, '\u0301', 'a'],
  ['the name of a browser', deviceNameOf, 'Version/1 ', ''],
  ['the text of an article', textOfHtml, '"<"', ''],
  ['the text of an article', textOfHtml, '<a class="', ''],
];

it.each(inputs)('%s takes linear time (%#)', (_name, read, piece, end) => {
  const timeOf = (length: number) => {
    const text = piece.repeat(length / piece.length) + end;
    const start = performance.now();
    for (let time = 0; time < 10; time += 1) read(text);
    return performance.now() - start;
  };
  // The best of several runs: other work on the machine only ever adds time.
  const bestOf = (length: number) => Math.min(...Array.from({ length: 5 }, () => timeOf(length)));
  timeOf(LENGTH / 10);
  // Linear work grows ten times, quadratic work a hundred times.
  expect(bestOf(LENGTH) / bestOf(LENGTH / 10)).toBeLessThan(40);
});
