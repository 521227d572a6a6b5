/** The examples of the CommonMark specification; the package has no types of its own. */
declare module 'commonmark-spec' {
  export const tests: ReadonlyArray<{
    /** Tabs are written as arrows. */
    markdown: string;
    html: string;
    section: string;
    number: number;
  }>;
}
