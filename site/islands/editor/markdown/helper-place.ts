import { isolateHistory } from '@codemirror/commands';
import { type EditorState, type Range, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';

/** A passage; a position if both ends are equal. */
export interface Place {
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
  if (placeOf(view.state)) view.dispatch({ effects: setPlace.of(null) });
}

/** Returns the current range of the passage; null if it was deleted. */
export const placeOf = (state: EditorState): Place | null => state.field(placeField, false) ?? null;

/** Replaces the passage in one undoable step, and selects the new text. */
export function fillPlace(view: EditorView, text: string): boolean {
  const place = placeOf(view.state);
  if (!place) return false;
  view.dispatch({
    changes: { ...place, insert: text },
    selection: { anchor: place.from, head: place.from + text.length },
    effects: setPlace.of(null),
    annotations: isolateHistory.of('full'),
    scrollIntoView: true,
    userEvent: 'input.helper',
  });
  return true;
}
