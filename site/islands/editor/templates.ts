/** Files of content/templates; each is fetched when it is used. */
const files = import.meta.glob<string>('../../../content/templates/*.md', {
  query: '?raw',
  import: 'default',
});

const nameOf = (file: string) => file.slice(file.lastIndexOf('/') + 1).replace(/\.md$/, '');

/** Names of the templates, as their files are called. */
export const templates: string[] = Object.keys(files).map(nameOf);

/** The markdown of a template. */
export async function readTemplate(name: string): Promise<string> {
  const file = Object.keys(files).find((each) => nameOf(each) === name);
  const load = file === undefined ? undefined : files[file];
  if (!load) throw new Error(`there is no template '${name}'`);
  return load();
}
