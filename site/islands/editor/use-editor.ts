import { useCallback, useEffect, useRef, useState } from 'react';
import type { ArticleResponse } from '#contracts/article.ts';
import { ApiError } from '../../lib/api-client.ts';
import { editPath } from '../../lib/links.ts';
import { showToast } from '../../lib/toast.ts';
import { conflictOf, createArticle, readArticle, updateArticle } from './article-calls.ts';
import {
  afterSave,
  type EditorForm,
  emptyForm,
  faultsOf,
  formFrom,
  requestBody,
  sameForm,
} from './form.ts';
import type { Unsaved } from './keeping/find-unsaved.ts';
import { autosave as callAutosave, discardCopy } from './keeping/keeping-calls.ts';
import { forgetText, keepText } from './keeping/kept-text.ts';
import { mergeForms } from './keeping/merge.ts';
import { momentOf } from './keeping/moment-of.ts';
import { holdSitting, newSitting } from './keeping/sitting.ts';
import { useAutosave } from './keeping/use-autosave.ts';
import { useLeaveGuard } from './keeping/use-leave-guard.ts';
import { baseOf, useUnsaved } from './keeping/use-unsaved.ts';
import { useJobProgress } from './use-job-progress.ts';

export type Saving =
  | { state: 'idle' }
  | { state: 'saving' }
  /** `attempt` tells one refused save from the next, while its fields are being mended. */
  | { state: 'refused'; sentence: string; fields: Record<string, string>; attempt: number }
  /**
   * Both changed the same. `base`: what they began with, null when nobody knows; `draft`: the save
   * that follows, null for none.
   */
  | {
      state: 'conflict';
      theirs: ArticleResponse;
      base: EditorForm | null;
      draft: boolean | null;
    };

/** What has come into the fields by itself, until the author has seen it. */
export type News = { what: 'merged' } | { what: 'restored'; from: string; before: EditorForm };

