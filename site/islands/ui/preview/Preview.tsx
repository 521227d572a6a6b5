import { type RefObject, useLayoutEffect, useRef } from 'react';
import { directionOf } from '../../../format/direction.ts';
import { type ShownBlock, showBlocks } from './preview-blocks.ts';
import type { PreviewState } from './use-preview.ts';

interface Props {
  preview: PreviewState;
  language: string;
  paneRef: RefObject<HTMLElement | null>;
  /** Called with the source lines of the blocks on the page. */
  blocks: RefObject<ShownBlock[]>;
  /** Called after the preview has changed. */
  onShown(): void;
}

/** Preview of the article as readers will see it. */
export function Preview({ preview, language, paneRef, blocks, onShown }: Props) {
  const body = useRef<HTMLDivElement>(null);
  const { answer } = preview;
  useLayoutEffect(() => {
    if (!body.current || !answer) return;
    blocks.current = showBlocks(body.current, blocks.current, answer);
    onShown();
  }, [answer, blocks, onShown]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="pane pane--preview" aria-label="Preview" ref={paneRef} tabIndex={0}>
      {preview.problem && (
        <div className="notice notice--warning" role="status">
          <p>The preview is out of date. {preview.problem}</p>
          <button type="button" className="button button--small" onClick={preview.retry}>
            Try again
          </button>
        </div>
      )}
      <div className="prose" lang={language} dir={directionOf(language)} ref={body} />
      {answer && answer.html === '' && <p className="label">Your text appears here.</p>}
    </section>
  );
}
