import { atom } from 'nanostores';
import { writeStored } from '../client/storage.ts';
import { readStoredJson } from '../client/stored-json.ts';

/** The text of a comment field. */
export interface CommentDraft {
  text: string;
  /** Message about an error in the text. */
  error: string;
  /** Incremented when a text returns to its field, which then gets the focus. */
  returns: number;
}

/** Drafts of the open fields, by key. */
export const $commentDrafts = atom<Readonly<Record<string, CommentDraft>>>({});

/** Stored texts, which survive reloads and a visit to the sign-in page. */
interface StoredDraft {
  typed: string;
  /** Sent texts that the API has not confirmed. */
  sent: string[];
}

/** Sent texts that this page shows as comments, by the key of their draft. */
const shownTexts = new Map<string, string[]>();

/**
 * Returns the storage key of a draft. Each member has their own drafts.
 * @param member _id of the member; null for a guest
 * @param place identifies the field, see `draftPlaceOf` in comments.ts
 */
export const draftKey = (member: string | null, place: string) =>
  `comment-draft ${member ?? ''} ${place}`;

/**
 * Opens the draft of a field unless it is open. It contains the stored text that was not sent, else `text`. After the
 * sign-in, it includes the text that the member typed as a guest.
 */
export function openDraft(member: string | null, place: string, text = ''): void {
  const key = draftKey(member, place);
  if ($commentDrafts.get()[key]) return;
  const sources = member === null ? [key] : [key, draftKey(null, place)];
  const texts = sources.flatMap((source) => {
    const { typed, sent } = loadStoredDraft(source);
    const isShown = (sentText: string) => shownTexts.get(source)?.includes(sentText) ?? false;
    save(source, { typed: '', sent: sent.filter(isShown) });
    return [...sent.filter((sentText) => !isShown(sentText)), typed];
  });
  const storedText = texts.filter((part) => part.trim() !== '').join('\n\n');
  if (storedText) typeDraft(key, storedText);
  else set(key, { text, error: '' });
}

/** Changes the text of a field. */
export function typeDraft(key: string, text: string, error = ''): void {
  set(key, { text, error });
  save(key, { ...loadStoredDraft(key), typed: text });
}

/** Puts a text back into its field with an error message, and moves the focus to the field. */
export function returnDraft(key: string, text: string, error: string): void {
  typeDraft(key, text, error);
  set(key, { returns: ($commentDrafts.get()[key]?.returns ?? 0) + 1 });
}

/** Clears the field of a text that is being sent and that the page shows as a comment. */
export function sendDraft(key: string, text: string): void {
  shownTexts.set(key, [...(shownTexts.get(key) ?? []), text]);
  set(key, { text: '', error: '' });
  save(key, { typed: '', sent: [...loadStoredDraft(key).sent, text] });
}

/** Marks a sent text as no longer shown in the page, so that `openDraft` puts it back into its field. */
export function hideSent(key: string, text: string): void {
  shownTexts.set(key, without(shownTexts.get(key) ?? [], text));
}

/** Deletes a sent text that the API has stored or that is back in its field. */
export function deleteSent(key: string, text: string): void {
  hideSent(key, text);
  const { typed, sent } = loadStoredDraft(key);
  save(key, { typed, sent: without(sent, text) });
}

/** Deletes a draft that was cancelled or saved. */
export function deleteDraft(key: string): void {
  const { [key]: _, ...others } = $commentDrafts.get();
  $commentDrafts.set(others);
  save(key, { ...loadStoredDraft(key), typed: '' });
}

/** Closes all fields. Their texts stay stored. */
export const closeDrafts = (): void => $commentDrafts.set({});

function set(key: string, change: Partial<CommentDraft>): void {
  const drafts = $commentDrafts.get();
  const draft = drafts[key] ?? { text: '', error: '', returns: 0 };
  $commentDrafts.set({ ...drafts, [key]: { ...draft, ...change } });
}

/** Returns the list without the first occurrence of a text. */
function without(texts: string[], text: string): string[] {
  const index = texts.indexOf(text);
  return index === -1 ? texts : texts.toSpliced(index, 1);
}

function loadStoredDraft(key: string): StoredDraft {
  const { typed = '', sent = [] } = (readStoredJson(key, 'sessionStorage') ??
    {}) as Partial<StoredDraft>;
  return { typed, sent };
}

function save(key: string, stored: StoredDraft): void {
  const isEmpty = stored.typed === '' && stored.sent.length === 0;
  writeStored(key, isEmpty ? null : JSON.stringify(stored), 'sessionStorage');
}
