import { EditorState, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { expect, it } from 'vitest';
import { altTextAt, continuationSubject, imageSubject, passageSubject } from './text-subject.ts';
import type { Subject } from './use-ai-helper.ts';

/** Fake of the used part of an editor view; the cursor is at the bar. */
function viewOf(marked: string) {
  const anchor = Math.max(0, marked.indexOf('|'));
  const view = {
    state: EditorState.create({ doc: marked.replace('|', ''), selection: { anchor } }),
    dispatch(spec: TransactionSpec) {
      view.state = view.state.update(spec).state;
    },
    focus: () => undefined,
  };
  return view as typeof view & EditorView;
}

/** Sends a request, inserts text at the beginning meanwhile, and accepts the response. */
function accepted(view: ReturnType<typeof viewOf>, subject: Subject, proposal: string): string {
  subject.begin();
  view.dispatch({ changes: { from: 0, insert: '# Up\n\n' } });
  subject.accept(subject.normalize(proposal, subject.now() ?? ''));
  return view.state.doc.toString();
}

it('inserts a passage, a continuation and an alt text at their targets', () => {
  const whole = viewOf('Some words.\n');
  expect(accepted(whole, passageSubject(whole, 'improve'), ' Better words. ')).toBe(
    // Text that was inserted before it stays; the passage keeps its final line break.
    '# Up\n\nBetter words.\n',
  );
  const more = viewOf('Some words.|\n\nThe end.');
  expect(accepted(more, continuationSubject(more), 'And more.')).toBe(
    '# Up\n\nSome words.\n\nAnd more.\n\nThe end.',
  );
  const image = viewOf('A ![a|b](/media/a.png) here.');
  const words = altTextAt(image.state);
  expect(accepted(image, imageSubject(image, words ?? { from: 0, to: 0 }), '"A [red] boat"')).toBe(
    '# Up\n\nA ![A red boat](/media/a.png) here.',
  );
});

it('sends the current passage when a request is repeated', () => {
  const view = viewOf('Some words.');
  const subject = passageSubject(view, 'shorten');
  subject.begin();
  view.dispatch({ changes: { from: 5, insert: 'more ' } });
  expect(subject.text()).toBe('Some more words.');
  subject.release();
  expect(subject.now()).toBeNull();
});

it.each([
  ['a ![|](b.png) c', 4, 4],
  ['a |![x](b.png) c', 4, 5],
  ['a ![x](b.png)| c', 4, 5],
  ['![x](a.png) ![yz](|b.png)', 14, 16],
])('finds the image at the cursor: %s', (text, from, to) => {
  expect(altTextAt(viewOf(text).state)).toEqual({ from, to });
});

it.each(['|a ![x](b.png)', 'a [x|](b.png)', '![x](b.png)\n|'])(
  'finds no image at the cursor: %j',
  (text) => {
    expect(altTextAt(viewOf(text).state)).toBeNull();
  },
);
