/** Returns the front matter and the script elements of an Astro component, with the line before each. */
export function scriptsOf(text: string): { code: string; line: number }[] {
  const frontMatterEnd = text.startsWith('---\n') ? text.indexOf('\n---', 3) : -1;
  const ranges = frontMatterEnd === -1 ? [] : [{ start: 4, end: frontMatterEnd }];
  for (let end = text.indexOf('</script>'); end !== -1; end = text.indexOf('</script>', end + 1)) {
    const tag = text.lastIndexOf('<script', end);
    const start = text.indexOf('>', tag) + 1;
    if (text[start - 2] !== '/') ranges.push({ start, end });
  }
  return ranges.map(({ start, end }) => ({
    code: text.slice(start, end),
    line: text.slice(0, start).split('\n').length - 1,
  }));
}
