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
  /** While something else is saved or asked. */
  resting: boolean;
  /** All that stands in the fields is in the draft now. */
  onStored(): void;
}

/** Keeps what was typed, with each key in this browser and with each pause on the server. */
export function useKeeping(fields: Fields, { sitting, resting, onStored }: Sitting) {
  const { article, form, dirty, id, known, store, putForm, bringTogether, noteUnanswered } = fields;
  /** What a working copy on the server holds; null without one. */
  const [copied, setCopied] = useState<EditorForm | null>(null);
  const lacking = dirty && !(copied && sameForm(form, copied));
  const version = article?.version ?? null;
  useEffect(() => {
    if (dirty) keepText(id, sitting, { form, version, at: Date.now() });
    else forgetText(id, sitting);
  }, [form, dirty, id, sitting, version]);

  const letGo = useLeaveGuard(lacking);
  /** Whether what is sent next comes from an older version. */
  const restored = useRef(false);
  const kept = useAutosave({
    form,
    changed: lacking && (article !== null || form.title.trim() !== ''),
    resting,
    send: sendQuietly,
  });

  /** Stores it without touching what stands in the fields. */
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

  /** After an autosave only what nobody has typed changes in the fields: the address. */
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
      // It stays, and is offered when the article is opened again.
      if (!(error instanceof ApiError)) throw error;
    }
  }
  const discard = useRef(discardOwnCopy);
  discard.current = discardOwnCopy;
  useEffect(() => {
    // Everything was taken back by hand.
    if (!dirty && copied) void discard.current();
  }, [dirty, copied]);

  return { ...kept, setCopied, restored, letGo, discardOwnCopy };
}
