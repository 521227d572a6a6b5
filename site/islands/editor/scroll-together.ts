import type { EditorView } from '@codemirror/view';
import type { ShownBlock } from '../ui/preview/Preview.tsx';

interface Panes {
  view: EditorView;
  /** Scroll container of the text. */
  writing: HTMLElement;
  preview: HTMLElement;
  blocks(): readonly ShownBlock[];
}

/** A line of the Markdown (from 0, with fractions) and its position in a pane, in pixels from the top. */
interface Knot {
  line: number;
  top: number;
}

function elementOf({ nodes }: ShownBlock): Element | undefined {
  return nodes.find((node) => node instanceof Element);
}

/** Returns the positions of blocks in the preview, and of the end of the text. */
function listKnots({ view, preview, blocks }: Panes): Knot[] {
  const offset = preview.scrollTop - preview.getBoundingClientRect().top;
  const knots: Knot[] = [{ line: 0, top: 0 }];
  for (const block of blocks()) {
    const top = elementOf(block)?.getBoundingClientRect().top;
    if (top !== undefined && block.line > (knots.at(-1)?.line ?? 0)) {
      knots.push({ line: block.line, top: top + offset });
    }
  }
  return [...knots, { line: view.state.doc.lines, top: preview.scrollHeight }];
}

/** Interpolates the value of `to` for a value of `from` between two knots. */
function interpolate(knots: Knot[], value: number, from: keyof Knot, to: keyof Knot): number {
  const next = knots.findIndex((knot) => knot[from] > value);
  if (next === 0) return 0;
  const high = knots[next === -1 ? knots.length - 1 : next] as Knot;
  const low = knots[next === -1 ? knots.length - 1 : next - 1] as Knot;
  const span = high[from] - low[from];
  const share = span > 0 ? (value - low[from]) / span : 0;
  return low[to] + share * (high[to] - low[to]);
}

const isAtEnd = (pane: HTMLElement) =>
  pane.scrollTop > 0 && pane.scrollTop + pane.clientHeight >= pane.scrollHeight - 2;

function topLine({ view, writing }: Panes): number {
  const height = writing.getBoundingClientRect().top - view.documentTop;
  if (height <= 0) return 0;
  const block = view.lineBlockAtHeight(height);
  const share = block.height > 0 ? (height - block.top) / block.height : 0;
  return view.state.doc.lineAt(block.from).number - 1 + Math.min(1, share);
}

function showPreviewOf(panes: Panes): void {
  const { preview, writing } = panes;
  preview.scrollTop = isAtEnd(writing)
    ? preview.scrollHeight
    : interpolate(listKnots(panes), topLine(panes), 'line', 'top');
}

function showTextOf(panes: Panes): void {
  const { view, writing, preview } = panes;
  if (preview.scrollTop === 0) {
    writing.scrollTop = 0;
    return;
  }
  const line = interpolate(listKnots(panes), preview.scrollTop, 'top', 'line');
  const whole = Math.min(view.state.doc.lines, Math.floor(line) + 1);
  const block = view.lineBlockAt(view.state.doc.line(whole).from);
  const target = view.documentTop + block.top + (line % 1) * block.height;
  writing.scrollTop += target - writing.getBoundingClientRect().top;
}

/**
 * Scrolls two panes together. The pane that was used last leads.
 * @returns `follow` aligns the preview after a change of the text; `stop` removes all listeners
 */
export function scrollTogether(panes: Panes): { follow(): void; stop(): void } {
  const { writing, preview } = panes;
  const stop = new AbortController();
  const { signal } = stop;
  let leader = writing;
  let waiting = 0;
  const follow = () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(() => {
      if (leader === writing) showPreviewOf(panes);
      else showTextOf(panes);
    });
  };
  for (const pane of [writing, preview]) {
    const lead = () => {
      leader = pane;
    };
    for (const touch of ['pointerdown', 'wheel', 'touchstart', 'keydown', 'focusin']) {
      pane.addEventListener(touch, lead, { signal, passive: true });
    }
    pane.addEventListener('scroll', () => leader === pane && follow(), { signal, passive: true });
  }
  return {
    follow: () => leader === writing && follow(),
    stop() {
      cancelAnimationFrame(waiting);
      stop.abort();
    },
  };
}
