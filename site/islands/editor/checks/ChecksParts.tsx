import type { EditorView } from '@codemirror/view';
import { type RefObject, useRef, useState } from 'react';
import type { CheckFinding } from '#contracts/draft.ts';
import { EditorIcon } from '../EditorIcon.tsx';
import type { useEditor } from '../use-editor.ts';
import { ChecksDrawer, PublishDialog } from './ChecksDialogs.tsx';
import { type Checks, useChecks } from './use-checks.ts';

/** Findings, most serious first. */
const rank = ({ level }: CheckFinding) => (level === 'problem' ? 0 : 1);

interface ChecksButtonProps {
  /** Number of findings that are more than notes. */
  warnings: number;
  open: boolean;
  onOpen(): void;
}

interface EditorParts {
  view: EditorView | null;
  page: RefObject<HTMLElement | null>;
  /** Shows the text, or the details, if they are hidden. */
  showText(): void;
  showDetails(): void;
}

/** Checks of the editor: a button for the bar, its drawer, and publishing after the checks. */
export function useChecksParts(editor: ReturnType<typeof useEditor>, parts: EditorParts) {
  const [open, setOpen] = useState(false);
  const checks = useChecks(editor.form, editor.article?._id ?? null, open);
  const { publish, warned, publishAnyway, leave } = usePublish(editor, checks);
  const close = () => setOpen(false);

  function show(finding: CheckFinding): void {
    close();
    leave();
    const { field, line } = finding;
    const withText = line !== null || field === 'title' || field === 'subtitle';
    if (withText) parts.showText();
    else parts.showDetails();
    // In the next frame the hidden part is visible, and the dialog has returned the focus.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (line !== null) {
          if (parts.view) showLine(parts.view, line);
        } else {
          parts.page.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
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
            onDecoration={(finding) => parts.view && markDecoration(parts.view, finding)}
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

/** Opens the checks and shows the number of findings. */
function ChecksButton({ warnings, open, onOpen }: ChecksButtonProps) {
  return (
    <button
      type="button"
      className="icon-button checks-button"
      aria-label={warnings === 0 ? 'Checks' : `Checks: ${warnings} to review`}
      title="Checks"
      aria-expanded={open}
      onClick={onOpen}
    >
      <EditorIcon name="checks" />
      {warnings > 0 && <span className="checks-button__count">{warnings}</span>}
    </button>
  );
}

/** Selects the line of a finding in the text. */
function showLine(view: EditorView, line: number): void {
  const { doc } = view.state;
  const { from, to } = doc.line(Math.min(line + 1, doc.lines));
  view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
  view.focus();
}

/** Marks an image as decorative by an explicit empty alt text: `<img src="…" alt="">`. */
function markDecoration(view: EditorView, { about, line }: CheckFinding): void {
  const text = view.state.doc.toString();
  const start = view.state.doc.line(Math.min((line ?? 0) + 1, view.state.doc.lines)).from;
  const written = `![](${about})`;
  const at = text.indexOf(written, start);
  if (at === -1) {
    // Written with another syntax: the author has to change it.
    showLine(view, line ?? 0);
    return;
  }
  view.dispatch({
    changes: { from: at, to: at + written.length, insert: `<img src="${about}" alt="">` },
  });
}

/**
 * Publishes an article after showing the findings of the checks once. Equal findings are not shown again, and
 * errors that prevent saving come first.
 */
function usePublish(editor: ReturnType<typeof useEditor>, checks: Checks) {
  const [warned, setWarned] = useState<CheckFinding[]>([]);
  const isConfirming = useRef(false);
  const shownFindings = useRef('');

  async function publish(): Promise<void> {
    if (isConfirming.current) return;
    if (Object.keys(editor.validate(false)).length > 0) return editor.save(false);
    isConfirming.current = true;
    const warnings = await checks.warningsNow().finally(() => {
      isConfirming.current = false;
    });
    const wording = JSON.stringify(warnings.map(({ code, about, field }) => [code, about, field]));
    if (warnings.length === 0 || wording === shownFindings.current) return editor.save(false);
    shownFindings.current = wording;
    setWarned(warnings.toSorted((a, b) => rank(a) - rank(b)));
  }

  return {
    publish,
    /** Findings that are currently shown; empty if there are none. */
    warned,
    publishAnyway() {
      setWarned([]);
      void editor.save(false);
    },
    leave: () => setWarned([]),
  };
}
