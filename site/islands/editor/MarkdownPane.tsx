import { type KeyboardEvent, type RefObject, useRef } from 'react';

interface Props {
  value: string;
  onChange(value: string): void;
  error: string | undefined;
  language: string;
  /** Scrolled to the same share of its height. */
  follower: RefObject<HTMLElement | null>;
}

const INDENT = '  ';

/** The markdown itself. Tab indents; after Escape it moves on, so that no keyboard is trapped. */
export function MarkdownPane({ value, onChange, error, language, follower }: Props) {
  const leaving = useRef(false);

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key === 'Escape') {
      leaving.current = true;
      return;
    }
    if (event.key === 'Tab' && !event.shiftKey && !leaving.current) {
      event.preventDefault();
      insert(event.currentTarget);
    }
    if (event.key !== 'Shift') leaving.current = false;
  }

  function insert(area: HTMLTextAreaElement): void {
    // execCommand is the only insertion that the browser's own undo knows.
    if (document.execCommand('insertText', false, INDENT)) return;
    area.setRangeText(INDENT, area.selectionStart, area.selectionEnd, 'end');
    onChange(area.value);
  }

  function onScroll(area: HTMLTextAreaElement): void {
    const pane = follower.current;
    if (!pane) return;
    const share = area.scrollTop / Math.max(1, area.scrollHeight - area.clientHeight);
    pane.scrollTop = share * (pane.scrollHeight - pane.clientHeight);
  }

  return (
    <section className="pane pane--markdown field" aria-label="Markdown">
      <label className="quiet" htmlFor="markdown">
        Markdown
      </label>
      <textarea
        id="markdown"
        name="markdown"
        lang={language}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby="markdown-hint markdown-error"
        placeholder="Write in markdown."
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onScroll={(event) => onScroll(event.currentTarget)}
      />
      <p className="field__hint" id="markdown-hint">
        Tab indents. Escape, then Tab, leaves the text.
      </p>
      <p className="field__error" id="markdown-error">
        {error}
      </p>
    </section>
  );
}
