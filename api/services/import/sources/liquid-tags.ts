import { fromMarkdown } from 'mdast-util-from-markdown';
import { visit } from 'unist-util-visit';
import { FileSkippedError } from '../import-result.ts';
import { TimeLimitReached, withTimeLimit } from '../time-limit.ts';

/** Time limit per text, in milliseconds. */
const PARSE_TIME_LIMIT_MS = 5000;
const tag = /\{%((?:[^%{\n]|%(?!\})|\{(?!%))+)%\}/g;

/** URLs of embedded pages, by tag. */
const embedUrls: Record<string, (word: string) => string | null> = {
  embed: (word) => word,
  link: (word) => (word.startsWith('http') ? word : `https://dev.to/${word.replace(/^\//, '')}`),
  post: (word) => embedUrls.link?.(word) ?? null,
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

/** Markdown of tags that enclose text. */
const wrappers: Record<string, (word: string) => string> = {
  details: (word) => `**${word}**`,
  collapsible: (word) => `**${word}**`,
  spoiler: (word) => `**${word}**`,
  cta: (word) => `<${word}>`,
  card: () => '',
  katex: () => '',
  runkit: () => '',
};

/** Converts the tags of dev.to: embeds become links, enclosed text stays, and code is unchanged. */
export function convertLiquidTags(markdown: string, notes: string[]): string {
  if (!markdown.includes('{%')) return markdown;
  const code = findCodeRanges(markdown);
  return markdown.replace(tag, (written: string, inside: string, at: number) => {
    const [name = '', ...words] = inside.replace(/^-|-$/g, '').trim().split(/\s+/);
    if (name === 'raw' || name === 'endraw') return '';
    if (code.some(({ start, end }) => at >= start && at < end)) return written;
    return convertTag(name, words.join(' '), notes) ?? written;
  });
}

function convertTag(name: string, words: string, notes: string[]): string | null {
  const opening = name.replace(/^end/, '');
  const frame = Object.hasOwn(wrappers, opening) ? wrappers[opening] : undefined;
  if (frame) {
    if (name !== opening) return '';
    notes.push(`{% ${name} %} was removed; its content was kept.`);
    return frame(words);
  }
  const [word = ''] = words.split(/\s/);
  const page = Object.hasOwn(embedUrls, name) && word !== '' ? embedUrls[name]?.(word) : null;
  if (page && /^https?:\/\/[^\s<>]+$/.test(page)) {
    notes.push(`{% ${name} %} became a link: ${page}`);
    return `<${page}>`;
  }
  notes.push(`{% ${name} ${words} %} is specific to dev.to and was kept as text.`);
  return null;
}

function findCodeRanges(markdown: string): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = [];
  try {
    const tree = withTimeLimit(PARSE_TIME_LIMIT_MS, () => fromMarkdown(markdown));
    visit(tree, ['code', 'inlineCode'], ({ position }) => {
      const start = position?.start.offset ?? 0;
      places.push({ start, end: position?.end.offset ?? start });
    });
  } catch (error) {
    if (!(error instanceof TimeLimitReached || error instanceof RangeError)) throw error;
    throw new FileSkippedError('The text is too deeply nested to be imported.', { cause: error });
  }
  return places;
}
