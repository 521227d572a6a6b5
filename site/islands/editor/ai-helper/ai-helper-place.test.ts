import { EditorState, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { expect, it } from 'vitest';
import { releasePlace, replacePassage, trackedPlaceOf, trackPlace } from './text-subject.ts';

/** Fake of the used part of an editor view. */
function viewOf(doc: string) {
  const view = {
    state: EditorState.create({ doc }),
    dispatch(spec: TransactionSpec) {
      view.state = view.state.update(spec).state;
    },
  };
  return view as typeof view & EditorView;
}

/** The passage is between brackets; a position is marked by the bar. */
function viewWithPlace(marked: string) {
  const from = marked.search(/[[|]/);
  const to = marked.includes('|') ? from : marked.indexOf(']') - 1;
  const view = viewOf(marked.replaceAll(/[[\]|]/g, ''));
  trackPlace(view, { from, to });
  return view;
}

function writePlace({ state }: EditorView): string {
  const place = trackedPlaceOf(state);
  if (!place) return state.doc.toString();
  const [before, within, behind] = [
    state.sliceDoc(0, place.from),
    state.sliceDoc(place.from, place.to),
    state.sliceDoc(place.to),
  ];
  return before + (within === '' ? '|' : `[${within}]`) + behind;
}

it.each<[what: string, text: string, change: TransactionSpec['changes'], comes: string]>([
  ['before it', 'one [two] three', { from: 0, insert: 'zero ' }, 'zero one [two] three'],
  ['behind it', 'one [two] three', { from: 8, to: 13 }, 'one [two] '],
  ['at its beginning', 'one [two]', { from: 4, insert: 'and ' }, 'one and [two]'],
  ['at its end', 'one [two]', { from: 7, insert: '!' }, 'one [two]!'],
  ['within it', 'one [two]', { from: 5, insert: 'h' }, 'one [thwo]'],
  ['over a part of it', 'one [two]', { from: 2, to: 5, insert: '' }, 'on[wo]'],
  ['over all of it', 'one [two] three', { from: 2, to: 10 }, 'onree'],
  ['before a place', 'one| three', { from: 0, insert: 'zero ' }, 'zero one| three'],
  ['at a place', 'one| three', { from: 3, insert: ' two' }, 'one two| three'],
])('maps the place through an edit %s', (_what, text, changes, comes) => {
  const view = viewWithPlace(text);
  view.dispatch({ changes: changes as { from: number } });
  expect(writePlace(view)).toBe(comes);
});

it('inserts the new text, selects it, and releases its place', () => {
  const view = viewWithPlace('one [two] three');
  view.dispatch({ changes: { from: 0, insert: 'zero ' } });
  expect(replacePassage(view, 'and a half')).toBe(true);
  expect(view.state.doc.toString()).toBe('zero one and a half three');
  const { from, to } = view.state.selection.main;
  expect(view.state.sliceDoc(from, to)).toBe('and a half');
  expect(trackedPlaceOf(view.state)).toBeNull();
  expect(replacePassage(view, 'again')).toBe(false);
});

it('keeps one place at a time', () => {
  const view = viewWithPlace('one [two] three');
  trackPlace(view, { from: 0, to: 3 });
  expect(writePlace(view)).toBe('[one] two three');
  releasePlace(view);
  expect(trackedPlaceOf(view.state)).toBeNull();
});
