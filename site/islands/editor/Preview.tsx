import { type Ref, useLayoutEffect, useRef } from 'react';
import type { PreviewState } from './use-preview.ts';

interface Props {
  preview: PreviewState;
  language: string;
  paneRef: Ref<HTMLElement>;
}

/** The article as readers will see it. */
export function Preview({ preview, language, paneRef }: Props) {
  const body = useRef<HTMLDivElement>(null);
  const html = preview.answer?.html ?? '';
  useLayoutEffect(() => {
    // The one place of the site that sets HTML in the browser: api/markdown has sanitized it.
    if (body.current) body.current.innerHTML = html;
  }, [html]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="pane pane--preview" aria-label="Preview" ref={paneRef} tabIndex={0}>
      {preview.problem && (
        <div className="notice notice--warning" role="status">
          <p>The preview is behind. {preview.problem}</p>
          <button type="button" className="button button--small" onClick={preview.retry}>
            Try again
          </button>
        </div>
      )}
      <div className="prose" lang={language} ref={body} />
      {preview.answer && html === '' && <p className="label">What you write appears here.</p>}
    </section>
  );
}
