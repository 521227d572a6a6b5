import { history, redo, undo } from '@codemirror/commands';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  insertUploadedImage,
  removePlace,
  reservePlaces,
  setAltText,
  uploadPlaceholders,
} from './upload-placeholders.ts';

/** A text during editing; `‸` is the cursor. */
class Text {
  state: EditorState;

  constructor(marked: string) {
    const doc = marked.replace('‸', '');
    const anchor = Math.max(0, marked.indexOf('‸'));
    this.state = EditorState.create({
      doc,
      selection: { anchor },
      extensions: [history(), uploadPlaceholders],
    });
  }

  do(spec: TransactionSpec | null): this {
    if (spec) this.state = this.state.update(spec).state;
    return this;
  }

  /** Pastes this many images at the cursor, numbered from 1. */
  paste(count: number): this {
    const images = Array.from({ length: count }, (_one, at) => ({ id: at + 1, label: 'x' }));
    return this.do(reservePlaces(images, this.state.selection.main.head));
  }

  arrive(id: number): this {
    return this.do(insertUploadedImage(this.state, id, `/${id}`));
  }

  back(): this {
    undo({ state: this.state, dispatch: (transaction) => this.do(transaction) });
    return this;
  }

  forth(): this {
    redo({ state: this.state, dispatch: (transaction) => this.do(transaction) });
    return this;
  }

  toString(): string {
    const text = this.state.doc.toString();
    const { head } = this.state.selection.main;
    return `${text.slice(0, head)}‸${text.slice(head)}`;
  }
}

describe('pasted images', () => {
  it.each([
    ['an empty text', '‸', '![](/1)\n‸'],
    ['an empty line at the end', 'Words\n\n‸', 'Words\n\n![](/1)\n‸'],
    ['a line of text', 'Words‸\nmore', 'Words‸\n\n![](/1)\n\nmore'],
    ['an empty line between others', 'Words\n‸\nmore', 'Words\n\n![](/1)\n‸\nmore'],
    ['the end of the text', 'Words‸', 'Words‸\n\n![](/1)\n'],
  ])('become blocks at %s', (_where, before, after) => {
    expect(String(new Text(before).paste(1).arrive(1))).toBe(after);
  });

  it('appear in the order of the paste, in any order of arrival', () => {
    const orders = fc.shuffledSubarray([1, 2, 3, 4], { minLength: 4 });
    fc.assert(
      fc.property(
        orders,
        fc.constantFrom('‸', 'Words‸', '‸Words', 'A\n\n‸\n\nB', 'A‸\nB'),
        (order, text) => {
          const written = new Text(text).paste(4);
          for (const id of order) written.arrive(id);
          const ids = [...String(written).matchAll(/!\[\]\(\/(\d)\)/g)].map(([, id]) => Number(id));
          expect(ids).toEqual([1, 2, 3, 4]);
        },
      ),
    );
  });

  it('keep their place when text is edited meanwhile', () => {
    const text = new Text('First‸\n\nLast').paste(1);
    text.do({ changes: { from: 0, insert: 'Zero\n\n' } }).arrive(1);
    expect(text.state.doc.toString()).toBe('Zero\n\nFirst\n\n![](/1)\n\nLast');
  });

  it('are undone in one step, their alt text in another, and both can be redone', () => {
    const text = new Text('Words‸').paste(1).arrive(1);
    text.do(setAltText(text.state, '/1', 'A [boat]\nat sea'));
    const whole = 'Words\n\n![A \\[boat\\] at sea](/1)\n';
    expect(text.state.doc.toString()).toBe(whole);
    expect(text.back().state.doc.toString()).toBe('Words\n\n![](/1)\n');
    expect(text.back().state.doc.toString()).toBe('Words');
    expect(text.forth().forth().state.doc.toString()).toBe(whole);
  });

  it('change nothing when omitted, or deleted before their alt text arrives', () => {
    const text = new Text('Words‸').paste(2).do(removePlace(1)).arrive(2);
    expect(text.state.doc.toString()).toBe('Words\n\n![](/2)\n');
    expect(setAltText(text.back().state, '/2', 'A boat')).toBeNull();
  });
});
