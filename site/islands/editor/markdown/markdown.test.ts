import { EditorSelection, EditorState, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import fc from 'fast-check';
import { fromParse5 } from 'hast-util-from-parse5';
import { parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { insertCallout, insertCodeBlock, insertFootnote } from './insert-block.ts';
import { insertImage, insertLink, type LineKind, toggleLines, toggleMark } from './marks.ts';
import { markdownFromTree } from './rich-text.ts';
import {
  addColumn,
  addRow,
  alignColumn,
  cellsOf,
  formatTable,
  parseTable,
  removeColumn,
  removeRow,
  tableKeys,
} from './table-commands.ts';

/** A text in which `«` and `»` mark the selection, or `|` the cursor. */
function stateOf(marked: string): EditorState {
  const cursor = marked.indexOf('‸');
  if (cursor !== -1) {
    const doc = marked.replace('‸', '');
    return EditorState.create({ doc, selection: { anchor: cursor } });
  }
  const [anchor, head] = [marked.indexOf('«'), marked.indexOf('»') - 1];
  const doc = marked.replace(/[«»]/g, '');
  return EditorState.create({ doc, selection: EditorSelection.single(anchor, head) });
}

/** The inverse of the function above. */
function markedOf(state: EditorState): string {
  const { from, to } = state.selection.main;
  const text = state.doc.toString();
  if (from === to) return `${text.slice(0, from)}‸${text.slice(from)}`;
  return `${text.slice(0, from)}«${text.slice(from, to)}»${text.slice(to)}`;
}

const after = (marked: string, change: (state: EditorState) => TransactionSpec) => {
  const state = stateOf(marked);
  return markedOf(state.update(change(state)).state);
};

describe('inline marks', () => {
  it.each<[string, string, string]>([
    ['**', 'a «word» here', 'a **«word»** here'],
    ['**', 'a **«word»** here', 'a «word» here'],
    ['**', 'a «**word**» here', 'a «word» here'],
    ['*', 'a **«word»** here', 'a ***«word»*** here'],
    ['*', 'a ***«word»*** here', 'a **«word»** here'],
    ['**', 'a ***«word»*** here', 'a *«word»* here'],
    ['**', 'a wo‸rd here', 'a **wo‸rd** here'],
    ['**', 'a **wo‸rd** here', 'a wo‸rd here'],
    ['~~', '‸', '~~‸~~'],
    ['~~', '~~‸~~', '‸'],
    ['`', 'call «run()»', 'call `«run()»`'],
  ])('%s: %s → %s', (mark, before, wanted) => {
    expect(after(before, (state) => toggleMark(state, mark))).toBe(wanted);
  });

  it('restore any text when toggled twice', () => {
    const mark = fc.constantFrom('**', '*', '~~', '`');
    const text = fc.stringMatching(/^[a-zä ]{3,20}$/);
    fc.assert(
      fc.property(mark, text, fc.nat(20), fc.nat(20), (sign, doc, positionA, positionB) => {
        const [anchor, head] = [Math.min(positionA, doc.length), Math.min(positionB, doc.length)];
        const start = EditorState.create({ doc, selection: { anchor, head } });
        const marked = start.update(toggleMark(start, sign)).state;
        expect(marked.doc.length).toBe(doc.length + 2 * sign.length);
        const back = marked.update(toggleMark(marked, sign)).state;
        expect([back.doc.toString(), markedOf(back)]).toEqual([doc, markedOf(start)]);
      }),
    );
  });

  it.each<[string, string]>([
    ['see «the page» now', 'see [the page](‸) now'],
    ['see «https://example.org/a» now', 'see [‸](https://example.org/a) now'],
    ['see ‸', 'see [‸]()'],
  ])('a link: %s → %s', (before, wanted) => {
    expect(after(before, insertLink)).toBe(wanted);
  });

  it('escapes characters that would break the Markdown of an image', () => {
    const image = { url: '/media/a b.png', alt: 'a [box]' };
    expect(after('‸', (state) => insertImage(state, image))).toBe(
      '![a \\[box\\]](</media/a b.png>)‸',
    );
  });
});

describe('line marks', () => {
  it.each<[LineKind, string, string]>([
    ['bullets', '«one\ntwo»', '- «one\n- two»'],
    ['bullets', '- «one\n- two»', '«one\ntwo»'],
    ['numbers', '- «one\n\n- two»', '1. «one\n\n2. two»'],
    ['tasks', '‸', '- [ ] ‸'],
    ['bullets', '- [ ] do‸', '- do‸'],
    ['quote', '- «one\n- two»', '> - «one\n> - two»'],
    ['quote', '> «one\n> two»', '«one\ntwo»'],
    ['heading 2', 'Titl‸e', '## Titl‸e'],
    ['heading 3', '## Titl‸e', '### Titl‸e'],
    ['heading 3', '### Titl‸e', 'Titl‸e'],
    ['bullets', '  1. deep‸er', '  - deep‸er'],
  ])('%s: %j → %j', (kind, before, wanted) => {
    expect(after(before, (state) => toggleLines(state, kind))).toBe(wanted);
  });
});

describe('blocks', () => {
  it('are separated from the text around them', () => {
    expect(after('Before‸\nafter', (state) => insertCodeBlock(state, 'ts'))).toBe(
      'Before\n\n```ts\n‸\n```\n\nafter',
    );
    expect(after('Before\n\n‸', (state) => insertCodeBlock(state, ''))).toBe(
      'Before\n\n```\n‸\n```\n',
    );
  });

  it('wrap the selection, with a fence longer than those inside', () => {
    expect(after('«```\nx\n```»', (state) => insertCodeBlock(state, 'md'))).toBe(
      '«````md\n```\nx\n```\n````»',
    );
    expect(after('«one\ntwo»', (state) => insertCallout(state, 'TIP'))).toBe(
      '«> [!TIP]\n> one\n> two»',
    );
  });

  it('adds a footnote with the next free number and moves the cursor to its text', () => {
    expect(after('A claim.‸\n\nMore[^1].\n\n[^1]: One.\n', insertFootnote)).toBe(
      'A claim.[^2]\n\nMore[^1].\n\n[^1]: One.\n[^2]: ‸',
    );
    expect(after('A claim.‸', insertFootnote)).toBe('A claim.[^1]\n\n[^1]: ‸');
  });
});

/** Runs a command on a state without a view. */
function press(marked: string, command: (view: EditorView) => boolean): string | null {
  let state = stateOf(marked);
  const view = {
    get state() {
      return state;
    },
    dispatch(spec: TransactionSpec) {
      state = state.update(spec).state;
    },
  } as unknown as EditorView;
  return command(view) ? markedOf(state) : null;
}

describe('tables', () => {
  const [tab] = tableKeys;
  const forward = tab?.run ?? (() => false);
  const back = tab?.shift ?? (() => false);

  it('moves through cells with Tab and, after the last one, into a new row', () => {
    const first = press('|A|B|\n|-|-|\n|o‸ne|two|', forward);
    expect(first).toBe('| A   | B   |\n| --- | --- |\n| one | «two» |');
    expect(press(first ?? '', forward)).toBe(
      '| A   | B   |\n| --- | --- |\n| one | two |\n| ‸    |     |',
    );
    expect(press(first ?? '', back)).toBe('| A   | B   |\n| --- | --- |\n| «one» | two |');
  });

  it('ignores Tab outside of tables, and Shift+Tab before the first cell', () => {
    expect(press('no table‸', forward)).toBeNull();
    expect(press('a | b‸', forward)).toBeNull();
    expect(press('|A‸|B|\n|-|-|', back)).toBeNull();
  });

  it('adds and removes rows and columns, but keeps the head and one column', () => {
    const start = '| A   | B   |\n| --- | --- |\n| 1‸   | 2   |';
    expect(press(start, addRow)).toBe(
      '| A   | B   |\n| --- | --- |\n| 1   | 2   |\n| ‸    |     |',
    );
    expect(press(start, addColumn)).toBe(
      '| A   |     | B   |\n| --- | --- | --- |\n| 1   | ‸    | 2   |',
    );
    expect(press(start, removeRow)).toBe('| «A»   | B   |\n| --- | --- |');
    const narrow = press(start, removeColumn);
    expect(narrow).toBe('| B   |\n| --- |\n| «2»   |');
    expect(press(narrow ?? '', removeColumn)).toBe(narrow);
    expect(press(start, alignColumn('right'))).toBe(
      '|   A | B   |\n| --: | --- |\n|   «1» | 2   |',
    );
  });

  it('preserves cells when written and parsed, including pipes', () => {
    expect(cellsOf('| a \\| b | `c` |')).toEqual(['a \\| b', '`c`']);
    const cell = fc.stringMatching(/^[a-zäöü日本 ]{0,8}$/).map((text) => text.trim());
    const alignment = fc.constantFrom('none', 'left', 'center', 'right');
    const table = fc.integer({ min: 1, max: 4 }).chain((width) =>
      fc.record({
        alignments: fc.array(alignment, { minLength: width, maxLength: width }),
        rows: fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
          minLength: 1,
          maxLength: 5,
        }),
      }),
    );
    fc.assert(
      fc.property(table, (written) => {
        expect(parseTable(formatTable(written as never))).toEqual(written);
      }),
    );
  });
});

