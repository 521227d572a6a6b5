import { type Dispatch, type RefObject, type SetStateAction, useEffect, useRef } from 'react';
import type { z } from 'zod';
import type {
  ArticleResponse,
  articleChangeResponse,
  articleConflictResponse,
} from '#contracts/article.ts';
import { ApiError, callApi } from '../../client/api-client.ts';
import { editPath } from '../../format/links.ts';
import { showToast } from '../../stores/toasts.ts';
import { articlePath, editSessionHeader, readArticle } from './article-api.ts';
import { removeDraft } from './drafts/unsaved-work.ts';
import type { Drafts } from './drafts/use-drafts.ts';
import { afterSave, type EditorForm, formFrom, requestBody, validateForm } from './form.ts';
import type { Fields } from './use-fields.ts';
import type { useJobProgress } from './use-job-progress.ts';

/** State of a manual save. */
export type Saving =
  | { state: 'idle' }
  | { state: 'saving' }
  /**
   * `attempt` distinguishes refused saves while their fields are corrected. `passing`: a failed save of a
   * draft that the next autosave resolves.
   */
  | {
      state: 'refused';
      message: string;
      fields: Record<string, string>;
      attempt: number;
      passing: boolean;
    }
  /** Both sides changed the same. `base`: common base, null if unknown; `next`: the save that follows. */
  | {
      state: 'conflict';
      theirs: ArticleResponse;
      base: EditorForm | null;
      next: 'draft' | 'publish' | 'none';
    };

/** Returns the rest of a refusal after an autosave has stored everything as a draft. */
export const onceStored = (saving: Saving): Saving =>
  saving.state === 'refused' && saving.passing ? { state: 'idle' } : saving;

/** Returns the rest of a refusal after these fields were changed. */
export function withoutErrors(saving: Saving, changes: Partial<EditorForm>): Saving {
  if (saving.state !== 'refused') return saving;
  const fields = { ...saving.fields };
  for (const name of Object.keys(changes)) delete fields[name];
  return Object.keys(fields).length > 0 ? { ...saving, fields } : { state: 'idle' };
}

type SaveResponse = z.infer<typeof articleChangeResponse>;
type ConflictResponse = z.infer<typeof articleConflictResponse>;
type Conflict = Extract<Saving, { state: 'conflict' }>;
type Body = ReturnType<typeof requestBody>;

interface Parts {
  fields: Fields;
  drafts: Drafts;
  job: ReturnType<typeof useJobProgress>;
  editSessionId: string;
  saving: Saving;
  setSaving: Dispatch<SetStateAction<Saving>>;
}

