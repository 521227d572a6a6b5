import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react';
import type { ArticleResponse } from '#contracts/article.ts';
import { ApiError } from '../../client/api-client.ts';
import { conflictOf } from '../../client/edit-conflict.ts';
import { editPath } from '../../format/links.ts';
import { showToast } from '../../stores/toasts.ts';
import { errorMessage } from '../ui/use-fetch.ts';
import { listOf } from '../ui/use-form.ts';
import { createArticle, readArticle, updateArticle } from './article-api.ts';
import { removeDraft } from './drafts/unsaved-work.ts';
import type { Drafts } from './drafts/use-drafts.ts';
import {
  articleBody,
  articleFormAfterSave,
  type EditorForm,
  formFrom,
  validateForm,
} from './form.ts';
import type { Fields } from './use-fields.ts';
import type { useJobProgress } from './use-job-progress.ts';

/** State of a manual save. */
export type Saving =
  | { state: 'idle' }
  | { state: 'saving' }
  | {
      state: 'refused';
      message: string;
      /** Error messages by field. */
      fields: Record<string, string>;
      /** Number of this refusal; each new one moves the focus to the first invalid field. */
      attempt: number;
      /** True if a successful autosave makes the message obsolete: a failed save of a draft. */
      isTemporary: boolean;
    }
  /** The author and someone else have changed the same text or field. */
  | {
      state: 'conflict';
      theirs: ArticleResponse;
      /** The version on which both are based; null if unknown. */
      base: EditorForm | null;
      /** The save that continues after the conflict is resolved. */
      next: 'draft' | 'publish' | 'none';
    };

/** Removes a temporary refusal after an autosave has stored everything. */
export const clearTemporaryRefusal = (saving: Saving): Saving =>
  saving.state === 'refused' && saving.isTemporary ? { state: 'idle' } : saving;

/** Removes the errors of changed fields from a refusal, and the refusal with its last error. */
export function withoutErrors(saving: Saving, changes: Partial<EditorForm>): Saving {
  if (saving.state !== 'refused') return saving;
  const fields = { ...saving.fields };
  for (const name of Object.keys(changes)) delete fields[name];
  return Object.keys(fields).length > 0 ? { ...saving, fields } : { state: 'idle' };
}

type Conflict = Extract<Saving, { state: 'conflict' }>;

interface Parts {
  fields: Fields;
  drafts: Drafts;
  job: ReturnType<typeof useJobProgress>;
  editSessionId: string;
  saving: Saving;
  setSaving: Dispatch<SetStateAction<Saving>>;
}

