/** Types of the used part of fontkit, because the package has none. */
declare module 'fontkit' {
  export interface Path {
    scale(x: number, y: number): Path;
    translate(x: number, y: number): Path;
    toSVG(): string;
  }
  export interface Font {
    unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(text: string): {
      glyphs: { path: Path }[];
      positions: { xAdvance: number; xOffset: number; yOffset: number }[];
      advanceWidth: number;
    };
  }
  export function create(bytes: Uint8Array): Font;
}

/** Types of the examples of the CommonMark specification, because the package has none. */
declare module 'commonmark-spec' {
  export const tests: ReadonlyArray<{
    /** Tabs are written as arrows. */
    markdown: string;
    html: string;
    section: string;
    number: number;
  }>;
}
