import type { EditorView } from '@codemirror/view';
import { type RefObject, useState } from 'react';
import type { CheckFinding } from '#contracts/article-check.ts';
import type { useEditor } from '../use-editor.ts';
import { ChecksButton } from './ChecksButton.tsx';
import { ChecksDrawer } from './ChecksDrawer.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { markDecoration, showLine } from './place.ts';
import { useChecks } from './use-checks.ts';
import { usePublish } from './use-publish.ts';

interface Ways {
  view: EditorView | null;
  page: RefObject<HTMLElement | null>;
  /** Shows the text, or the details, if they are hidden. */
  showText(): void;
  showDetails(): void;
}

/** Checks of the editor: a button for the bar, its drawer, and publishing after the checks. */
export function useChecksParts(editor: ReturnType<typeof useEditor>, ways: Ways) {
  const [open, setOpen] = useState(false);
  const checks = useChecks(editor.form, editor.article?._id ?? null, open);
  const { publish, warned, publishAnyway, leave } = usePublish(editor, checks);
  const close = () => setOpen(false);

  function show(finding: CheckFinding): void {
    close();
    leave();
    const { field, line } = finding;
    const withText = line !== null || field === 'title' || field === 'subtitle';
    if (withText) ways.showText();
    else ways.showDetails();
    // In the next frame the hidden part is visible, and the dialog has returned the focus.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (line !== null) {
          if (ways.view) showLine(ways.view, line);
        } else {
          ways.page.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
        }
      }),
    );
  }

  return {
    publish,
    button: <ChecksButton warnings={checks.warnings} open={open} onOpen={() => setOpen(true)} />,
    dialogs: (
      <>
        {open && (
          <ChecksDrawer
            checks={checks}
            onShow={show}
            onDecoration={(finding) => ways.view && markDecoration(ways.view, finding)}
            onClose={close}
          />
        )}
        {warned.length > 0 && (
          <PublishDialog
            findings={warned}
            onPublish={publishAnyway}
            onShow={show}
            onClose={leave}
          />
        )}
      </>
    ),
  };
}
