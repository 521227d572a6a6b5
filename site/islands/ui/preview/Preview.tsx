import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import type { previewResponse } from '#contracts/article.ts';
import { ApiError, callApi } from '../../../client/api-client.ts';
import { directionOf } from '../../../format/direction.ts';
import { SmallButton } from '../SmallButton.tsx';

type PreviewResponse = z.infer<typeof previewResponse>;

const renderPreview = (markdown: string, signal: AbortSignal): Promise<PreviewResponse> =>
  callApi('POST', '/api/preview', { body: { markdown }, signal });

/** Pause in typing before the preview is requested, in milliseconds. */
const PAUSE_MS = 60;

interface PreviewState {
  response: PreviewResponse | null;
  /** Reason why the preview is older than the text, if it is. */
  problem: string | null;
  /** Requests it again. */
  retry(): void;
}

/** A rendered block of the preview. */
export interface ShownBlock {
  html: string;
  /** Line of the Markdown it comes from, from 0. */
  line: number;
  nodes: ChildNode[];
}

interface Props {
  preview: PreviewState;
  language: string;
  paneRef: RefObject<HTMLElement | null>;
  /** Gets the source lines of the blocks on the page. */
  blocks: RefObject<ShownBlock[]>;
  /** Called after the preview has changed. */
  onShown(): void;
}

/** Preview of the article as readers will see it. */
export function Preview({ preview, language, paneRef, blocks, onShown }: Props) {
  const body = useRef<HTMLDivElement>(null);
  const { response } = preview;
  useLayoutEffect(() => {
    if (!body.current || !response) return;
    blocks.current = showBlocks(body.current, blocks.current, response);
    onShown();
  }, [response, blocks, onShown]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="pane pane--preview" aria-label="Preview" ref={paneRef} tabIndex={0}>
      {preview.problem && (
        <div className="banner banner--warning" role="status">
          <p>The preview is out of date. {preview.problem}</p>
          <SmallButton label="Try again" onClick={preview.retry} />
        </div>
      )}
      <div className="prose" lang={language} dir={directionOf(language)} ref={body} />
      {response && response.html === '' && <p className="label">Your text appears here.</p>}
    </section>
  );
}

/** Returns the blocks of a response. */
function piecesOf({ html, blocks }: PreviewResponse): Omit<ShownBlock, 'nodes'>[] {
  let start = 0;
  return blocks.map(({ line, length }) => {
    const piece = html.slice(start, start + length);
    start += length + 1;
    return { html: piece, line };
  });
}

/** Counts the equal blocks at one end. */
function countEqual(a: { html: string }[], b: { html: string }[], fromEnd: boolean): number {
  const max = Math.min(a.length, b.length);
  const at = (list: { html: string }[], index: number) =>
    list[fromEnd ? list.length - 1 - index : index]?.html;
  let count = 0;
  while (count < max && at(a, count) === at(b, count)) count += 1;
  return count;
}

/**
 * Updates the preview to a response by replacing only changed blocks, so that images are not reloaded and the
 * scroll position stays. Afterwards the HTML of the page equals `response.html` exactly.
 */
function showBlocks(
  body: HTMLElement,
  shown: ShownBlock[],
  response: PreviewResponse,
): ShownBlock[] {
  const pieces = piecesOf(response);
  const head = countEqual(shown, pieces, false);
  const tail = Math.min(
    countEqual(shown, pieces, true),
    Math.min(shown.length, pieces.length) - head,
    // Only the first block has no line break before it.
    Math.max(0, Math.min(shown.length, pieces.length) - 1),
  );
  const after = shown.slice(shown.length - tail);
  for (const { nodes } of shown.slice(head, shown.length - tail)) {
    for (const node of nodes) node.remove();
  }
  const place = after[0]?.nodes[0] ?? null;
  const newBlocks = pieces.slice(head, pieces.length - tail).map((piece, index) => {
    const first = head + index === 0;
    const nodes = nodesOf(piece.html, first);
    // biome-ignore lint/plugin: React would replace all blocks, and so reload the images of unchanged ones.
    for (const node of nodes) body.insertBefore(node, place);
    return { ...piece, nodes };
  });
  const nextBlocks = [...shown.slice(0, head), ...newBlocks, ...after];
  return nextBlocks.map((block, index) => ({ ...block, line: pieces[index]?.line ?? block.line }));
}

function nodesOf(html: string, first: boolean): ChildNode[] {
  // Sanitized by the API.
  const nodes = [...new DOMParser().parseFromString(html, 'text/html').body.childNodes];
  // biome-ignore lint/plugin: Like the blocks, it is not rendered by React.
  return first ? nodes : [document.createTextNode('\n'), ...nodes];
}

/** Renders a text with the function that publishes it. Older requests are aborted. */
export function usePreview(markdown: string): PreviewState {
  const [preview, setPreview] = useState<Omit<PreviewState, 'retry'>>({
    response: null,
    problem: null,
  });
  const [round, setRound] = useState(0);
  const retry = useCallback(() => setRound((current) => current + 1), []);
  useEffect(() => {
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [retry]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` repeats the request for the same text
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => {
      renderPreview(markdown, abort.signal)
        .then((response) => setPreview({ response, problem: null }))
        .catch((error: unknown) => {
          if (abort.signal.aborted) return;
          const problem = error instanceof ApiError ? error.message : 'The preview failed.';
          setPreview((current) => ({ ...current, problem }));
        });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [markdown, round]);
  return { ...preview, retry };
}
