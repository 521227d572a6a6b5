import { profile } from './profile.ts';

/** Characters that search engines and tabs show of a title, about. */
const TITLE_MAX = 70;

/** What <title> holds: the page's title with the owner's name, as far as there is room. */
export function documentTitle(title: string): string {
  if (title === profile.name) return shorten(`${title} · ${profile.headline}`);
  const whole = `${title} · ${profile.name}`;
  return whole.length <= TITLE_MAX ? whole : title;
}

/** Cuts behind a word. */
function shorten(text: string): string {
  if (text.length <= TITLE_MAX) return text;
  return `${text.slice(0, text.lastIndexOf(' ', TITLE_MAX - 1))}…`;
}