/** Everything the editor knows and can do, for one article or (null) a new one. */
export function useEditor(opened: ArticleResponse | null, unsaved: Unsaved[]) {
  const [article, setArticle] = useState(opened);
  const [saved, setSaved] = useState<EditorForm>(opened ? formFrom(opened) : emptyForm);
  const [form, setForm] = useState(saved);
  const [saving, setSaving] = useState<Saving>({ state: 'idle' });
  const [sitting, setSitting] = useState(newSitting);
  const [news, setNews] = useState<News | null>(null);
  /** What a working copy on the server holds; null without one. */
  const [copied, setCopied] = useState<EditorForm | null>(null);
  // Null: nobody has touched the choice, and what is stored stays.
  const [newsletter, setNewsletter] = useState<boolean | null>(null);
  const { progress, open, follow, reset } = useJobProgress();
  const { offered, offer, next, drop } = useUnsaved(unsaved);
  const id = article?._id ?? null;
  const dirty = !sameForm(form, saved);
  const lacking = dirty && !(copied && sameForm(form, copied));

  /** The same, for work that goes on while React has not drawn yet. */
  const known = useRef({ article, saved, form });
  const store = useCallback((nextArticle: ArticleResponse, nextSaved: EditorForm) => {
    Object.assign(known.current, { article: nextArticle, saved: nextSaved });
    setArticle(nextArticle);
    setSaved(nextSaved);
  }, []);
  const putForm = useCallback((edit: (current: EditorForm) => EditorForm) => {
    known.current.form = edit(known.current.form);
    setForm(known.current.form);
  }, []);

  const change = useCallback(
    (changes: Partial<EditorForm>) => {
      putForm((current) => ({ ...current, ...changes }));
      setSaving((current) =>
        current.state === 'refused' ? withoutErrors(current, changes) : current,
      );
    },
    [putForm],
  );

  useEffect(() => holdSitting(sitting), [sitting]);
  const version = article?.version ?? null;
  useEffect(() => {
    if (dirty) keepText(id, sitting, { form, version, at: Date.now() });
    else forgetText(id, sitting);
  }, [form, dirty, id, sitting, version]);

  const letGo = useLeaveGuard(lacking);
  const restored = useRef(false);
  const { autosave, wake, settle, note } = useAutosave({
    form,
    changed: lacking && (article !== null || form.title.trim() !== ''),
    resting: saving.state === 'saving' || saving.state === 'conflict',
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
      if (!theirs) throw error;
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
    if (isNew) history.replaceState(null, '', editPath(stored._id));
  }

  /** Merges what was stored elsewhere into the fields, unless both changed the same. */
  function bringTogether(theirs: ArticleResponse): 'same' | 'merged' | 'overlap' {
    const base = known.current.article ? formFrom(known.current.article) : emptyForm;
    const other = formFrom(theirs);
    const merged = mergeForms(base, known.current.form, other);
    if (!merged.clean) return 'overlap';
    store(theirs, other);
    putForm(() => merged.form);
    if (sameForm(base, other)) return 'same';
    setNews({ what: 'merged' });
    return 'merged';
  }

  const busy = useRef(false);
  /** Whether the last save was to be a draft. */
  const lastWish = useRef(true);
  const faults = (draft: boolean) =>
    faultsOf(known.current.form, {
      draft,
      stored: article ? saved : null,
      published: article !== null && article.publishedAt !== null,
      now: new Date(),
    });

  async function save(draft: boolean): Promise<void> {
    if (busy.current) return;
    const fields = faults(draft);
    if (Object.keys(fields).length > 0) {
      refuseFor('Some fields need another look.', fields);
      return;
    }
    busy.current = true;
    lastWish.current = draft;
    setSaving({ state: 'saving' });
    reset();
    let again = false;
    try {
      await settle();
      const now = { ...known.current };
      // A draft that stays a draft has no page to wait for.
      if (!draft || now.article?.draft === false) await open();
      const body = {
        ...requestBody(now.form, draft, now.saved),
        ...(newsletter !== null && { newsletter }),
      };
      const answer = now.article
        ? await updateArticle(now.article, body, sitting)
        : await createArticle(body, sitting);
      accept(answer.article, now.form);
      follow(answer.job);
      if (answer.job === null) void showToast({ type: 'SUCCESS', message: answer.msg });
    } catch (error) {
      reset();
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
    setNewsletter(null);
    if (isNew) history.replaceState(null, '', editPath(stored._id));
  }

  const attempts = useRef(0);
  function refuseFor(sentence: string, fields: Record<string, string>): void {
    attempts.current += 1;
    setSaving({ state: 'refused', sentence, fields, attempt: attempts.current });
  }

  /** @returns whether the save can be sent again at once */
  function refuse(error: unknown, draft: boolean): boolean {
    const theirs = conflictOf(error);
    if (theirs) {
      const outcome = bringTogether(theirs);
      if (outcome === 'same' || (outcome === 'merged' && draft && theirs.draft)) return true;
      if (outcome === 'overlap') openConflict(theirs, draft);
      // Readers get nothing that its author has not seen.
      else refuseFor('What was changed elsewhere is in the text now: look it over first.', {});
    } else if (error instanceof ApiError) {
      if (error.status === 401) note({ state: 'signed-out' });
      const { images, ...fields } = error.fields;
      const refused = images === undefined ? fields : { ...fields, image: images };
      refuseFor(error.message, refused);
    } else throw error;
    return false;
  }

  function openConflict(theirs: ArticleResponse, draft: boolean | null): void {
    const base = known.current.article ? formFrom(known.current.article) : null;
    setSaving({ state: 'conflict', theirs, base, draft });
  }

  /** Goes on from what is stored with these fields; a save that was under way follows. */
  async function goOnWith(edit: (mine: EditorForm) => EditorForm): Promise<void> {
    if (saving.state !== 'conflict') return;
    store(saving.theirs, formFrom(saving.theirs));
    putForm(edit);
    setSaving({ state: 'idle' });
    note({ state: 'idle' });
    if (saving.draft !== null) await save(saving.draft);
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
    async giveUp(): Promise<void> {
      letGo();
      forgetText(id, sitting);
      await discardOwnCopy();
      putForm(() => saved);
    },
    saveAgain: () => void save(lastWish.current),
    progress,
    newsletter,
    setNewsletter,
    autosave,
    /** Shows what was stored elsewhere beside what is written here. */
    async compare(): Promise<void> {
      if (id === null) return;
      try {
        const theirs = await readArticle(id);
        note({ state: 'idle' });
        if (bringTogether(theirs) === 'overlap') openConflict(theirs, null);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        void showToast({ type: 'error', message: error.message });
      }
    },
    tryAgain: wake,
    news,
    dismissNews: () => setNews(null),
    /** Fields of an older version; the ones that were there can be brought back. */
    restore(fields: EditorForm, from: string): void {
      const before = known.current.form;
      restored.current = true;
      putForm(({ slug, scheduledDate }) => ({ ...fields, slug, scheduledDate }));
      setNews({ what: 'restored', from, before });
    },
    undoRestore(): void {
      if (news?.what === 'restored') putForm(() => news.before);
      setNews(null);
    },
    offered,
    /** Where the article has changed since it was written, the two are brought together first. */
    async takeOffered(): Promise<void> {
      if (!offered) return;
      next();
      const stored = known.current.article;
      const base = stored && (await baseOf(stored, offered));
      forgetText(id, sitting);
      setSitting(offered.sitting);
      if (offered.place === 'server') setCopied(offered.form);
      const outdated = stored && offered.version !== null && offered.version !== stored.version;
      if (!outdated) {
        const { form: before, saved: untouched } = known.current;
        putForm(() => offered.form);
        const from = new Date(offered.at).toISOString();
        if (!sameForm(before, untouched))
          setNews({ what: 'restored', from: momentOf(from), before });
        return;
      }
      const merged = mergeForms(base, offered.form, formFrom(stored));
      putForm(() => (merged.clean ? merged.form : offered.form));
      if (merged.clean) setNews({ what: 'merged' });
      else setSaving({ state: 'conflict', theirs: stored, base, draft: null });
    },
    dropOffered: () => void drop(id),
    keepMine: () => goOnWith((mine) => mine),
    useMerged: (merged: EditorForm) => goOnWith(() => merged),
    /** Theirs comes into the fields; mine is kept and stays on offer. */
    takeTheirs(): void {
      if (saving.state !== 'conflict') return;
      const { theirs } = saving;
      const mine = { form, version: theirs.version, at: Date.now() };
      keepText(id, sitting, mine);
      offer({ ...mine, sitting, place: 'browser' });
      setSitting(newSitting());
      store(theirs, formFrom(theirs));
      putForm(() => formFrom(theirs));
      setCopied(null);
      setSaving({ state: 'idle' });
      note({ state: 'idle' });
    },
    decideLater(): void {
      setSaving({ state: 'idle' });
      note({ state: 'conflict' });
    },
  };
}

function withoutErrors(
  refused: Extract<Saving, { state: 'refused' }>,
  changes: Partial<EditorForm>,
): Saving {
  const fields = { ...refused.fields };
  for (const name of Object.keys(changes)) delete fields[name];
  return Object.keys(fields).length > 0 ? { ...refused, fields } : { state: 'idle' };
}