/** Manual saves, and the resolution of conflicts with changes elsewhere. */
export function useSave({ fields, drafts, job, editSessionId, saving, setSaving }: Parts) {
  const {
    article,
    saved,
    latest,
    store,
    putForm,
    mergeStored,
    recordUnconfirmed,
    setFieldsBanner,
  } = fields;
  const { settle, note, setCopied } = drafts;
  const busy = useRef(false);
  /** True if the last save was to be a draft. */
  const wasDraft = useRef(true);
  const attempts = useRef(0);
  /** Errors that prevent saving, by field. */
  const faults = (draft: boolean) =>
    validateForm(latest.current.form, {
      draft,
      stored: article ? saved : null,
      published: article !== null && article.publishedAt !== null,
      now: new Date(),
    });

  async function save(draft: boolean): Promise<void> {
    if (busy.current) return;
    const errors = faults(draft);
    if (Object.keys(errors).length > 0) {
      showRefusal('Some fields are invalid. Please check them.', errors);
      return;
    }
    busy.current = true;
    wasDraft.current = draft;
    setSaving({ state: 'saving' });
    job.reset();
    let canRepeat = false;
    let sent: EditorForm | undefined;
    try {
      await settle();
      const now = { ...latest.current };
      sent = now.form;
      // A draft that stays a draft has no page to wait for.
      if (!draft || now.article?.draft === false) await job.open();
      const body = requestBody(now.form, draft, now.saved);
      const response = now.article
        ? await updateArticle(now.article, body, editSessionId)
        : await createArticle(body, editSessionId);
      accept(response.article, now.form);
      job.follow(response.job);
      if (response.job === null) showToast({ type: 'SUCCESS', message: response.msg });
    } catch (error) {
      job.reset();
      if (sent) recordUnconfirmed(sent, error);
      canRepeat = handleError(error, draft);
    } finally {
      busy.current = false;
    }
    if (canRepeat) await save(draft);
  }

  function accept(stored: ArticleResponse, sent: EditorForm): void {
    const storedForm = formFrom({ ...stored, markdown: stored.markdown ?? sent.markdown });
    const isNew = latest.current.article === null;
    removeDraft(isNew ? null : stored._id, editSessionId);
    store(stored, storedForm);
    putForm((now) => afterSave(now, sent, storedForm));
    setSaving({ state: 'idle' });
    setCopied(null);
    setFieldsBanner(null);
    note({ state: 'idle' });
    if (isNew) history.replaceState(null, '', editPath(stored._id));
  }

  function showRefusal(message: string, errors: Record<string, string>, passing = false): void {
    attempts.current += 1;
    const attempt = attempts.current;
    setSaving({ state: 'refused', message, fields: errors, attempt, passing });
  }

  /** @returns true if the save can be repeated immediately */
  function handleError(error: unknown, draft: boolean): boolean {
    const theirs = conflictOf(error);
    if (theirs) {
      const outcome = mergeStored(theirs);
      if (outcome === 'same' || (outcome === 'merged' && draft && theirs.draft)) return true;
      if (outcome === 'overlap') openConflict(theirs, draft ? 'draft' : 'publish');
      // Readers must not get content that the author has not seen.
      else showRefusal('Changes made elsewhere have been merged. Review the text first.', {});
    } else if (error instanceof ApiError) {
      if (error.status === 401) note({ state: 'signed-out' });
      const { images, ...otherErrors } = error.fields;
      const errors = images === undefined ? otherErrors : { ...otherErrors, image: images };
      showRefusal(error.message, errors, draft && Object.keys(errors).length === 0);
    } else throw error;
    return false;
  }

  function openConflict(theirs: ArticleResponse, next: Conflict['next']): void {
    setSaving({ state: 'conflict', theirs, base: fields.getBase(), next });
  }

  /** Continues from the stored version with these fields; an interrupted save follows. */
  async function continueWith(edit: (mine: EditorForm) => EditorForm): Promise<void> {
    if (saving.state !== 'conflict') return;
    store(saving.theirs, formFrom(saving.theirs));
    putForm(edit);
    setSaving({ state: 'idle' });
    note({ state: 'idle' });
    if (saving.next !== 'none') await save(saving.next === 'draft');
  }

  return {
    save,
    faults,
    saveAgain: () => void save(wasDraft.current),
    /** Shows the stored version beside the author's. */
    async compare(): Promise<void> {
      if (fields.id === null) return;
      try {
        const theirs = await readArticle(fields.id);
        note({ state: 'idle' });
        if (mergeStored(theirs) === 'overlap') openConflict(theirs, 'none');
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        showToast({ type: 'error', message: error.message });
      }
    },
    keepMine: () => continueWith((mine) => mine),
    useMerged: (merged: EditorForm) => continueWith(() => merged),
    decideLater(): void {
      setSaving({ state: 'idle' });
      note({ state: 'conflict' });
    },
  };
}

/** Sending it twice in one editing session creates one article. */
export const createArticle = (body: Body, editSessionId: string): Promise<SaveResponse> =>
  callApi('POST', '/api/articles', { body, headers: editSessionHeader(editSessionId) });

/** Based on the version that the author started from; a newer stored version is a conflict. */
const updateArticle = (
  { _id, version }: ArticleResponse,
  body: Body,
  editSessionId: string,
): Promise<SaveResponse> => {
  const headers = { ...editSessionHeader(editSessionId), 'if-match': `"${version}"` };
  return callApi('PUT', articlePath(_id), { body, headers });
};

/** Returns the stored article if the error is a conflict with another change. */
export function conflictOf(error: unknown): ArticleResponse | null {
  if (!(error instanceof ApiError) || error.code !== 'EDIT_CONFLICT') return null;
  return (error.details as Partial<ConflictResponse> | null)?.theirs ?? null;
}

interface Ways {
  focusText(): void;
  /** Shows the text if it is hidden. */
  showText(): void;
  /** Shows the details if they are hidden. */
  showDetails(): void;
}

/** A field, or the text, with an error. */
const BAD = '[aria-invalid="true"], [data-markdown-editor="invalid"]';

/** Fields next to the text. */
const WITH_TEXT = ['title', 'subtitle', 'markdown'];

/** Focuses the first invalid field after a refused save. */
export function useBadField(page: RefObject<HTMLElement | null>, saving: Saving, ways: Ways): void {
  const current = useRef(ways);
  current.current = ways;
  const attempt = saving.state === 'refused' ? saving.attempt : 0;
  const names = useRef<string[]>([]);
  names.current = saving.state === 'refused' ? Object.keys(saving.fields) : [];

  useEffect(() => {
    if (attempt === 0 || names.current.length === 0) return;
    const { focusText, showText, showDetails } = current.current;
    if (names.current.some((name) => WITH_TEXT.includes(name))) showText();
    else showDetails();
    // The hidden part is visible in the next frame.
    const frame = requestAnimationFrame(() => {
      const bad = page.current?.querySelector<HTMLElement>(BAD);
      if (bad?.dataset.markdownEditor) focusText();
      else bad?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [attempt, page]);
}
