import { createIdentifierRegistry } from './identifiers.ts';
import type { FootnoteReference, Prepared } from './prepare.ts';
import type { KeyedBlock } from './prepare-blocks.ts';
import type { BlockContext } from './sanitize-block.ts';
import { ID_PREFIX } from './sanitize-schema.ts';
import type { ImageLookup, ImageSize, TocEntry } from './types.ts';

const TOC_DEPTHS = new Set([2, 3, 4]);

// Context of blocks that do not depend on the rest of the text, such as most paragraphs.
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
  let hasImage = false;

  function findSize(path: string): ImageSize | null {
    const size = typeof images === 'function' ? images(path) : images?.get(path);
    return size ? { width: size.width, height: size.height } : null;
  }

  function assignIdentifiers({ named }: Prepared, inFootnote: boolean): Array<string | null> {
    return named.map(({ preferredId, heading }) => {
      // The first of two equal handwritten ids wins; ids of headings get a number instead.
      if (!heading) return registry.has(preferredId) ? null : registry.claim(preferredId);
      const identifier = registry.claim(preferredId);
      const { depth, text } = heading;
      if (!inFootnote && TOC_DEPTHS.has(depth) && text !== '') {
        toc.push({ depth, id: ID_PREFIX + identifier, text });
      }
      return identifier;
    });
  }

  function numberReference({ label, linked }: FootnoteReference): {
    number: number;
    occurrence: number;
  } {
    const number = numbers.get(label) ?? numbers.size + 1;
    numbers.set(label, number);
    const occurrence = (occurrences.get(label) ?? 0) + (linked ? 1 : 0);
    occurrences.set(label, occurrence);
    return { number, occurrence };
  }

  function place({ key, prepared: block }: KeyedBlock, footnote: BlockContext['footnote']) {
    if (footnote === null && isPlain(block)) return { key, block, context: PLAIN_CONTEXT };
    const eager = block.images.length > 0 && !hasImage;
    hasImage ||= block.images.length > 0;
    const context: BlockContext = {
      identifiers: assignIdentifiers(block, footnote !== null),
      references: block.references.map(numberReference),
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
  // A footnote may refer to others, which this loop visits later, because they are added to `numbers`.
  for (const [label, number] of placer.numbers) {
    const note = footnotes.get(label);
    if (note) notes.set(label, placer.place(note, { number, occurrences: 0 }));
  }
  for (const [label, { context }] of notes) {
    if (context.footnote) context.footnote.occurrences = placer.occurrences.get(label) ?? 0;
  }
  return { blocks: placed, footnotes: [...notes.values()], toc: placer.toc };
}
