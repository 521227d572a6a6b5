/** Adds styles that the script of an island contains, so that its first press does not wait for a file of their own. */
export function addStyles(css: string): void {
  if (import.meta.env.SSR) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}
