import { createIdentifierRegistry } from './identifiers.ts';
import type { FootnoteReference, Prepared } from './prepare.ts';
import type { KeyedBlock } from './prepare-blocks.ts';
import type { BlockContext } from './sanitize-block.ts';
import { ID_PREFIX } from './sanitize-schema.ts';
import type { ImageLookup, ImageSize, TocEntry } from './types.ts';

const TOC_DEPTHS = new Set([2, 3, 4]);

// Most blocks are paragraphs that nothing around them changes; they share one context.
const PLAIN_CONTEXT: BlockContext = {
  identifiers: [],
  references: [],
  sizes: [],
  eager: false,
  footnote: null,
};

function isPlain({ named, references, images }: Prepared): boolean {
  return named.length === 0 && references.length === 0 && images.length === 0;
}

/** Block with its context in the text. */
export interface PlacedBlock {
  key: string;
  block: Prepared;
  context: BlockContext;
}

/** Text whose blocks are ready to be sanitised. */
export interface AssembledBlocks {
  blocks: PlacedBlock[];
  /** Referenced footnotes in the order of their numbers. */
  footnotes: PlacedBlock[];
  toc: TocEntry[];
}

/** Creates a function that assigns ids and numbers in reading order. */
function createPlacer(images: ImageLookup | undefined) {
  const registry = createIdentifierRegistry();
  const numbers = new Map<string, number>();
  const occurrences = new Map<string, number>();
  const toc: TocEntry[] = [];
  let imageSeen = false;

  function findSize(path: string): ImageSize | null {
    const size = typeof images === 'function' ? images(path) : images?.get(path);
    return size ? { width: size.width, height: size.height } : null;
  }

  function identify({ named }: Prepared, inFootnote: boolean): Array<string | null> {
    return named.map(({ wish, heading }) => {
      // Of two equal ids written by hand the first one counts; headings are numbered instead.
      if (!heading) return registry.has(wish) ? null : registry.claim(wish);
      const identifier = registry.claim(wish);
      const { depth, text } = heading;
      if (!inFootnote && TOC_DEPTHS.has(depth) && text !== '') {
        toc.push({ depth, id: ID_PREFIX + identifier, text });
      }
      return identifier;
    });
  }

  function refer({ label, linked }: FootnoteReference): { number: number; occurrence: number } {
    const number = numbers.get(label) ?? numbers.size + 1;
    numbers.set(label, number);
    const occurrence = (occurrences.get(label) ?? 0) + (linked ? 1 : 0);
    occurrences.set(label, occurrence);
    return { number, occurrence };
  }

  function place({ key, prepared: block }: KeyedBlock, footnote: BlockContext['footnote']) {
    if (footnote === null && isPlain(block)) return { key, block, context: PLAIN_CONTEXT };
    const eager = block.images.length > 0 && !imageSeen;
    imageSeen ||= block.images.length > 0;
    const context: BlockContext = {
      identifiers: identify(block, footnote !== null),
      references: block.references.map(refer),
      sizes: block.images.map(({ path }) => findSize(path)),
      eager,
      footnote,
    };
    return { key, block, context };
  }

  return { place, numbers, occurrences, toc };
}

/** Assigns ids to headings, numbers to footnotes, and sizes to images. */
export function assembleBlocks(
  blocks: readonly KeyedBlock[],
  footnotes: ReadonlyMap<string, KeyedBlock>,
  images: ImageLookup | undefined,
): AssembledBlocks {
  const placer = createPlacer(images);
  const placed: PlacedBlock[] = blocks.map((block) => placer.place(block, null));
  const notes = new Map<string, PlacedBlock>();
  // A footnote may refer to further ones, which then come up later in this same loop.
  for (const [label, number] of placer.numbers) {
    const note = footnotes.get(label);
    if (note) notes.set(label, placer.place(note, { number, occurrences: 0 }));
  }
  for (const [label, { context }] of notes) {
    if (context.footnote) context.footnote.occurrences = placer.occurrences.get(label) ?? 0;
  }
  return { blocks: placed, footnotes: [...notes.values()], toc: placer.toc };
}
