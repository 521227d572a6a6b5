import { useCallback, useEffect, useState } from 'react';
import type { ArticleResponse } from '#contracts/article.ts';
import { type EditorForm, formFrom, sameForm } from './form.ts';
import { mergeForms } from './keeping/merge.ts';
import {
  baseOf,
  holdEditSession,
  newEditSession,
  removeDraft,
  storeDraft,
  type Unsaved,
  useUnsaved,
} from './keeping/unsaved-work.ts';
import { useKeeping } from './keeping/use-keeping.ts';
import { onceStored, type Saving, withoutErrors } from './saving.ts';
import { momentOf, useFields } from './use-fields.ts';
import { useJobProgress } from './use-job-progress.ts';
import { useSave } from './use-save.ts';

/** State and actions of the editor, for one article or (null) a new one. */
export function useEditor(opened: ArticleResponse | null, unsaved: Unsaved[]) {
  const fields = useFields(opened);
  const { article, saved, form, dirty, id, fieldsNotice, latest, store, putForm, setFieldsNotice } =
    fields;
  const [saving, setSaving] = useState<Saving>({ state: 'idle' });
  const [editSessionId, setEditSessionId] = useState(newEditSession);
  useEffect(() => holdEditSession(editSessionId), [editSessionId]);
  const resting = saving.state === 'saving' || saving.state === 'conflict';
  const onStored = () => setSaving(onceStored);
  const keeping = useKeeping(fields, { editSessionId, resting, onStored });
  const { autosave, wake, note, setCopied, restored, allowLeaving, discardOwnCopy } = keeping;
  const job = useJobProgress();
  const byHand = useSave({ fields, keeping, job, editSessionId, saving, setSaving });
  const { offered, offer, next, drop } = useUnsaved(unsaved);

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
    fieldsNotice,
    offered,
    ...byHand,
    progress: job.progress,
    tryAgain: wake,
    dismissFieldsNotice: () => setFieldsNotice(null),
    /** Discards all changes and drafts; the page can be left without a question. */
    async giveUp(): Promise<void> {
      allowLeaving();
      removeDraft(id, editSessionId);
      await discardOwnCopy();
      putForm(() => saved);
    },
    /** Fields of an older revision; the current ones can be restored. */
    restore(older: EditorForm, from: string): void {
      const before = latest.current.form;
      restored.current = true;
      putForm(({ slug, scheduledDate, newsletter }) => ({
        ...older,
        slug,
        scheduledDate,
        newsletter,
      }));
      setFieldsNotice({ kind: 'restored', from, before });
    },
    undoRestore(): void {
      if (fieldsNotice?.kind === 'restored') putForm(() => fieldsNotice.before);
      setFieldsNotice(null);
    },
    /** If the article has changed since, both are merged first. */
    async takeOffered(): Promise<void> {
      if (!offered) return;
      next();
      const stored = latest.current.article;
      const base = stored && (await baseOf(stored, offered));
      removeDraft(id, editSessionId);
      setEditSessionId(offered.editSessionId);
      if (offered.place === 'server') setCopied(offered.form);
      const outdated = stored && offered.version !== null && offered.version !== stored.version;
      if (!outdated) {
        const { form: before, saved: untouched } = latest.current;
        putForm(() => offered.form);
        const from = new Date(offered.at).toISOString();
        if (!sameForm(before, untouched))
          setFieldsNotice({ kind: 'restored', from: momentOf(from), before });
        return;
      }
      const merged = mergeForms(base, offered.form, formFrom(stored));
      putForm(() => (merged.clean ? merged.form : offered.form));
      if (merged.clean) setFieldsNotice({ kind: 'merged' });
      else setSaving({ state: 'conflict', theirs: stored, base, draft: null });
    },
    dropOffered: () => void drop(id),
    /** Their version goes into the fields; mine is stored and still offered. */
    takeTheirs(): void {
      if (saving.state !== 'conflict') return;
      const { theirs } = saving;
      const mine = { form, version: theirs.version, at: Date.now() };
      storeDraft(id, editSessionId, mine);
      offer({ ...mine, editSessionId, place: 'browser' });
      setEditSessionId(newEditSession());
      store(theirs, formFrom(theirs));
      putForm(() => formFrom(theirs));
      setCopied(null);
      setSaving({ state: 'idle' });
      note({ state: 'idle' });
    },
  };
}
