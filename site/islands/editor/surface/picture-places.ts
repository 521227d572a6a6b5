import { isolateHistory } from '@codemirror/commands';
import {
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  type TransactionSpec,
} from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';

export type Look = 'busy' | 'asks' | 'failed';

/** Where a picture will stand: not in the text yet, so that nothing of it is ever saved. */
interface Place {
  id: number;
  at: number;
  /** What is said there. */
  says: string;
  look: Look;
}

const added = StateEffect.define<Place[]>();
const changed = StateEffect.define<Omit<Place, 'at'>>();
/** The picture is there, or is left out. */
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
        // What comes before the picture that has just arrived stays before it, the others follow it.
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

class PlaceMark extends WidgetType {
  readonly says: string;
  readonly look: Look;

  constructor({ says, look }: Place) {
    super();
    this.says = says;
    this.look = look;
  }

  override eq(other: PlaceMark): boolean {
    return other.says === this.says && other.look === this.look;
  }

  override toDOM(): HTMLElement {
    // biome-ignore lint/plugin: CodeMirror takes widgets as DOM nodes.
    const mark = document.createElement('div');
    mark.className = `picture-place picture-place--${this.look}`;
    mark.textContent = this.says;
    // biome-ignore lint/plugin: as above
    if (this.look === 'busy') mark.append(document.createElement('progress'));
    return mark;
  }
}

/** Shows below a line which pictures are on their way to it. */
export const picturePlaces: Extension = [
  places,
  EditorView.decorations.compute([places, 'doc'], (state) =>
    Decoration.set(
      state.field(places).map((place) => {
        const widget = new PlaceMark(place);
        return Decoration.widget({ widget, side: 1, block: true }).range(
          lineOf(state, place.at).to,
        );
      }),
      true,
    ),
  ),
];

const lineOf = (state: EditorState, at: number) => state.doc.lineAt(Math.min(at, state.doc.length));

/** Keeps a place for each of these pictures, in their order. */
export const keepPlaces = (
  pictures: Omit<Place, 'at' | 'look'>[],
  at: number,
): TransactionSpec => ({
  effects: added.of(pictures.map((picture) => ({ ...picture, at, look: 'busy' }))),
});

/** Says something else at a place. */
export const sayAtPlace = (place: Omit<Place, 'at'>): TransactionSpec => ({
  effects: changed.of(place),
});

/** Gives a place up. */
export const giveUpPlace = (id: number): TransactionSpec => ({ effects: ended.of(id) });

/** Puts a picture where its place was kept, as a block of its own and one step that can be undone. */
export function fillPlace(state: EditorState, id: number, address: string): TransactionSpec {
  const kept = state.field(places);
  const line = lineOf(state, kept.find((one) => one.id === id)?.at ?? state.doc.length);
  // An empty line is left to a picture that comes first and is still on its way.
  const waited = kept.some(({ id: other, at }) => other < id && at >= line.from && at <= line.to);
  const isEmpty = line.text.trim() === '' && !waited;
  const from = isEmpty ? line.from : line.to;
  const previous = line.number > 1 ? state.doc.line(line.number - 1).text.trim() : '';
  const next = line.number < state.doc.lines ? state.doc.line(line.number + 1).text.trim() : null;
  const before = isEmpty ? (previous === '' ? '' : '\n') : '\n\n';
  const after = next === null || next !== '' ? '\n' : '';
  const insert = `${before}![](${address})${after}`;
  const { main } = state.selection;
  // Whoever waits at the place goes on below the picture; elsewhere nothing moves.
  const waits = main.empty && main.head >= line.from && main.head <= line.to && isEmpty;
  return {
    changes: { from, to: line.to, insert },
    ...(waits && { selection: { anchor: from + insert.length } }),
    effects: ended.of(id),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.paste',
  };
}

/** Gives a picture of the text that has no words yet its words. @returns null when there is none */
export function describePlaced(
  state: EditorState,
  address: string,
  alt: string,
): TransactionSpec | null {
  const at = state.doc.toString().indexOf(`![](${address})`);
  if (at === -1) return null;
  const insert = alt.replaceAll(/\s+/g, ' ').replaceAll(/[[\]\\]/g, '\\$&');
  return {
    changes: { from: at + 2, insert },
    annotations: isolateHistory.of('full'),
    userEvent: 'input',
  };
}
