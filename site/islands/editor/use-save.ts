import { type Dispatch, type SetStateAction, useRef } from 'react';
import type { ArticleResponse } from '#contracts/article.ts';
import { ApiError } from '../../client/api-client.ts';
import { showToast } from '../../client/show-toast.ts';
import { editPath } from '../../format/links.ts';
import { conflictOf, createArticle, readArticle, updateArticle } from './article-calls.ts';
import { afterSave, type EditorForm, faultsOf, formFrom, requestBody } from './form.ts';
import { forgetText } from './keeping/kept-text.ts';
import type { Keeping } from './keeping/use-keeping.ts';
import type { Saving } from './saving.ts';
import type { Fields } from './use-fields.ts';
import type { useJobProgress } from './use-job-progress.ts';

interface Parts {
  fields: Fields;
  keeping: Keeping;
  job: ReturnType<typeof useJobProgress>;
  sitting: string;
  saving: Saving;
  setSaving: Dispatch<SetStateAction<Saving>>;
}

/** Manual saves, and the resolution of conflicts with changes elsewhere. */
export function useSave({ fields, keeping, job, sitting, saving, setSaving }: Parts) {
  const { article, saved, known, store, putForm, bringTogether, noteUnanswered, setNews } = fields;
  const { settle, note, setCopied } = keeping;
  const busy = useRef(false);
  /** True if the last save was to be a draft. */
  const lastWish = useRef(true);
  const attempts = useRef(0);
  /** Errors that prevent saving, by field. */
  const faults = (draft: boolean) =>
    faultsOf(known.current.form, {
      draft,
      stored: article ? saved : null,
      published: article !== null && article.publishedAt !== null,
      now: new Date(),
    });

  async function save(draft: boolean): Promise<void> {
    if (busy.current) return;
    const found = faults(draft);
    if (Object.keys(found).length > 0) {
      refuseFor('Some fields are invalid. Please check them.', found);
      return;
    }
    busy.current = true;
    lastWish.current = draft;
    setSaving({ state: 'saving' });
    job.reset();
    let again = false;
    let sent: EditorForm | undefined;
    try {
      await settle();
      const now = { ...known.current };
      sent = now.form;
      // A draft that stays a draft has no page to wait for.
      if (!draft || now.article?.draft === false) await job.open();
      const body = requestBody(now.form, draft, now.saved);
      const answer = now.article
        ? await updateArticle(now.article, body, sitting)
        : await createArticle(body, sitting);
      accept(answer.article, now.form);
      job.follow(answer.job);
      if (answer.job === null) showToast({ type: 'SUCCESS', message: answer.msg });
    } catch (error) {
      job.reset();
      if (sent) noteUnanswered(sent, error);
      again = refuse(error, draft);
    } finally {
      busy.current = false;
    }
    if (again) await save(draft);
  }

  function accept(stored: ArticleResponse, sent: EditorForm): void {
    const storedForm = formFrom({ ...stored, markdown: stored.markdown ?? sent.markdown });
    const isNew = known.current.article === null;
    forgetText(isNew ? null : stored._id, sitting);
    store(stored, storedForm);
    putForm((now) => afterSave(now, sent, storedForm));
    setSaving({ state: 'idle' });
    setCopied(null);
    setNews(null);
    note({ state: 'idle' });
    if (isNew) history.replaceState(null, '', editPath(stored._id));
  }

  function refuseFor(sentence: string, found: Record<string, string>, passing = false): void {
    attempts.current += 1;
    const attempt = attempts.current;
    setSaving({ state: 'refused', sentence, fields: found, attempt, passing });
  }

  /** @returns true if the save can be repeated immediately */
  function refuse(error: unknown, draft: boolean): boolean {
    const theirs = conflictOf(error);
    if (theirs) {
      const outcome = bringTogether(theirs);
      if (outcome === 'same' || (outcome === 'merged' && draft && theirs.draft)) return true;
      if (outcome === 'overlap') openConflict(theirs, draft);
      // Readers must not get content that the author has not seen.
      else refuseFor('Changes made elsewhere have been merged. Review the text first.', {});
    } else if (error instanceof ApiError) {
      if (error.status === 401) note({ state: 'signed-out' });
      const { images, ...others } = error.fields;
      const found = images === undefined ? others : { ...others, image: images };
      refuseFor(error.message, found, draft && Object.keys(found).length === 0);
    } else throw error;
    return false;
  }

  function openConflict(theirs: ArticleResponse, draft: boolean | null): void {
    setSaving({ state: 'conflict', theirs, base: fields.begunWith(), draft });
  }

  /** Continues from the stored version with these fields; an interrupted save follows. */
  async function goOnWith(edit: (mine: EditorForm) => EditorForm): Promise<void> {
    if (saving.state !== 'conflict') return;
    store(saving.theirs, formFrom(saving.theirs));
    putForm(edit);
    setSaving({ state: 'idle' });
    note({ state: 'idle' });
    if (saving.draft !== null) await save(saving.draft);
  }

  return {
    save,
    faults,
    saveAgain: () => void save(lastWish.current),
    /** Shows the stored version beside the author's. */
    async compare(): Promise<void> {
      if (fields.id === null) return;
      try {
        const theirs = await readArticle(fields.id);
        note({ state: 'idle' });
        if (bringTogether(theirs) === 'overlap') openConflict(theirs, null);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        showToast({ type: 'error', message: error.message });
      }
    },
    keepMine: () => goOnWith((mine) => mine),
    useMerged: (merged: EditorForm) => goOnWith(() => merged),
    decideLater(): void {
      setSaving({ state: 'idle' });
      note({ state: 'conflict' });
    },
  };
}
