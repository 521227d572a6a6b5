import type { CardIndex } from '#contracts/page.ts';
import styles from './article-cards.css?url';
import { loadStyles } from './load-styles.ts';

/** Loads a file of the published index and the styles of article cards. @throws Error if the file cannot be loaded */
export async function fetchCards<Index extends CardIndex>(path: string): Promise<Index> {
  const [response] = await Promise.all([fetch(encodeURI(path)), loadStyles(styles)]);
  if (!response.ok) throw new Error(`${path} responded with ${response.status}`);
  return (await response.json()) as Index;
}