/** Saves on request of the author, and resolves conflicts with changes made elsewhere. */
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
  const { waitForAutosave, setAutosave, setCopied } = drafts;
  const isBusy = useRef(false);
  /** The argument of the last save, for a retry. */
  const lastDraft = useRef(true);
  const attempts = useRef(0);
  /** Returns the errors that prevent saving, by field. */
  const validate = (draft: boolean) =>
    validateForm(latest.current.form, {
      draft,
      stored: article ? saved : null,
      published: article !== null && article.publishedAt !== null,
      now: new Date(),
    });

  async function save(draft: boolean): Promise<void> {
    if (isBusy.current) return;
    const errors = validate(draft);
    if (Object.keys(errors).length > 0) {
      showRefusal('Some fields are invalid. Please check them.', errors);
      return;
    }
    isBusy.current = true;
    lastDraft.current = draft;
    setSaving({ state: 'saving' });
    job.reset();
    let canRetry = false;
    let sent: EditorForm | undefined;
    try {
      await waitForAutosave();
      const now = { ...latest.current };
      sent = now.form;
      // A draft that stays a draft has no page to wait for.
      if (!draft || now.article?.draft === false) await job.open();
      const body = articleBody(now.form, draft, now.saved);
      const response = now.article
        ? await updateArticle(now.article, body, editSessionId)
        : await createArticle(body, editSessionId);
      accept(response.article, now.form);
      job.follow(response.job);
      if (response.job === null) showToast({ type: 'SUCCESS', message: response.msg });
    } catch (error) {
      job.reset();
      if (sent) recordUnconfirmed(sent, error);
      canRetry = handleError(error, draft);
    } finally {
      isBusy.current = false;
    }
    if (canRetry) await save(draft);
  }

  function accept(stored: ArticleResponse, sent: EditorForm): void {
    const storedForm = formFrom({ ...stored, markdown: stored.markdown ?? sent.markdown });
    const isNew = latest.current.article === null;
    removeDraft(isNew ? null : stored._id, editSessionId);
    store(stored, storedForm);
    putForm((now) => articleFormAfterSave(now, sent, storedForm));
    setSaving({ state: 'idle' });
    setCopied(null);
    setFieldsBanner(null);
    setAutosave({ state: 'idle' });
    if (isNew) history.replaceState(null, '', editPath(stored._id));
  }

  function showRefusal(message: string, errors: Record<string, string>, isTemporary = false): void {
    attempts.current += 1;
    const attempt = attempts.current;
    setSaving({ state: 'refused', message, fields: errors, attempt, isTemporary });
  }

  /** @returns true if the save can be retried immediately, on top of the merged version */
  function handleError(error: unknown, draft: boolean): boolean {
    const theirs = conflictOf<ArticleResponse>(error);
    if (theirs) {
      const outcome = mergeStored(theirs);
      if (outcome === 'same' || (outcome === 'merged' && draft && theirs.draft)) return true;
      if (outcome === 'overlap') openConflict(theirs, draft ? 'draft' : 'publish');
      // Publishing waits for the author's review: readers must not get text that the author has not seen.
      else showRefusal('Changes made elsewhere have been merged. Review the text first.', {});
    } else {
      const response = error instanceof ApiError ? error : null;
      if (response?.status === 401) setAutosave({ state: 'signed-out' });
      const errors: Record<string, string> = {};
      for (const [name, message] of Object.entries(response?.fields ?? {})) {
        const field = listOf(name);
        errors[field === 'images' ? 'image' : field] ??= message;
      }
      showRefusal(errorMessage(error), errors, draft && Object.keys(errors).length === 0);
    }
    return false;
  }

  function openConflict(theirs: ArticleResponse, next: Conflict['next']): void {
    setSaving({ state: 'conflict', theirs, base: fields.getBase(), next });
  }

  /** Resolves a conflict: bases the edited fields on the stored version and continues the interrupted save. */
  async function resolveConflict(edit: (mine: EditorForm) => EditorForm): Promise<void> {
    if (saving.state !== 'conflict') return;
    store(saving.theirs, formFrom(saving.theirs));
    putForm(edit);
    setSaving({ state: 'idle' });
    setAutosave({ state: 'idle' });
    if (saving.next !== 'none') await save(saving.next === 'draft');
  }

  return {
    save,
    validate,
    retrySave: () => void save(lastDraft.current),
    /** Loads the stored version after a conflict of an autosave, and merges it or opens the conflict. */
    async compare(): Promise<void> {
      if (fields.id === null) return;
      try {
        const theirs = await readArticle(fields.id);
        setAutosave({ state: 'idle' });
        if (mergeStored(theirs) === 'overlap') openConflict(theirs, 'none');
      } catch (error) {
        showToast({ type: 'error', message: errorMessage(error) });
      }
    },
    keepMine: () => resolveConflict((mine) => mine),
    acceptMerged: (merged: EditorForm) => resolveConflict(() => merged),
    decideLater(): void {
      setSaving({ state: 'idle' });
      setAutosave({ state: 'conflict' });
    },
  };
}

/** Actions that make a field visible before it gets the focus. */
interface EditorFocus {
  focusText(): void;
  /** Shows the text if it is hidden. */
  showText(): void;
  /** Shows the details if they are hidden. */
  showDetails(): void;
}

/** Selects a field, or the text, with an error. */
const INVALID = '[aria-invalid="true"], [data-markdown-editor="invalid"]';

/** Fields in the pane of the text; all others are in the details. */
const TEXT_PANE_FIELDS = ['title', 'subtitle', 'markdown'];

/** Focuses the first invalid field after a refused save. */
export function useFocusInvalidField(
  page: RefObject<HTMLElement | null>,
  saving: Saving,
  editorFocus: EditorFocus,
): void {
  const names = saving.state === 'refused' ? Object.keys(saving.fields) : [];
  /** The refusal; 0 if no field is invalid. */
  const attempt = saving.state === 'refused' && names.length > 0 ? saving.attempt : 0;
  const showPane = useEffectEvent(() => {
    if (names.some((name) => TEXT_PANE_FIELDS.includes(name))) editorFocus.showText();
    else editorFocus.showDetails();
  });
  const focusField = useEffectEvent(() => {
    const invalid = page.current?.querySelector<HTMLElement>(INVALID);
    if (invalid?.dataset.markdownEditor) editorFocus.focusText();
    else invalid?.focus();
  });

  useEffect(() => {
    if (attempt === 0) return;
    showPane();
    // A pane that was hidden is rendered in the next frame.
    const frame = requestAnimationFrame(() => focusField());
    return () => cancelAnimationFrame(frame);
  }, [attempt]);
}
