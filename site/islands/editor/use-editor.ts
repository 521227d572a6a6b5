import { useCallback, useEffect, useState } from 'react';
import type { ArticleResponse } from '#contracts/article.ts';
import { mergeForms } from './drafts/merge.ts';
import {
  baseOf,
  lockEditSession,
  newEditSession,
  removeDraft,
  signedInUser,
  storeUnsavedDraft,
  type UnsavedDraft,
  useUnsavedDrafts,
} from './drafts/unsaved-work.ts';
import { useDrafts } from './drafts/use-drafts.ts';
import { type EditorForm, formFrom, sameForm } from './form.ts';
import { formatSavedAt, useFields } from './use-fields.ts';
import { useJobProgress } from './use-job-progress.ts';
import { clearTemporaryRefusal, type Saving, useSave, withoutErrors } from './use-save.ts';

/** State and actions of the editor, for one article or (null) a new one. */
export function useEditor(opened: ArticleResponse | null, unsaved: UnsavedDraft[]) {
  const fields = useFields(opened);
  const { article, saved, form, dirty, id, fieldsBanner, latest, store, putForm, setFieldsBanner } =
    fields;
  const [saving, setSaving] = useState<Saving>({ state: 'idle' });
  const [editSessionId, setEditSessionId] = useState(newEditSession);
  // Kept, because the session may end while the editor is open.
  const [user] = useState(signedInUser);
  useEffect(() => lockEditSession(editSessionId), [editSessionId]);
  const isPaused = saving.state === 'saving' || saving.state === 'conflict';
  const onStored = () => setSaving(clearTemporaryRefusal);
  const drafts = useDrafts(fields, { editSessionId, user, isPaused, onStored });
  const {
    autosave,
    retryAutosave,
    setAutosave,
    setCopied,
    restored,
    allowLeaving,
    discardOwnWorkingCopy,
  } = drafts;
  const job = useJobProgress();
  const manualSave = useSave({ fields, drafts, job, editSessionId, saving, setSaving });
  const { offered, offer, removeOffer, discardOffer } = useUnsavedDrafts(unsaved);

  const change = useCallback(
    (changes: Partial<EditorForm>) => {
      putForm((current) => ({ ...current, ...changes }));
      setSaving((current) => withoutErrors(current, changes));
    },
    [putForm],
  );

  return {
    article,
    form,
    change,
    dirty,
    saving,
    autosave,
    fieldsBanner,
    offered,
    ...manualSave,
    progress: job.progress,
    retryAutosave,
    dismissFieldsBanner: () => setFieldsBanner(null),
    /** Discards all changes and drafts, so that the page can be left without a question. */
    async discardAll(): Promise<void> {
      allowLeaving();
      removeDraft(id, editSessionId);
      await discardOwnWorkingCopy();
      putForm(() => saved);
    },
    /** Puts an older revision into the fields; `undoRestore` brings back the current values. */
    restore(older: EditorForm, from: string): void {
      const before = latest.current.form;
      restored.current = true;
      putForm(({ slug, scheduledDate, newsletter }) => ({
        ...older,
        slug,
        scheduledDate,
        newsletter,
      }));
      setFieldsBanner({ kind: 'restored', from, before });
    },
    undoRestore(): void {
      if (fieldsBanner?.kind === 'restored') putForm(() => fieldsBanner.before);
      setFieldsBanner(null);
    },
    /** Puts the offered draft into the fields, merged with later changes of the article. */
    async restoreOffered(): Promise<void> {
      if (!offered) return;
      removeOffer();
      const stored = latest.current.article;
      const base = stored && (await baseOf(stored, offered));
      removeDraft(id, editSessionId);
      setEditSessionId(offered.editSessionId);
      if (offered.place === 'server') setCopied(offered.form);
      const outdated = stored && offered.version !== null && offered.version !== stored.version;
      if (!outdated) {
        const { form: before, saved: lastSaved } = latest.current;
        putForm(() => offered.form);
        const from = new Date(offered.at).toISOString();
        if (!sameForm(before, lastSaved))
          setFieldsBanner({ kind: 'restored', from: formatSavedAt(from), before });
        return;
      }
      const merged = mergeForms(base, offered.form, formFrom(stored));
      putForm(() => (merged.clean ? merged.form : offered.form));
      if (merged.clean) setFieldsBanner({ kind: 'merged' });
      else setSaving({ state: 'conflict', theirs: stored, base, next: 'none' });
    },
    discardOffered: () => void discardOffer(id),
    /** Resolves a conflict with the stored version; the author's version is kept and offered again. */
    acceptTheirs(): void {
      if (saving.state !== 'conflict') return;
      const { theirs } = saving;
      const mine = { form, version: theirs.version, at: Date.now() };
      storeUnsavedDraft(id, editSessionId, { ...mine, user });
      offer({ ...mine, editSessionId, place: 'browser' });
      setEditSessionId(newEditSession());
      store(theirs, formFrom(theirs));
      putForm(() => formFrom(theirs));
      setCopied(null);
      setSaving({ state: 'idle' });
      setAutosave({ state: 'idle' });
    },
  };
}
