import { useEffect, useRef, useState } from 'react';
import type { ArticleResponse } from '#contracts/article.ts';
import { Choices } from '../Choices.tsx';
import { Field } from '../Field.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { DetailFields } from './DetailFields.tsx';
import { EditorBar } from './EditorBar.tsx';
import { MarkdownPane } from './MarkdownPane.tsx';
import { NewsletterChoice } from './NewsletterChoice.tsx';
import { KeptNotice, Refusal } from './notices.tsx';
import { Preview } from './Preview.tsx';
import { ProgressLine } from './ProgressLine.tsx';
import { useEditor } from './use-editor.ts';
import { usePreview } from './use-preview.ts';

/** On small screens one at a time. */
const panes = [
  { value: 'write', name: 'Write' },
  { value: 'preview', name: 'Preview' },
] as const;

/** The article editor: details, markdown and live preview, save and publish. */
export function Editor({ opened }: { opened: ArticleResponse | null }) {
  const editor = useEditor(opened);
  const { form, change, saving } = editor;
  const preview = usePreview(form.markdown);
  const pane = useRef<HTMLElement>(null);
  const page = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<'write' | 'preview'>('write');
  const errors = saving.state === 'refused' ? saving.fields : {};
  const { words, readTime } = preview.answer ?? { words: 0, readTime: '' };

  useEffect(() => {
    if (saving.state !== 'refused') return;
    page.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [saving]);

  return (
    <div className="editor" ref={page}>
      <EditorBar
        article={editor.article}
        dirty={editor.dirty}
        saving={saving.state === 'saving'}
        measure={`${words.toLocaleString('en')} words${readTime ? `, ${readTime}` : ''}`}
        onSave={(draft) => void editor.save(draft)}
      />
      <ProgressLine progress={editor.progress} />
      {saving.state === 'refused' && (
        <Refusal
          sentence={saving.sentence}
          onRetry={Object.keys(saving.fields).length === 0 ? editor.saveAgain : null}
        />
      )}
      {editor.offered && (
        <KeptNotice kept={editor.offered} onTake={editor.takeOffered} onDrop={editor.dropOffered} />
      )}
      <div className="editor__names">
        <Field
          name="title"
          label="Title"
          maxLength={200}
          lang={form.language}
          value={form.title}
          error={errors.title}
          onChange={(title) => change({ title })}
        />
        <Field
          name="subtitle"
          label="Subtitle"
          maxLength={300}
          lang={form.language}
          value={form.subtitle}
          error={errors.subtitle}
          onChange={(subtitle) => change({ subtitle })}
        />
      </div>
      <DetailFields form={form} errors={errors} onChange={change} />
      <NewsletterChoice
        articleId={editor.article?._id ?? null}
        version={editor.article?.version ?? 0}
        wanted={editor.newsletter}
        onWant={editor.setNewsletter}
      />
      <Choices name="pane" choices={panes} chosen={shown} onChoose={(value) => setShown(value)} />
      <div className={`panes panes--${shown}`}>
        <MarkdownPane
          value={form.markdown}
          error={errors.markdown}
          language={form.language}
          follower={pane}
          onChange={(markdown) => change({ markdown })}
        />
        <Preview preview={preview} language={form.language} paneRef={pane} />
      </div>
      {saving.state === 'conflict' && (
        <ConflictDialog
          mine={form}
          theirs={saving.theirs}
          onKeepMine={() => void editor.keepMine()}
          onTakeTheirs={editor.takeTheirs}
          onLater={editor.decideLater}
        />
      )}
    </div>
  );
}
