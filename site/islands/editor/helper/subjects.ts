import type { EditorView } from '@codemirror/view';
import type { EditorForm } from '../form.ts';
import { fillPlace, forgetPlace, keepPlace, placeOf } from '../surface/helper-place.ts';
import { HELPER_TEXT_MAX, type HelperAction } from './limits.ts';
import { joined, tidy } from './tidy.ts';

/** What the helper is asked about, and where its answer goes. */
export interface Subject {
  action: HelperAction;
  /** Of the panel, such as `Improve the selection`. */
  name: string;
  /** What is sent. */
  text: string;
  /** What stood in the answer's place when it was asked for. */
  before: string;
  /** What stands there now; null once the place is gone. */
  now(): string | null;
  /** What a proposal comes to there. */
  fit(proposed: string): string;
  accept(text: string): void;
  /** Lets go of its place. */
  forget(): void;
  /** Back to where one was. */
  leave(): void;
}

type TextAction = 'improve' | 'shorten' | 'continue';
/** Characters before the cursor that a continuation goes by. */
const CONTEXT_MAX = HELPER_TEXT_MAX / 2;

const names: Record<TextAction, string> = {
  improve: 'Improve',
  shorten: 'Shorten',
  continue: 'Continue',
};

/** The selected passage or, where nothing is selected, the whole text; for more words the cursor. */
export function textSubject(view: EditorView, action: TextAction): Subject {
  const { state } = view;
  const { from, to, empty } = state.selection.main;
  const whole = { from: 0, to: state.doc.length };
  const place = action === 'continue' ? { from: to, to } : empty ? whole : { from, to };
  keepPlace(view, place);
  const between = () => {
    const now = placeOf(view.state);
    return now && view.state.sliceDoc(now.from, now.to);
  };
  const around = () => {
    const { from: at } = placeOf(view.state) ?? place;
    const { doc } = view.state;
    return [doc.sliceString(0, at), doc.sliceString(at)] as const;
  };
  const before = state.sliceDoc(place.from, place.to);
  const what = action === 'continue' ? 'the text' : empty ? 'the whole text' : 'the selection';
  return {
    action,
    name: `${names[action]} ${what}`,
    text: action === 'continue' ? state.sliceDoc(Math.max(0, to - CONTEXT_MAX), to) : before,
    before,
    now: between,
    fit: (proposed) =>
      action === 'continue' ? joined(...around(), proposed) : tidy(action, before, proposed),
    accept(text) {
      fillPlace(view, text);
      view.focus();
    },
    forget: () => forgetPlace(view),
    leave: () => view.focus(),
  };
}

/** Fields that the helper drafts, and what it is called there. */
export const helpedFields = {
  title: { field: 'title', name: 'Propose a title' },
  description: { field: 'description', name: 'Propose a description' },
  tags: { field: 'tags', name: 'Propose tags' },
  alt: { field: 'imageAlt', name: 'Propose what the image shows' },
  linkedin: { field: 'linkedinContent', name: 'Propose a post for LinkedIn' },
} as const satisfies Partial<Record<HelperAction, { field: keyof EditorForm; name: string }>>;
export type FieldAction = keyof typeof helpedFields;

interface FieldWays {
  /** The form as it stands, whenever it is asked for. */
  form(): EditorForm;
  change(changes: Partial<EditorForm>): void;
  leave(): void;
}

/** A field of the form, drafted from what the article says. */
export function fieldSubject(action: FieldAction, { form, change, leave }: FieldWays): Subject {
  const { field, name } = helpedFields[action];
  const { markdown, description } = form();
  const before = form()[field];
  const text = action === 'alt' ? `${description}\n\n${markdown}` : markdown;
  return {
    ...{ action, name, before, leave },
    text: text.trim().slice(0, HELPER_TEXT_MAX),
    now: () => form()[field],
    forget: () => undefined,
    fit: (proposed) => tidy(action, form()[field], proposed),
    accept(accepted) {
      change({ [field]: accepted });
      leave();
    },
  };
}
