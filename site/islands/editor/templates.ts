/** Files of content/templates; each is loaded on first use. */
const files = import.meta.glob<string>('../../../content/templates/*.md', {
  query: '?raw',
  import: 'default',
});

const nameOf = (file: string) => file.slice(file.lastIndexOf('/') + 1).replace(/\.md$/, '');

/** File names of the templates. */
export const templates: string[] = Object.keys(files).map(nameOf);

/** Loads the Markdown of a template. */
export async function readTemplate(name: string): Promise<string> {
  const file = Object.keys(files).find((each) => nameOf(each) === name);
  const load = file === undefined ? undefined : files[file];
  if (!load) throw new Error(`there is no template '${name}'`);
  return load();
}
