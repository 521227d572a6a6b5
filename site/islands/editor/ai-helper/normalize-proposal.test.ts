import { describe, expect, it } from 'vitest';
import type { AiHelperAction } from '#contracts/ai-helper.ts';
import { normalizeContinuation, normalizeProposal } from './normalize-proposal.ts';

describe('proposals adapted to their targets', () => {
  it.each<[AiHelperAction, before: string, proposed: string, comes: string]>([
    ['title', '', '"Pages are files."', 'Pages are files'],
    ['title', '', '# Why?\n', 'Why?'],
    ['title', '', '„Seiten sind Dateien“', 'Seiten sind Dateien'],
    ['title', '', 'Wait for it...', 'Wait for it...'],
    ['description', '', ' A first line,\nand a second. ', 'A first line, and a second.'],
    ['alt', '', '‘A boat at sea.’', 'A boat at sea.'],
    ['tags', '', 'Tags: node, Web Performance, #css.', 'node, web performance, css'],
    ['tags', 'sqlite, node', '- node\n- files\n2. caches', 'sqlite, node, files, caches'],
    [
      'tags',
      '',
      Array.from({ length: 20 }, (_, at) => `t${at}`).join(),
      't0, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11',
    ],
    ['linkedin', '', '"Read this.\n\n#node"', 'Read this.\n\n#node'],
    ['improve', ' old\n\n', 'new', ' new\n\n'],
    ['improve', 'old', '```markdown\n**new**\n```', '**new**'],
    ['improve', '```js\na\n```', '```js\nb\n```', '```js\nb\n```'],
    ['shorten', 'old', '<text>\nnew\n</text>', 'new'],
  ])('%s: %j and %j', (action, before, proposed, comes) => {
    expect(normalizeProposal(action, before, proposed)).toBe(comes);
  });

  it('limits the length of each proposal', () => {
    const long = 'word '.repeat(2000);
    expect(normalizeProposal('title', '', long).length).toBeLessThanOrEqual(200);
    expect(normalizeProposal('alt', '', long).length).toBeLessThanOrEqual(500);
    expect(normalizeProposal('linkedin', '', long).length).toBeLessThanOrEqual(3000);
  });
});

it.each<[before: string, behind: string, proposed: string, comes: string]>([
  ['', '', 'New words.', 'New words.'],
  ['A sentence.', '', 'Another.', '\n\nAnother.'],
  ['A sentence.\n\n', '', 'Another.', 'Another.'],
  ['Half a', '', 'sentence.', ' sentence.'],
  ['Half a ', '', 'sentence.', 'sentence.'],
  ['Half a', '', ', and more', ', and more'],
  ['Half a ', 'rest', 'sentence, the', 'sentence, the '],
])('continues after %j and before %j', (before, behind, proposed, comes) => {
  expect(normalizeContinuation(before, behind, proposed)).toBe(comes);
});
