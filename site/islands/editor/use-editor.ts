import { useCallback, useEffect, useRef, useState } from 'react';
import type { ArticleResponse } from '#contracts/article.ts';
import { ApiError } from '../../lib/api-client.ts';
import { editPath } from '../../lib/links.ts';
import { showToast } from '../../lib/toast.ts';
import { conflictOf, createArticle, updateArticle } from './article-calls.ts';
import {
  afterSave,
  type EditorForm,
  emptyForm,
  faultsOf,
  formFrom,
  requestBody,
  sameForm,
} from './form.ts';
import { forgetText, type KeptText, keepText, keptText } from './kept-text.ts';
import { useJobProgress } from './use-job-progress.ts';

export type Saving =
  | { state: 'idle' }
  | { state: 'saving' }
  /** `attempt` tells one refused save from the next, while its fields are being mended. */
  | { state: 'refused'; sentence: string; fields: Record<string, string>; attempt: number }
  | { state: 'conflict'; theirs: ArticleResponse; draft: boolean };

/** Everything the editor knows and can do, for one article or (null) a new one. */
export function useEditor(opened: ArticleResponse | null) {
  const [article, setArticle] = useState(opened);
  const [saved, setSaved] = useState<EditorForm>(opened ? formFrom(opened) : emptyForm);
  const [form, setForm] = useState(saved);
  const [saving, setSaving] = useState<Saving>({ state: 'idle' });
  const [offered, setOffered] = useState<KeptText | null>(() => worthOffering(opened, saved));
  // Null: nobody has touched the choice, and what is stored stays.
  const [newsletter, setNewsletter] = useState<boolean | null>(null);
  const { progress, open, follow, reset } = useJobProgress();
  const id = article?._id ?? null;
  const dirty = !sameForm(form, saved);

  const change = useCallback((changes: Partial<EditorForm>) => {
    setForm((current) => ({ ...current, ...changes }));
    setSaving((current) =>
      current.state === 'refused' ? withoutErrors(current, changes) : current,
    );
  }, []);

  useEffect(() => {
    // While older text is on offer it must not be overwritten by an untouched form.
    if (dirty) keepText(id, { form, version: article?.version ?? null, at: Date.now() });
    else if (!offered) forgetText(id);
  }, [form, dirty, id, article?.version, offered]);

  /** Whether the author has said that the changes can go. */
  const leaving = useRef(false);

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (!leaving.current) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [dirty]);

  const busy = useRef(false);
  /** Whether the last save was to be a draft. */
  const lastWish = useRef(true);
  const faults = (draft: boolean) =>
    faultsOf(form, {
      draft,
      stored: article ? saved : null,
      published: article !== null && article.publishedAt !== null,
      now: new Date(),
    });

  /** @param over the version to overwrite; the one that was opened unless a conflict decided */
  async function save(draft: boolean, over = article?.version): Promise<void> {
    if (busy.current) return;
    const fields = faults(draft);
    if (Object.keys(fields).length > 0) {
      refuseFor('Some fields need another look.', fields);
      return;
    }
    busy.current = true;
    lastWish.current = draft;
    const sent = form;
    setSaving({ state: 'saving' });
    reset();
    try {
      // A draft that stays a draft has no page to wait for.
      if (!draft || article?.draft === false) await open();
      const body = {
        ...requestBody(sent, draft, saved),
        ...(newsletter !== null && { newsletter }),
      };
      const answer =
        article && over !== undefined
          ? await updateArticle(article._id, body, over)
          : await createArticle(body);
      accept(answer.article, sent);
      follow(answer.job);
      if (answer.job === null) void showToast({ type: 'SUCCESS', message: answer.msg });
    } catch (error) {
      reset();
      refuse(error, draft);
    } finally {
      busy.current = false;
    }
  }

  function accept(stored: ArticleResponse, sent: EditorForm): void {
    const storedForm = formFrom({ ...stored, markdown: stored.markdown ?? sent.markdown });
    forgetText(id);
    setArticle(stored);
    setSaved(storedForm);
    setForm((now) => afterSave(now, sent, storedForm));
    setSaving({ state: 'idle' });
    setOffered(null);
    setNewsletter(null);
    if (id === null) history.replaceState(null, '', editPath(stored._id));
  }

  const attempts = useRef(0);
  function refuseFor(sentence: string, fields: Record<string, string>): void {
    attempts.current += 1;
    setSaving({ state: 'refused', sentence, fields, attempt: attempts.current });
  }

  function refuse(error: unknown, draft: boolean): void {
    const theirs = conflictOf(error);
    if (theirs) setSaving({ state: 'conflict', theirs, draft });
    else if (error instanceof ApiError) {
      const { images, ...fields } = error.fields;
      const refused = images === undefined ? fields : { ...fields, image: images };
      refuseFor(error.message, refused);
    } else throw error;
  }

  return {
    article,
    form,
    change,
    dirty,
    saving,
    save,
    /** What keeps it from being saved, field by field. */
    faults,
    /** Saves as it is: a draft as a draft, what is published for its readers. */
    saveAsIs: () => void save(article?.draft ?? true),
    /** Throws the changes away, kept ones included; the page can be left without being asked. */
    giveUp() {
      leaving.current = true;
      forgetText(id);
      setOffered(null);
      setForm(saved);
    },
    saveAgain: () => void save(lastWish.current),
    progress,
    newsletter,
    setNewsletter,
    offered,
    takeOffered() {
      if (offered) setForm(offered.form);
      setOffered(null);
    },
    dropOffered() {
      setOffered(null);
      if (!dirty) forgetText(id);
    },
    keepMine: () =>
      saving.state === 'conflict' ? save(saving.draft, saving.theirs.version) : undefined,
    /** Theirs comes into the fields; mine is kept and stays on offer. */
    takeTheirs() {
      if (saving.state !== 'conflict') return;
      const mine = { form, version: saving.theirs.version, at: Date.now() };
      const stored = formFrom(saving.theirs);
      setArticle(saving.theirs);
      setSaved(stored);
      setForm(stored);
      setOffered(mine);
      keepText(id, mine);
      setSaving({ state: 'idle' });
    },
    decideLater: () => setSaving({ state: 'idle' }),
  };
}

function worthOffering(opened: ArticleResponse | null, saved: EditorForm): KeptText | null {
  const kept = keptText(opened?._id ?? null);
  return kept && !sameForm(kept.form, saved) ? kept : null;
}

function withoutErrors(
  refused: Extract<Saving, { state: 'refused' }>,
  changes: Partial<EditorForm>,
): Saving {
  const fields = { ...refused.fields };
  for (const name of Object.keys(changes)) delete fields[name];
  return Object.keys(fields).length > 0 ? { ...refused, fields } : { state: 'idle' };
}
