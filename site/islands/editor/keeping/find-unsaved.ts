import type { ArticleResponse } from '#contracts/article.ts';
import { type EditorForm, emptyForm, formFrom, sameForm } from '../form.ts';
import { discardCopy, formOf, listCopies, listRevisions, readRevision } from './keeping-calls.ts';
import { listDrafts, removeDraft } from './kept-text.ts';
import { listOpenEditSessions } from './sitting.ts';

/** Unsaved work of an earlier editing session. */
export interface Unsaved {
  sitting: string;
  form: EditorForm;
  /** Version of the article on which it is based; null for a new article. */
  version: number | null;
  /** Milliseconds since 1970. */
  at: number;
  place: 'browser' | 'server';
}

/**
 * Returns unsaved drafts of this browser and of other devices, newest first, except those that are open in
 * another tab.
 */
export async function findUnsaved(article: ArticleResponse | null): Promise<Unsaved[]> {
  const id = article?._id ?? null;
  const copies = article ? await listCopies(article._id) : [];
  const open = await listOpenEditSessions();
  const drafts: Unsaved[] = [
    ...listDrafts(id).map((draft) => ({ ...draft, place: 'browser' as const })),
    ...copies.map(({ sitting, version, savedAt, fields }) => ({
      sitting,
      version,
      at: Date.parse(savedAt),
      place: 'server' as const,
      form: article ? formOf(article, fields) : emptyForm,
    })),
  ];
  drafts.sort((a, b) => b.at - a.at);
  const stored = article ? formFrom(article) : emptyForm;
  const seen = new Set<string>();
  return drafts.filter(({ sitting, form }) => {
    if (open.has(sitting) || seen.has(sitting) || sameForm(form, stored)) return false;
    seen.add(sitting);
    return true;
  });
}

/** Deletes it here and on the server. */
export async function discardUnsaved(id: string | null, { sitting }: Unsaved): Promise<void> {
  removeDraft(id, sitting);
  if (id !== null) await discardCopy(id, sitting);
}

/** Returns the fields of a version of an article; null if it is not among the last revisions. */
export async function formOfVersion(
  article: ArticleResponse,
  version: number,
): Promise<EditorForm | null> {
  const { revisions } = await listRevisions(article._id, null);
  const match = revisions.find((revision) => revision.version === version);
  if (!match) return null;
  return formOf(article, (await readRevision(article._id, match._id)).fields);
}
