import { useCallback, useRef, useState } from 'react';
import type { ArticleResponse } from '#contracts/article.ts';
import { ApiError } from '../../client/api-client.ts';
import { asTyped, reconcile } from './drafts/merge.ts';
import { type EditorForm, emptyForm, formFrom, sameForm } from './form.ts';

/** Formats a time for banners and lists. */
export const formatSavedAt = (time: string): string =>
  new Date(time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });

/** Changes to the fields that the author did not make, until the author dismisses the banner. */
export type FieldsBanner =
  | { kind: 'merged' }
  | { kind: 'restored'; from: string; before: EditorForm };

export type Fields = ReturnType<typeof useFields>;

/** The article as the server has stored it, and as it is in the fields. */
export function useFields(opened: ArticleResponse | null) {
  const [article, setArticle] = useState(opened);
  const [saved, setSaved] = useState<EditorForm>(opened ? formFrom(opened) : emptyForm);
  const [form, setForm] = useState(saved);
  const [fieldsBanner, setFieldsBanner] = useState<FieldsBanner | null>(null);
  /** Current values for code that runs before React has rendered. */
  const latest = useRef({ article, saved, form });
  /** Versions that were sent without a response, so one of them may be stored. */
  const unconfirmed = useRef<EditorForm[]>([]);

  /** Sets the stored version. */
  const store = useCallback((nextArticle: ArticleResponse, nextSaved: EditorForm) => {
    Object.assign(latest.current, { article: nextArticle, saved: nextSaved });
    unconfirmed.current = [];
    setArticle(nextArticle);
    setSaved(nextSaved);
  }, []);
  /** Changes the fields. */
  const putForm = useCallback((edit: (current: EditorForm) => EditorForm) => {
    latest.current.form = edit(latest.current.form);
    setForm(latest.current.form);
  }, []);

  /**
   * Merges a version that was stored elsewhere into the fields.
   * @returns `same` if it has no other changes than the author's; `overlap`, without merging, if both changed the same text
   */
  function mergeStored(theirs: ArticleResponse): 'same' | 'merged' | 'overlap' {
    const { article: base, ...now } = latest.current;
    const original = base ? formFrom(base) : emptyForm;
    const stored = formFrom(theirs);
    const merged = reconcile({ ...now, original, unconfirmed: unconfirmed.current }, stored);
    if (!merged.clean) return 'overlap';
    store(theirs, stored);
    putForm(() => merged.form);
    if (merged.own || sameForm(original, stored)) return 'same';
    setFieldsBanner({ kind: 'merged' });
    return 'merged';
  }

  /** Returns the version on which the fields are based; null for an article that was never stored. */
  function getBase(): EditorForm | null {
    const { article: base, ...now } = latest.current;
    return base && asTyped({ ...now, original: formFrom(base) });
  }

  /** Records what was sent, in case the response is lost. */
  function recordUnconfirmed(sent: EditorForm, error: unknown): void {
    const lost = error instanceof ApiError && (error.status === 0 || error.status >= 500);
    if (lost) unconfirmed.current.push(sent);
  }

  return {
    article,
    saved,
    form,
    fieldsBanner,
    latest,
    id: article?._id ?? null,
    dirty: !sameForm(form, saved),
    store,
    putForm,
    mergeStored,
    getBase,
    recordUnconfirmed,
    setFieldsBanner,
  };
}
