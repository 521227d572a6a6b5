import { fromMarkdown } from 'mdast-util-from-markdown';
import { visit } from 'unist-util-visit';
import { FileSkipped } from '../report.ts';
import { TimeLimitReached, withTimeLimit } from '../time-limit.ts';

/** Milliseconds that one text may take. */
const READ_MS = 5000;
const tag = /\{%((?:[^%{\n]|%(?!\})|\{(?!%))+)%\}/g;

/** Where a tag's word leads: the pages that dev.to would have embedded. */
const pages: Record<string, (word: string) => string | null> = {
  embed: (word) => word,
  link: (word) => (word.startsWith('http') ? word : `https://dev.to/${word.replace(/^\//, '')}`),
  post: (word) => pages.link?.(word) ?? null,
  youtube: (word) => (word.startsWith('http') ? word : `https://www.youtube.com/watch?v=${word}`),
  vimeo: (word) => (word.startsWith('http') ? word : `https://vimeo.com/${word}`),
  github: (word) => (word.startsWith('http') ? word : `https://github.com/${word}`),
  gist: (word) => word,
  twitter: (word) => `https://twitter.com/i/status/${word}`,
  tweet: (word) => `https://twitter.com/i/status/${word}`,
  user: (word) => `https://dev.to/${word}`,
  organization: (word) => `https://dev.to/${word}`,
  tag: (word) => `https://dev.to/t/${word}`,
  codepen: (word) => word,
  codesandbox: (word) => `https://codesandbox.io/s/${word}`,
  stackblitz: (word) => `https://stackblitz.com/edit/${word}`,
  replit: (word) => `https://replit.com/${word}`,
  jsfiddle: (word) => word,
  glitch: (word) => `https://glitch.com/edit/#!/${word}`,
  instagram: (word) => `https://www.instagram.com/p/${word}`,
  spotify: (word) => word,
  speakerdeck: (word) => `https://speakerdeck.com/player/${word}`,
  slideshare: (word) => `https://www.slideshare.net/slideshow/embed_code/key/${word}`,
  wikipedia: (word) => word,
  medium: (word) => word,
  stackoverflow: (word) => `https://stackoverflow.com/questions/${word}`,
};

/** Tags around text that stays. */
const around: Record<string, (word: string) => string> = {
  details: (word) => `**${word}**`,
  collapsible: (word) => `**${word}**`,
  spoiler: (word) => `**${word}**`,
  cta: (word) => `<${word}>`,
  card: () => '',
  katex: () => '',
  runkit: () => '',
};

/**
 * Takes the tags of dev.to out of a text: what would have been embedded becomes a link, what stands
 * between two tags stays. In code they are part of the code, all but those that say so.
 */
export function readLiquid(markdown: string, notes: string[]): string {
  if (!markdown.includes('{%')) return markdown;
  const code = placesOfCode(markdown);
  return markdown.replace(tag, (written: string, inside: string, at: number) => {
    const [name = '', ...words] = inside.replace(/^-|-$/g, '').trim().split(/\s+/);
    if (name === 'raw' || name === 'endraw') return '';
    if (code.some(({ start, end }) => at >= start && at < end)) return written;
    return withoutTag(name, words.join(' '), notes) ?? written;
  });
}

function withoutTag(name: string, words: string, notes: string[]): string | null {
  const opening = name.replace(/^end/, '');
  const frame = Object.hasOwn(around, opening) ? around[opening] : undefined;
  if (frame) {
    if (name !== opening) return '';
    notes.push(`{% ${name} %} was left out; what it held stays.`);
    return frame(words);
  }
  const [word = ''] = words.split(/\s/);
  const page = Object.hasOwn(pages, name) && word !== '' ? pages[name]?.(word) : null;
  if (page && /^https?:\/\/[^\s<>]+$/.test(page)) {
    notes.push(`{% ${name} %} became a link: ${page}`);
    return `<${page}>`;
  }
  notes.push(`{% ${name} ${words} %} is known to dev.to alone; it stays in the text as it is.`);
  return null;
}

function placesOfCode(markdown: string): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = [];
  try {
    const tree = withTimeLimit(READ_MS, () => fromMarkdown(markdown));
    visit(tree, ['code', 'inlineCode'], ({ position }) => {
      const start = position?.start.offset ?? 0;
      places.push({ start, end: position?.end.offset ?? start });
    });
  } catch (error) {
    if (!(error instanceof TimeLimitReached || error instanceof RangeError)) throw error;
    throw new FileSkipped('Its text is too tangled to be read.', { cause: error });
  }
  return places;
}
