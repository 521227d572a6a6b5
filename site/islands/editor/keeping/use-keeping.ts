import { useEffect, useRef, useState } from 'react';
import type { ArticleResponse } from '#contracts/article.ts';
import { ApiError } from '../../../client/api-client.ts';
import { editPath } from '../../../format/links.ts';
import { conflictOf, createArticle } from '../article-calls.ts';
import { type EditorForm, requestBody, sameForm } from '../form.ts';
import type { Fields } from '../use-fields.ts';
import { autosave as callAutosave, discardCopy } from './keeping-calls.ts';
import { forgetText, keepText } from './kept-text.ts';
import { useAutosave } from './use-autosave.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

export type Keeping = ReturnType<typeof useKeeping>;

interface Sitting {
  sitting: string;
  /** True while another save or a question is open. */
  resting: boolean;
  /** All values of the fields are stored in the draft. */
  onStored(): void;
}

/** Stores drafts: in this browser with each change, and on the server after each pause. */
export function useKeeping(fields: Fields, { sitting, resting, onStored }: Sitting) {
  const { article, form, dirty, id, known, store, putForm, bringTogether, noteUnanswered } = fields;
  /** Working copy stored on the server, or null if there is none. */
  const [copied, setCopied] = useState<EditorForm | null>(null);
  const lacking = dirty && !(copied && sameForm(form, copied));
  const version = article?.version ?? null;
  useEffect(() => {
    if (dirty) keepText(id, sitting, { form, version, at: Date.now() });
    else forgetText(id, sitting);
  }, [form, dirty, id, sitting, version]);

  const letGo = useLeaveGuard(lacking);
  /** True if the next save is based on an older version. */
  const restored = useRef(false);
  const kept = useAutosave({
    form,
    changed: lacking && (article !== null || form.title.trim() !== ''),
    resting,
    send: sendQuietly,
  });

  /** Stores the form without changing the fields. */
  async function sendQuietly(): Promise<'draft' | 'copy' | 'conflict'> {
    const now = known.current;
    const sent = now.form;
    const { draft: _draft, ...body } = requestBody(sent, true, now.saved);
    try {
      if (!now.article) {
        storeQuietly((await createArticle({ ...body, draft: true }, sitting)).article, sent);
        return 'draft';
      }
      const again = restored.current ? { ...body, restored: true } : body;
      const answer = await callAutosave(now.article, again, sitting);
      restored.current = false;
      if (answer.article) storeQuietly(answer.article, sent);
      else setCopied(sent);
      return answer.article ? 'draft' : 'copy';
    } catch (error) {
      const theirs = conflictOf(error);
      if (!theirs) {
        noteUnanswered(sent, error);
        throw error;
      }
      if (bringTogether(theirs) === 'overlap') return 'conflict';
      if (sameForm(known.current.form, known.current.saved)) return 'draft';
      return sendQuietly();
    }
  }

  /** After an autosave only the slug changes in the fields, unless it was typed. */
  function storeQuietly(stored: ArticleResponse, sent: EditorForm): void {
    const slug = sent.slug === known.current.saved.slug ? stored.slug : sent.slug;
    const isNew = known.current.article === null;
    forgetText(isNew ? null : stored._id, sitting);
    store({ ...stored, markdown: stored.markdown ?? sent.markdown }, { ...sent, slug });
    putForm((now) => (now.slug === sent.slug ? { ...now, slug } : now));
    onStored();
    if (isNew) history.replaceState(null, '', editPath(stored._id));
  }

  async function discardOwnCopy(): Promise<void> {
    if (!copied || id === null) return;
    setCopied(null);
    try {
      await discardCopy(id, sitting);
    } catch (error) {
      // The draft remains, and is offered when the article is opened again.
      if (!(error instanceof ApiError)) throw error;
    }
  }
  const discard = useRef(discardOwnCopy);
  discard.current = discardOwnCopy;
  useEffect(() => {
    // All changes were undone manually.
    if (!dirty && copied) void discard.current();
  }, [dirty, copied]);

  return { ...kept, setCopied, restored, letGo, discardOwnCopy };
}
