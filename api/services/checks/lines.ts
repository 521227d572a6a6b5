import type { BlockPlace } from '../../markdown/types.ts';

/** Finder of Markdown lines for content of the rendered page. */
export interface LineFinder {
  /**
   * @param block index of the block of the page
   * @param needles texts to search for, the most specific first
   * @returns the line from 0: the next one that contains a needle, or the first of the block
   */
  find(block: number, needles: string[]): number;
  /** Returns the source of a block of the page. */
  sourceOf(block: number): string;
}

/** Creates the finder for a text and the blocks of its rendering. */
export function createLineFinder(markdown: string, blocks: BlockPlace[]): LineFinder {
  const source = markdown.replace(/\r\n?/g, '\n');
  const starts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) {
    starts.push(at + 1);
  }
  const startOf = (line: number) => starts[line] ?? source.length;
  const lineAt = (offset: number) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (startOf(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const rangeOf = (block: number): [from: number, to: number] => {
    const next = blocks[block + 1];
    return [startOf(blocks[block]?.line ?? 0), next ? startOf(next.line) : source.length];
  };
  /** Position of the last match, so that equal links are found in turn. */
  const passed = new Map<string, number>();

  return {
    sourceOf: (block) => source.slice(...rangeOf(block)),
    find(block, needles) {
      const [from, to] = rangeOf(block);
      for (const needle of needles.filter(Boolean)) {
        const key = `${block} ${needle}`;
        const at = source.indexOf(needle, passed.get(key) ?? from);
        if (at === -1 || at >= to) continue;
        passed.set(key, at + needle.length);
        return lineAt(at);
      }
      // Footnotes and URLs of references are on other lines.
      for (const needle of needles.filter(Boolean)) {
        const at = source.indexOf(needle);
        if (at !== -1) return lineAt(at);
      }
      return blocks[block]?.line ?? 0;
    },
  };
}
