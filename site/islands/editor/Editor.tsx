import type { EditorView } from '@codemirror/view';
import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ArticleResponse } from '#contracts/article.ts';
import {
  $editorDetails,
  $editorLayout,
  setEditorDetails,
  setEditorLayout,
} from '../../stores/preferences.ts';
import { ConfirmDialog } from '../ui/Dialogs.tsx';
import { KeySheet } from '../ui/KeySheet.tsx';
import { Preview, type ShownBlock, usePreview } from '../ui/preview/Preview.tsx';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { useMediaQuery } from '../ui/use-media-query.ts';
import { makePagePreview } from './article-api.ts';
import { ContentFields } from './ContentFields.tsx';
import { useChecksParts } from './checks/ChecksParts.tsx';
import { DetailFields } from './DetailFields.tsx';
import { HistoryDialog } from './drafts/HistoryDialog.tsx';
import { MergeDialog } from './drafts/MergeDialog.tsx';
import type { UnsavedDraft } from './drafts/unsaved-work.ts';
import { AutosaveBanners, ProgressLine, Refusal } from './EditorBanners.tsx';
import { EditorBar, saveState, useFullScreen } from './EditorBar.tsx';
import { Drawer, PageDialog } from './EditorDialogs.tsx';
import { splitList } from './form.ts';
import { keyedActions, shownKey } from './markdown/actions.ts';
import { CrossPostStates, NewsletterField } from './PublicationFields.tsx';
import { scrollTogether } from './scroll-together.ts';
import { DraftLinks } from './sharing/DraftLinks.tsx';
import { useEditor } from './use-editor.ts';
import { useFocusInvalidField } from './use-save.ts';

/** The visible panes; both only if there is room. */
const layouts = [
  { value: 'write', name: 'Write' },
  { value: 'both', name: 'Both' },
  { value: 'preview', name: 'Preview' },
] as const;
const narrowLayouts = layouts.filter(({ value }) => value !== 'both');

interface Props {
  opened: ArticleResponse | null;
  /** Unsaved work of earlier editing sessions. */
  unsaved: UnsavedDraft[];
}

