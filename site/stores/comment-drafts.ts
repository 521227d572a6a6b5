import { atom } from 'nanostores';
import { readStoredJson, writeStored } from '../client/storage.ts';

/** The text of a field for a comment. */
export interface CommentDraft {
  text: string;
  /** Sentence about a mistake in the text. */
  error: string;
  /** Grows when a text comes back into its field; the field then gets the focus. */
  returns: number;
}

/** Drafts of the fields that are open, by their keys. */
export const $commentDrafts = atom<Readonly<Record<string, CommentDraft>>>({});

/** What is stored until it is sent, over reloads and the way to the sign-in page. */
interface Stored {
  typed: string;
  /** Texts that were sent; the API has not confirmed them. */
  sent: string[];
}

/** Texts that this page shows as comments, by the key they are stored under. */
const shown = new Map<string, string[]>();

/**
 * Key of a draft. It belongs to who typed it.
 * @param member _id; null for a guest
 * @param place the article, the comment that is replied to or edited
 */
export const draftKey = (member: string | null, place: string) =>
  `response-draft ${member ?? ''} ${place}`;

/**
 * Opens the draft of a field that is not open yet: what was typed or could not be sent on an earlier visit, else
 * `text`. What a guest typed follows them through the sign-in.
 */
export function openDraft(member: string | null, place: string, text = ''): void {
  const key = draftKey(member, place);
  if ($commentDrafts.get()[key]) return;
  const sources = member === null ? [key] : [key, draftKey(null, place)];
  const texts = sources.flatMap((source) => {
    const { typed, sent } = load(source);
    const isShown = (one: string) => shown.get(source)?.includes(one) ?? false;
    save(source, { typed: '', sent: sent.filter(isShown) });
    return [...sent.filter((one) => !isShown(one)), typed];
  });
  const found = texts.filter((one) => one.trim() !== '').join('\n\n');
  if (found) typeDraft(key, found);
  else set(key, { text, error: '' });
}

/** Changes the text of a field. */
export function typeDraft(key: string, text: string, error = ''): void {
  set(key, { text, error });
  save(key, { ...load(key), typed: text });
}

/** Puts a text into its field, with the sentence about a mistake in it, and moves the focus there. */
export function returnDraft(key: string, text: string, error: string): void {
  typeDraft(key, text, error);
  set(key, { returns: ($commentDrafts.get()[key]?.returns ?? 0) + 1 });
}

/** Empties the field: its text is on its way, and a comment in the page shows it. */
export function sendDraft(key: string, text: string): void {
  shown.set(key, [...(shown.get(key) ?? []), text]);
  set(key, { text: '', error: '' });
  save(key, { typed: '', sent: [...load(key).sent, text] });
}

/** The page no longer shows a text that was sent; the next one who opens the draft gets it. */
export function hideSent(key: string, text: string): void {
  shown.set(key, without(shown.get(key) ?? [], text));
}

/** A text that was sent has arrived, or it is back in its field. */
export function settleSent(key: string, text: string): void {
  hideSent(key, text);
  const { typed, sent } = load(key);
  save(key, { typed, sent: without(sent, text) });
}

/** Deletes a draft that was cancelled or saved. */
export function deleteDraft(key: string): void {
  const { [key]: _, ...others } = $commentDrafts.get();
  $commentDrafts.set(others);
  save(key, { ...load(key), typed: '' });
}

/** Closes all fields. What was typed stays stored. */
export const closeDrafts = (): void => $commentDrafts.set({});

function set(key: string, change: Partial<CommentDraft>): void {
  const drafts = $commentDrafts.get();
  const draft = drafts[key] ?? { text: '', error: '', returns: 0 };
  $commentDrafts.set({ ...drafts, [key]: { ...draft, ...change } });
}

/** Returns the list with one fewer of these. */
function without(texts: string[], text: string): string[] {
  const index = texts.indexOf(text);
  return index === -1 ? texts : texts.toSpliced(index, 1);
}

function load(key: string): Stored {
  const { typed = '', sent = [] } = (readStoredJson(key, 'session') ?? {}) as Partial<Stored>;
  return { typed, sent };
}

function save(key: string, stored: Stored): void {
  const isEmpty = stored.typed === '' && stored.sent.length === 0;
  writeStored(key, isEmpty ? null : JSON.stringify(stored), 'session');
}