describe('pasted rich text', () => {
  it.each<[string, string, string]>([
    [
      'a heading and a list',
      '<h2>One</h2><ul><li>a</li><li><b>b</b></li></ul>',
      '## One\n\n- a\n- **b**',
    ],
    [
      'wrappers of a word processor',
      '<b style="font-weight:normal"><p><span style="font-weight:700">Bold</span> and <span style="font-style:italic">not</span></p></b>',
      '**Bold** and *not*',
    ],
    [
      'a table',
      '<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>',
      '| A | B |\n| - | - |\n| 1 | 2 |',
    ],
    [
      'code',
      '<pre><code class="language-ts">const a = 1;\n</code></pre>',
      '```ts\nconst a = 1;\n```',
    ],
    [
      'an external image, as a link',
      '<p>See <img src="https://example.org/a.png" alt="a boat"></p>',
      'See [a boat](https://example.org/a.png)',
    ],
    [
      'scripts and hidden elements',
      '<p onclick="x()"><a href="javascript:alert(1)">here</a><script>alert(1)</script><img src="data:image/png;base64,xx" alt=""></p>',
      'here',
    ],
    ['literal stars', '<p>2 * 3 * 4 and <s>old</s></p>', '2 \\* 3 \\* 4 and ~~old~~'],
  ])('%s', (_name, html, wanted) => {
    expect(markdownFromTree(fromParse5(parse(html)))).toBe(wanted);
  });
});
