import { useCallback, useRef, useState } from 'react';
import type { ArticleResponse } from '#contracts/article.ts';
import { ApiError } from '../../client/api-client.ts';
import { type EditorForm, emptyForm, formFrom, sameForm } from './form.ts';
import { asTyped, reconcile } from './keeping/reconcile.ts';

/** What has come into the fields by itself, until the author has seen it. */
export type News = { what: 'merged' } | { what: 'restored'; from: string; before: EditorForm };

export type Fields = ReturnType<typeof useFields>;

/** An article as it is stored, and as it stands in the fields. */
export function useFields(opened: ArticleResponse | null) {
  const [article, setArticle] = useState(opened);
  const [saved, setSaved] = useState<EditorForm>(opened ? formFrom(opened) : emptyForm);
  const [form, setForm] = useState(saved);
  const [news, setNews] = useState<News | null>(null);
  /** The same, for work that goes on while React has not drawn yet. */
  const known = useRef({ article, saved, form });
  /** Sent, without hearing what became of it: it may be what is stored now. */
  const unanswered = useRef<EditorForm[]>([]);

  /** Notes what the server has now. */
  const store = useCallback((nextArticle: ArticleResponse, nextSaved: EditorForm) => {
    Object.assign(known.current, { article: nextArticle, saved: nextSaved });
    unanswered.current = [];
    setArticle(nextArticle);
    setSaved(nextSaved);
  }, []);
  /** Changes what stands in the fields. */
  const putForm = useCallback((edit: (current: EditorForm) => EditorForm) => {
    known.current.form = edit(known.current.form);
    setForm(known.current.form);
  }, []);

  /** Merges what was stored elsewhere into the fields, unless both changed the same. */
  function bringTogether(theirs: ArticleResponse): 'same' | 'merged' | 'overlap' {
    const { article: begun, ...now } = known.current;
    const began = begun ? formFrom(begun) : emptyForm;
    const other = formFrom(theirs);
    const merged = reconcile({ ...now, began, unanswered: unanswered.current }, other);
    if (!merged.clean) return 'overlap';
    store(theirs, other);
    putForm(() => merged.form);
    if (merged.own || sameForm(began, other)) return 'same';
    setNews({ what: 'merged' });
    return 'merged';
  }

  /** What the fields were begun with; null for an article that was never stored. */
  function begunWith(): EditorForm | null {
    const { article: begun, ...now } = known.current;
    return begun && asTyped({ ...now, began: formFrom(begun) });
  }

  /** Notes what was sent, where the answer may have been lost on its way. */
  function noteUnanswered(sent: EditorForm, error: unknown): void {
    const lost = error instanceof ApiError && (error.status === 0 || error.status >= 500);
    if (lost) unanswered.current.push(sent);
  }

  return {
    article,
    saved,
    form,
    news,
    known,
    id: article?._id ?? null,
    dirty: !sameForm(form, saved),
    store,
    putForm,
    bringTogether,
    begunWith,
    noteUnanswered,
    setNews,
  };
}
