import { isolateHistory } from '@codemirror/commands';
import {
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  type TransactionSpec,
} from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';

export type PlaceholderState = 'busy' | 'offered' | 'failed';

/** Place of a future image, not part of the text, so that it is never saved. */
interface Place {
  id: number;
  at: number;
  /** Text of the placeholder. */
  label: string;
  state: PlaceholderState;
}

const added = StateEffect.define<Place[]>();
const changed = StateEffect.define<Omit<Place, 'at'>>();
/** The image was inserted or omitted. */
const ended = StateEffect.define<number>();

const places = StateField.define<readonly Place[]>({
  create: () => [],
  update(before, transaction) {
    let now = before;
    const { docChanged, changes, effects } = transaction;
    if (docChanged) {
      const arrived = effects.find((effect) => effect.is(ended))?.value as number | undefined;
      const here = before.find(({ id }) => id === arrived);
      const line = here && transaction.startState.doc.lineAt(here.at);
      now = now.map((place) => {
        const { id, at } = place;
        if (!line || at < line.from || at > line.to) return { ...place, at: changes.mapPos(at, 1) };
        // Images before the one that has just arrived stay before it, others follow.
        const moved = id < Number(arrived) ? changes.mapPos(at, -1) : changes.mapPos(line.to, 1);
        return { ...place, at: moved };
      });
    }
    for (const effect of effects) {
      if (effect.is(added)) now = [...now, ...effect.value];
      if (effect.is(changed)) {
        now = now.map((place) =>
          place.id === effect.value.id ? { ...place, ...effect.value } : place,
        );
      }
      if (effect.is(ended)) now = now.filter(({ id }) => id !== effect.value);
    }
    return now;
  },
});

class PlaceholderWidget extends WidgetType {
  readonly label: string;
  readonly state: PlaceholderState;

  constructor({ label, state }: Place) {
    super();
    this.label = label;
    this.state = state;
  }

  override eq(other: PlaceholderWidget): boolean {
    return other.label === this.label && other.state === this.state;
  }

  override toDOM(): HTMLElement {
    // biome-ignore lint/plugin: CodeMirror takes widgets as DOM nodes.
    const mark = document.createElement('div');
    mark.className = `upload-placeholder upload-placeholder--${this.state}`;
    mark.textContent = this.label;
    // biome-ignore lint/plugin: as above
    if (this.state === 'busy') mark.append(document.createElement('progress'));
    return mark;
  }
}

/** Shows pending images below a line. */
export const uploadPlaceholders: Extension = [
  places,
  EditorView.decorations.compute([places, 'doc'], (state) =>
    Decoration.set(
      state.field(places).map((place) => {
        const widget = new PlaceholderWidget(place);
        return Decoration.widget({ widget, side: 1, block: true }).range(
          lineOf(state, place.at).to,
        );
      }),
      true,
    ),
  ),
];

const lineOf = (state: EditorState, at: number) => state.doc.lineAt(Math.min(at, state.doc.length));

/** Reserves a place for each of these images, in order. */
export const reservePlaces = (
  images: Omit<Place, 'at' | 'state'>[],
  at: number,
): TransactionSpec => ({
  effects: added.of(images.map((image) => ({ ...image, at, state: 'busy' }))),
});

/** Changes the text of a placeholder. */
export const setPlaceText = (place: Omit<Place, 'at'>): TransactionSpec => ({
  effects: changed.of(place),
});

/** Removes a placeholder. */
export const removePlace = (id: number): TransactionSpec => ({ effects: ended.of(id) });

/** Inserts an image at its place, as a separate block and one undoable step. */
export function insertUploadedImage(state: EditorState, id: number, url: string): TransactionSpec {
  const pending = state.field(places);
  const line = lineOf(state, pending.find((item) => item.id === id)?.at ?? state.doc.length);
  // An empty line is left to an earlier image that is still pending.
  const isAfterPending = pending.some(
    ({ id: other, at }) => other < id && at >= line.from && at <= line.to,
  );
  const isEmpty = line.text.trim() === '' && !isAfterPending;
  const from = isEmpty ? line.from : line.to;
  const previous = line.number > 1 ? state.doc.line(line.number - 1).text.trim() : '';
  const next = line.number < state.doc.lines ? state.doc.line(line.number + 1).text.trim() : null;
  const before = isEmpty ? (previous === '' ? '' : '\n') : '\n\n';
  const after = next === null || next !== '' ? '\n' : '';
  const insert = `${before}![](${url})${after}`;
  const { main } = state.selection;
  // A cursor at the place moves below the image; elsewhere it does not move.
  const waits = main.empty && main.head >= line.from && main.head <= line.to && isEmpty;
  return {
    changes: { from, to: line.to, insert },
    ...(waits && { selection: { anchor: from + insert.length } }),
    effects: ended.of(id),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.paste',
  };
}

/**
 * Sets the alt text of an image of the text that has none.
 * @returns null if there is none
 */
export function setAltText(state: EditorState, url: string, alt: string): TransactionSpec | null {
  const at = state.doc.toString().indexOf(`![](${url})`);
  if (at === -1) return null;
  const insert = alt.replaceAll(/\s+/g, ' ').replaceAll(/[[\]\\]/g, '\\$&');
  return {
    changes: { from: at + 2, insert },
    annotations: isolateHistory.of('full'),
    userEvent: 'input',
  };
}
