import { useState } from 'react';
import type { ArticleResponse } from '#contracts/article.ts';
import { ApiError } from '../../../client/api-client.ts';
import { storedKeys } from '../../../client/clear-drafts.ts';
import { writeStored } from '../../../client/storage.ts';
import { readStoredJson } from '../../../client/stored-json.ts';
import { $session } from '../../../stores/session.ts';
import { showToast } from '../../../stores/toasts.ts';
import {
  discardWorkingCopy,
  editorFormOf,
  listRevisions,
  listWorkingCopies,
  readRevision,
} from '../article-api.ts';
import { type EditorForm, emptyForm, formFrom, sameForm } from '../form.ts';

/** Unsaved draft as this browser stores it until it is saved or discarded. */
interface StoredDraft {
  form: EditorForm;
  /** Version of the article on which it is based; null for a new one. */
  version: number | null;
  /** Milliseconds since 1970. */
  at: number;
  /** ID of its author. Drafts of earlier versions have none, and are offered to every admin of the browser. */
  user?: string;
}

const prefix = (id: string | null) => `editor:${id ?? 'new'}:`;

const lockName = (editSessionId: string) => `edit-session ${editSessionId}`;

/** Returns the ID of the signed-in user. */
export function signedInUser(): string {
  const session = $session.get();
  return session.state === 'signed-in' ? session.user._id : '';
}

/** Unsaved draft of an earlier editing session, from this browser or from the server. */
export interface UnsavedDraft {
  editSessionId: string;
  form: EditorForm;
  /** Version of the article on which it is based; null for a new article. */
  version: number | null;
  /** Milliseconds since 1970. */
  at: number;
  place: 'browser' | 'server';
}

/** Unsaved drafts of earlier editing sessions, offered one at a time. */
export function useUnsavedDrafts(drafts: UnsavedDraft[]) {
  const [offers, setOffers] = useState(drafts);
  return {
    offered: offers[0] ?? null,
    offer: (unsaved: UnsavedDraft) => setOffers((current) => [unsaved, ...current]),
    removeOffer: () => setOffers((current) => current.slice(1)),
    async discardOffer(id: string | null): Promise<void> {
      const [first] = offers;
      if (!first) return;
      setOffers((current) => current.slice(1));
      try {
        await discardDraft(id, first);
      } catch (error) {
        // It will be offered again.
        if (!(error instanceof ApiError)) throw error;
        showToast({ type: 'error', message: error.message });
      }
    },
  };
}

/** Base of the unsaved draft; null if the server no longer has it. */
export async function baseOf(
  article: ArticleResponse,
  { version }: UnsavedDraft,
): Promise<EditorForm | null> {
  if (version === null || version === article.version) return formFrom(article);
  try {
    return await formOfVersion(article, version);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Then all differences are shown, and none is merged automatically.
    return null;
  }
}

/**
 * Returns the user's unsaved drafts of this browser and of other devices, newest first, except those that are
 * open in another tab.
 */
export async function findUnsavedDrafts(article: ArticleResponse | null): Promise<UnsavedDraft[]> {
  const id = article?._id ?? null;
  const copies = article ? await listWorkingCopies(article._id) : [];
  const open = await listOpenEditSessions();
  const drafts: UnsavedDraft[] = [
    ...listDrafts(id).map((draft) => ({ ...draft, place: 'browser' as const })),
    ...copies.map(({ editSessionId, version, savedAt, fields }) => ({
      editSessionId,
      version,
      at: Date.parse(savedAt),
      place: 'server' as const,
      form: article ? editorFormOf(article, fields) : emptyForm,
    })),
  ];
  drafts.sort((a, b) => b.at - a.at);
  const stored = article ? formFrom(article) : emptyForm;
  const seen = new Set<string>();
  return drafts.filter(({ editSessionId, form }) => {
    if (open.has(editSessionId) || seen.has(editSessionId) || sameForm(form, stored)) return false;
    seen.add(editSessionId);
    return true;
  });
}

/** Deletes an unsaved draft in this browser and on the server. */
async function discardDraft(id: string | null, { editSessionId }: UnsavedDraft): Promise<void> {
  removeDraft(id, editSessionId);
  if (id !== null) await discardWorkingCopy(id, editSessionId);
}

/** Returns the fields of a version of an article; null if it is not among the last revisions. */
async function formOfVersion(
  article: ArticleResponse,
  version: number,
): Promise<EditorForm | null> {
  const { revisions } = await listRevisions(article._id, null);
  const match = revisions.find((revision) => revision.version === version);
  if (!match) return null;
  return editorFormOf(article, (await readRevision(article._id, match._id)).fields);
}

/** Id of one editing session; drafts here and on the server are stored by it. */
export function newEditSession(): string {
  // randomUUID exists in secure contexts only.
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Holds a lock that tells other tabs that this editing session is open.
 * @returns a function that releases it
 */
export function lockEditSession(editSessionId: string): () => void {
  let end = () => {};
  // Without locks, on a site without HTTPS, other tabs offer the unsaved draft of this one.
  void navigator.locks?.request(lockName(editSessionId), () => {
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  return () => end();
}

/** Returns the editing sessions that are open in tabs of this browser. */
async function listOpenEditSessions(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const prefix = lockName('');
  return new Set(
    held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])),
  );
}

export function storeUnsavedDraft(
  id: string | null,
  editSessionId: string,
  draft: StoredDraft,
): void {
  // If the storage is full or disabled, the warning before leaving the page remains.
  writeStored(prefix(id) + editSessionId, JSON.stringify(draft));
}

/** Returns all unsaved drafts of an article in this browser, by editing session. */
function listDrafts(id: string | null): (StoredDraft & { editSessionId: string })[] {
  return storedKeys()
    .filter((key) => key.startsWith(prefix(id)))
    .flatMap((key) => {
      const draft = readDraft(key);
      return draft ? [{ ...draft, editSessionId: key.slice(prefix(id).length) }] : [];
    });
}

function readDraft(key: string): StoredDraft | null {
  const draft = readStoredJson(key) as StoredDraft | null;
  if (typeof draft?.form?.markdown !== 'string') return null;
  if (draft.user !== undefined && draft.user !== signedInUser()) return null;
  // A draft that was stored before a field existed has an empty value for it.
  return { ...draft, form: { ...emptyForm, ...draft.form } };
}

export function removeDraft(id: string | null, editSessionId: string): void {
  writeStored(prefix(id) + editSessionId, null);
}
