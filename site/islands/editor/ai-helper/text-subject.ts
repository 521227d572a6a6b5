import { isolateHistory } from '@codemirror/commands';
import { type EditorState, type Range, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';
import type { AiHelperAction } from '#contracts/ai-helper.ts';
import { normalizeContinuation, normalizeProposal } from './normalize-proposal.ts';
import { AI_HELPER_TEXT_MAX, type Subject } from './use-ai-helper.ts';

/** Characters of context before or around the target. */
const CONTEXT_MAX = AI_HELPER_TEXT_MAX / 2;

/** Returns the common part of a subject in the text, whose place follows edits. */
function textTarget(view: EditorView, action: AiHelperAction, place: Place) {
  return {
    action,
    where: 'text' as const,
    begin: () => trackPlace(view, place),
    now() {
      const now = trackedPlaceOf(view.state);
      return now && view.state.sliceDoc(now.from, now.to);
    },
    accept(text: string) {
      replacePassage(view, text);
      view.focus();
    },
    release: () => releasePlace(view),
    restoreFocus: () => view.focus(),
  };
}

/** Returns the selected passage, or the whole text without a selection. */
export function passageSubject(view: EditorView, action: 'improve' | 'shorten'): Subject {
  const { state } = view;
  const { from, to, empty } = state.selection.main;
  const target = textTarget(view, action, empty ? { from: 0, to: state.doc.length } : { from, to });
  const verb = action === 'improve' ? 'Improve' : 'Shorten';
  return {
    ...target,
    rewrites: true,
    text: () => target.now() ?? '',
    name: `${verb} ${empty ? 'the whole text' : 'the selection'}`,
    normalize: (proposed, now) => normalizeProposal(action, now, proposed),
  };
}

/** Returns the position of the cursor, for a continuation. */
export function continuationSubject(view: EditorView): Subject {
  const { to } = view.state.selection.main;
  const target = textTarget(view, 'continue', { from: to, to });
  const at = () => trackedPlaceOf(view.state)?.from ?? to;
  return {
    ...target,
    name: 'Continue the text',
    text: () => view.state.sliceDoc(Math.max(0, at() - CONTEXT_MAX), at()),
    normalize: (proposed) =>
      normalizeContinuation(view.state.sliceDoc(0, at()), view.state.sliceDoc(at()), proposed),
  };
}

const IMAGE = /!\[([^[\]\n]*)\]\((?:[^()\n]|\([^()\n]*\))*\)/g;

/** Returns the alt text of the image at the cursor; null if there is none. */
export function altTextAt(state: EditorState): Place | null {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  for (const { index, 0: whole, 1: altText = '' } of line.text.matchAll(IMAGE)) {
    const from = line.from + index;
    if (head < from || head > from + whole.length) continue;
    return { from: from + 2, to: from + 2 + altText.length };
  }
  return null;
}

/** Returns the alt text of an image as target, with the text around it as context. */
export function imageSubject(view: EditorView, altPlace: Place): Subject {
  const target = textTarget(view, 'alt', altPlace);
  return {
    ...target,
    name: 'Propose alt text',
    text() {
      const { from, to } = trackedPlaceOf(view.state) ?? altPlace;
      const end = Math.min(view.state.doc.length, to + CONTEXT_MAX / 2);
      return view.state.sliceDoc(Math.max(0, from - CONTEXT_MAX), end);
    },
    normalize: (proposed) => normalizeProposal('alt', '', proposed).replaceAll(/[[\]]/g, ''),
  };
}

/** A passage; a position if both ends are equal. */
interface Place {
  from: number;
  to: number;
}

const setPlace = StateEffect.define<Place | null>();
const mark = Decoration.mark({ class: 'cm-helped' });

/** Passage of the AI helper, mapped through edits. */
const placeField = StateField.define<Place | null>({
  create: () => null,
  update(place, transaction) {
    const { changes } = transaction;
    let next = place;
    if (place) {
      const from = changes.mapPos(place.from, 1);
      const to = place.from === place.to ? from : changes.mapPos(place.to, -1);
      // If the whole passage was deleted, its place is gone.
      next = place.from !== place.to && from >= to ? null : { from, to };
    }
    for (const effect of transaction.effects) if (effect.is(setPlace)) next = effect.value;
    return next;
  },
  provide: (field) =>
    EditorView.decorations.from(field, (place) => {
      const marks: Range<Decoration>[] =
        place && place.from < place.to ? [mark.range(place.from, place.to)] : [];
      return Decoration.set(marks);
    }),
});

/** Tracks a passage until `releasePlace`, or until another one is tracked. */
export function trackPlace(view: EditorView, place: Place): void {
  const isTracked = view.state.field(placeField, false) !== undefined;
  view.dispatch({
    effects: [...(isTracked ? [] : [StateEffect.appendConfig.of(placeField)]), setPlace.of(place)],
  });
}

export function releasePlace(view: EditorView): void {
  if (trackedPlaceOf(view.state)) view.dispatch({ effects: setPlace.of(null) });
}

/** Returns the current range of the passage; null if it was deleted. */
export const trackedPlaceOf = (state: EditorState): Place | null =>
  state.field(placeField, false) ?? null;

/** Replaces the passage in one undoable step, and selects the new text. */
export function replacePassage(view: EditorView, text: string): boolean {
  const place = trackedPlaceOf(view.state);
  if (!place) return false;
  view.dispatch({
    changes: { ...place, insert: text },
    selection: { anchor: place.from, head: place.from + text.length },
    effects: setPlace.of(null),
    annotations: isolateHistory.of('full'),
    scrollIntoView: true,
    userEvent: 'input.ai-helper',
  });
  return true;
}
