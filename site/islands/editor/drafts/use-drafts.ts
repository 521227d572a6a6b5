import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ArticleResponse } from '#contracts/article.ts';
import { ApiError } from '../../../client/api-client.ts';
import { conflictOf } from '../../../client/edit-conflict.ts';
import { editPath } from '../../../format/links.ts';
import { useLeaveGuard } from '../../ui/use-leave-guard.ts';
import { autosave as callAutosave, createArticle, discardWorkingCopy } from '../article-api.ts';
import { articleBody, type EditorForm, sameForm } from '../form.ts';
import type { Fields } from '../use-fields.ts';
import { removeDraft, storeUnsavedDraft } from './unsaved-work.ts';
import { useAutosave } from './use-autosave.ts';

export type Drafts = ReturnType<typeof useDrafts>;

interface DraftOptions {
  editSessionId: string;
  /** ID of the author. */
  user: string;
  /** True during a manual save, and until a conflict is resolved. */
  isPaused: boolean;
  /** Called after all values of the fields are stored in the draft. */
  onStored(): void;
}

/** Stores drafts: in this browser with each change, and on the server after each pause. */
export function useDrafts(fields: Fields, options: DraftOptions) {
  const { editSessionId, user, isPaused, onStored } = options;
  const { article, form, dirty, id, latest, store, putForm, mergeStored, recordUnconfirmed } =
    fields;
  /** Working copy stored on the server, or null if there is none. */
  const [copied, setCopied] = useState<EditorForm | null>(null);
  const hasUnstored = dirty && !(copied && sameForm(form, copied));
  const version = article?.version ?? null;
  useEffect(() => {
    if (dirty) storeUnsavedDraft(id, editSessionId, { form, version, at: Date.now(), user });
    else removeDraft(id, editSessionId);
  }, [form, dirty, id, editSessionId, version, user]);

  const allowLeaving = useLeaveGuard(hasUnstored);
  /** True if the next save is based on an older version. */
  const restored = useRef(false);
  const autosaving = useAutosave({
    form,
    changed: hasUnstored && (article !== null || form.title.trim() !== ''),
    isPaused,
    send: sendAutosave,
  });

  /** Stores the form without changing the fields. */
  async function sendAutosave(): Promise<'draft' | 'copy' | 'conflict'> {
    const now = latest.current;
    const sent = now.form;
    const { draft: _draft, ...body } = articleBody(sent, true, now.saved);
    try {
      if (!now.article) {
        acceptAutosave(
          (await createArticle({ ...body, draft: true }, editSessionId)).article,
          sent,
        );
        return 'draft';
      }
      const autosaveBody = restored.current ? { ...body, restored: true } : body;
      const response = await callAutosave(now.article, autosaveBody, editSessionId);
      restored.current = false;
      if (response.article) acceptAutosave(response.article, sent);
      else setCopied(sent);
      return response.article ? 'draft' : 'copy';
    } catch (error) {
      const theirs = conflictOf<ArticleResponse>(error);
      if (!theirs) {
        recordUnconfirmed(sent, error);
        throw error;
      }
      if (mergeStored(theirs) === 'overlap') return 'conflict';
      if (sameForm(latest.current.form, latest.current.saved)) return 'draft';
      return sendAutosave();
    }
  }

  /** After an autosave only the slug changes in the fields, unless it was typed. */
  function acceptAutosave(stored: ArticleResponse, sent: EditorForm): void {
    const slug = sent.slug === latest.current.saved.slug ? stored.slug : sent.slug;
    const isNew = latest.current.article === null;
    removeDraft(isNew ? null : stored._id, editSessionId);
    store({ ...stored, markdown: stored.markdown ?? sent.markdown }, { ...sent, slug });
    putForm((now) => (now.slug === sent.slug ? { ...now, slug } : now));
    onStored();
    if (isNew) history.replaceState(null, '', editPath(stored._id));
  }

  async function discardOwnWorkingCopy(): Promise<void> {
    if (!copied || id === null) return;
    setCopied(null);
    try {
      await discardWorkingCopy(id, editSessionId);
    } catch (error) {
      // The draft remains, and is offered when the article is opened again.
      if (!(error instanceof ApiError)) throw error;
    }
  }
  const discard = useEffectEvent(discardOwnWorkingCopy);
  useEffect(() => {
    // All changes were undone manually.
    if (!dirty && copied) void discard();
  }, [dirty, copied]);

  return { ...autosaving, setCopied, restored, allowLeaving, discardOwnWorkingCopy };
}
