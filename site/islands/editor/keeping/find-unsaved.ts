import type { ArticleResponse } from '#contracts/article.ts';
import { type EditorForm, emptyForm, formFrom, sameForm } from '../form.ts';
import { discardCopy, formOf, listCopies, listRevisions, readRevision } from './keeping-calls.ts';
import { forgetText, keptTexts } from './kept-text.ts';
import { goingOn } from './sitting.ts';

/** Work of an earlier sitting that was never saved. */
export interface Unsaved {
  sitting: string;
  form: EditorForm;
  /** Of the article, on which it was written; null for a new one. */
  version: number | null;
  /** Milliseconds since 1970. */
  at: number;
  place: 'browser' | 'server';
}

/** What was left unsaved here or on another device, newest first; what goes on in another tab is its own. */
export async function findUnsaved(article: ArticleResponse | null): Promise<Unsaved[]> {
  const id = article?._id ?? null;
  const copies = article ? await listCopies(article._id) : [];
  const open = await goingOn();
  const found: Unsaved[] = [
    ...keptTexts(id).map((kept) => ({ ...kept, place: 'browser' as const })),
    ...copies.map(({ sitting, version, savedAt, fields }) => ({
      sitting,
      version,
      at: Date.parse(savedAt),
      place: 'server' as const,
      form: article ? formOf(article, fields) : emptyForm,
    })),
  ];
  found.sort((one, other) => other.at - one.at);
  const stored = article ? formFrom(article) : emptyForm;
  const seen = new Set<string>();
  return found.filter(({ sitting, form }) => {
    if (open.has(sitting) || seen.has(sitting) || sameForm(form, stored)) return false;
    seen.add(sitting);
    return true;
  });
}

/** Forgets it here and on the server. */
export async function discardUnsaved(id: string | null, { sitting }: Unsaved): Promise<void> {
  forgetText(id, sitting);
  if (id !== null) await discardCopy(id, sitting);
}

/** The fields of a version of an article; null when it is not among the last revisions. */
export async function formOfVersion(
  article: ArticleResponse,
  version: number,
): Promise<EditorForm | null> {
  const { revisions } = await listRevisions(article._id, null);
  const found = revisions.find((revision) => revision.version === version);
  if (!found) return null;
  return formOf(article, (await readRevision(article._id, found._id)).fields);
}