/** The article editor: text and live preview, details, save and publish. */
export function Editor({ opened, unsaved }: Props) {
  const editor = useEditor(opened, unsaved);
  const { form, change, saving } = editor;
  const preview = usePreview(form.markdown);
  const page = useRef<HTMLDivElement>(null);
  const writing = useRef<HTMLElement>(null);
  const pane = useRef<HTMLElement>(null);
  const blocks = useRef<ShownBlock[]>([]);
  const scrolling = useRef<ReturnType<typeof scrollTogether>>(undefined);
  const [view, setView] = useState<EditorView | null>(null);
  const preferred = useStore($editorLayout);
  const details = useStore($editorDetails);
  const [drawer, setDrawer] = useState(false);
  const [dialog, setDialog] = useState<'none' | 'keys' | 'page' | 'leave' | 'history'>('none');
  const [isFull, toggleFull] = useFullScreen();
  const roomForTwo = useMediaQuery('(width >= 64rem)');
  const roomForDetails = useMediaQuery('(width >= 75rem)');
  const layout = preferred === 'both' && !roomForTwo ? 'write' : preferred;
  const errors = saving.state === 'refused' ? saving.fields : {};
  const { words, readTime } = preview.response ?? { words: 0, readTime: '' };

  useEffect(() => {
    if (!view || !writing.current || !pane.current) return;
    const panes = { view, writing: writing.current, preview: pane.current };
    const together = scrollTogether({ ...panes, blocks: () => blocks.current });
    scrolling.current = together;
    return together.stop;
  }, [view]);
  const onShown = useCallback(() => scrolling.current?.follow(), []);

  const focus = {
    focusText: () => view?.focus(),
    showText: () => preferred === 'preview' && setEditorLayout(roomForTwo ? 'both' : 'write'),
    showDetails() {
      if (isFull) toggleFull();
      if (roomForDetails) setEditorDetails('open');
      else setDrawer(true);
    },
  };
  useFocusInvalidField(page, saving, focus);
  const checks = useChecksParts(editor, { ...focus, view, page });

  const makePage = useCallback(
    () =>
      makePagePreview({
        id: editor.article?._id ?? null,
        title: form.title,
        subtitle: form.subtitle,
        description: form.description,
        markdown: form.markdown,
        language: form.language.trim() || 'en',
        category: splitList(form.category),
        tags: splitList(form.tags),
        series: form.series.trim() || null,
        images: form.image === '' ? null : { public_id: form.image },
        imageAlt: form.imageAlt,
      }),
    [editor.article, form],
  );
  const leave = () => location.assign('/');
  const toggleDetails = () =>
    roomForDetails ? setEditorDetails(details === 'open' ? 'closed' : 'open') : setDrawer(true);
  useEditorKeys({
    // A draft is saved as a draft; published and scheduled articles are saved after the checks.
    save: () => void ((editor.article?.draft ?? true) ? editor.save(true) : checks.publish()),
    preview: () => setDialog('page'),
    keys: () => setDialog('keys'),
    full: toggleFull,
  });

  const fields = (
    <DetailFields
      form={form}
      articleId={editor.article?._id ?? null}
      errors={errors}
      onChange={change}
      posts={
        editor.article && (
          <CrossPostStates articleId={editor.article._id} version={editor.article.version} />
        )
      }
      sharing={editor.article && <DraftLinks article={editor.article} />}
      newsletter={
        <NewsletterField
          articleId={editor.article?._id ?? null}
          version={editor.article?.version ?? 0}
          choice={form.newsletter}
          onChoose={(newsletter) => change({ newsletter })}
        />
      }
    />
  );
  const detailsShown = roomForDetails && details === 'open' && !isFull;

  return (
    <div className={`editor${isFull ? ' editor--full' : ''}`} ref={page}>
      <EditorBar
        article={editor.article}
        state={saveState({
          isStored: editor.article !== null,
          isDirty: editor.dirty,
          hasTitle: form.title.trim() !== '',
          isSaving: saving.state === 'saving',
          autosave: editor.autosave,
        })}
        isSaving={saving.state === 'saving'}
        measure={`${words.toLocaleString('en')} words${readTime ? `, ${readTime}` : ''}`}
        isFull={isFull}
        isDetailsOpen={roomForDetails ? detailsShown : drawer}
        onSave={(draft) => (draft ? editor.save(true) : checks.publish())}
        onCancel={() => (editor.dirty ? setDialog('leave') : leave())}
        onPreview={() => setDialog('page')}
        onKeys={() => setDialog('keys')}
        onHistory={() => setDialog('history')}
        onFull={toggleFull}
        onDetails={toggleDetails}
      >
        <SegmentedControl
          name="layout"
          options={roomForTwo ? layouts : narrowLayouts}
          chosen={layout}
          onChoose={setEditorLayout}
        />
        {checks.button}
      </EditorBar>
      <div className="editor__banners">
        <ProgressLine progress={editor.progress} />
        {saving.state === 'refused' && (
          <Refusal
            message={saving.message}
            onRetry={Object.keys(saving.fields).length === 0 ? editor.retrySave : null}
          />
        )}
        <AutosaveBanners editor={editor} />
      </div>
      <div className={`panes panes--${layout}${detailsShown ? ' panes--details' : ''}`}>
        <ContentFields
          form={form}
          errors={errors}
          view={view}
          paneRef={writing}
          onChange={change}
          onView={setView}
        />
        <Preview
          preview={preview}
          language={form.language}
          paneRef={pane}
          blocks={blocks}
          onShown={onShown}
        />
        {detailsShown && (
          <aside className="pane pane--details" aria-label="Details">
            {fields}
          </aside>
        )}
      </div>
      {drawer && !roomForDetails && (
        <Drawer title="Details" onClose={() => setDrawer(false)}>
          {fields}
        </Drawer>
      )}
      {checks.dialogs}
      {dialog === 'keys' && <EditorKeys onClose={() => setDialog('none')} />}
      {dialog === 'page' && <PageDialog make={makePage} onClose={() => setDialog('none')} />}
      {dialog === 'history' && editor.article && (
        <HistoryDialog
          article={editor.article}
          form={form}
          onRestore={editor.restore}
          onClose={() => setDialog('none')}
        />
      )}
      {dialog === 'leave' && (
        <ConfirmDialog
          title="Leave without saving?"
          confirm="Discard changes"
          decline="Keep editing"
          variant="danger"
          onConfirm={() => editor.discardAll().then(leave)}
          onClose={() => setDialog('none')}
        >
          Your unsaved changes will be lost.
        </ConfirmDialog>
      )}
      {saving.state === 'conflict' && (
        <MergeDialog
          mine={form}
          theirs={saving.theirs}
          base={saving.base}
          savesAfterwards={saving.next !== 'none'}
          onMerge={(merged) => void editor.acceptMerged(merged)}
          onKeepMine={() => void editor.keepMine()}
          onTakeTheirs={editor.acceptTheirs}
          onLater={editor.decideLater}
        />
      )}
    </div>
  );
}

/** Actions of shortcuts that work everywhere in the editor. */
interface Keys {
  save(): void;
  preview(): void;
  keys(): void;
  full(): void;
}

const plain: Record<string, keyof Keys | undefined> = {
  s: 'save',
  enter: 'preview',
  '/': 'keys',
};

const otherKeys: [key: string, does: string][] = [
  ['Mod-s', 'Save'],
  ['Mod-Enter', 'Preview the page'],
  ['Mod-j', 'AI helper'],
  ['Mod-Shift-f', 'Full screen, and back with Escape'],
  ['Mod-z', 'Undo'],
  ['Mod-Shift-z', 'Redo'],
  ['Mod-]', 'Indent lines'],
  ['Mod-[', 'Outdent lines'],
  ['Mod-Shift-v', 'Paste as plain text'],
  ['Mod-/', 'This list'],
];

/** Keyboard shortcuts of the editor, and how to leave the text field by keyboard. */
function EditorKeys({ onClose }: { onClose(): void }) {
  const rows = [...keyedActions.map(({ key = '', name }) => [key, name] as const), ...otherKeys];
  const about = (
    <>
      <kbd>Tab</kbd> leaves the editor, like any other field. In a table it moves between cells:{' '}
      <kbd>Escape</kbd> and then <kbd>Tab</kbd> leaves the editor there, too. A <kbd>/</kbd> at the
      start of a line opens the list of blocks.
    </>
  );
  const keys = rows.map(([key, does]) => [shownKey(key), does] as const);
  return <KeySheet wide about={about} keys={keys} onClose={onClose} />;
}

/** Listens for the editor's shortcuts while no dialog is open. */
function useEditorKeys(keys: Keys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
    if (document.querySelector('dialog:modal:not(.drawer)')) return;
    const key = event.key.toLowerCase();
    const name = event.shiftKey ? { f: 'full' as const }[key] : plain[key];
    if (!name) return;
    event.preventDefault();
    keys[name]();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
