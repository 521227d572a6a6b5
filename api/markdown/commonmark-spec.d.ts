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
