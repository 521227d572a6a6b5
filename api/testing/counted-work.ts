import { createByteCache } from '../markdown/byte-cache.ts';
import { MarkdownTooDeepError } from '../markdown/errors.ts';
import { createMarkdownRenderer } from '../markdown/render.ts';
import { PATHOLOGICAL_INPUTS } from './pathological-markdown.ts';

// Work that tests count, see count-work.ts. Each function does the uncounted preparation first.

type Counted = () => unknown;

// Code shares one renderer without a cache, because loading a grammar would hide the growth of small
// inputs. Other inputs get a new renderer with an empty cache.
const uncached = createMarkdownRenderer({ cacheBytes: 0 });

/** Renders a pathological input of `size` characters. Throws if the renderer wrongly accepts or refuses it. */
export async function renderHostile(name: string, size: number): Promise<Counted> {
  const input = PATHOLOGICAL_INPUTS.find((candidate) => candidate.name === name);
  if (!input) throw new Error(`There is no input ${name}.`);
  const renderer = input.code ? uncached : createMarkdownRenderer();
  const markdown = input.markdown(size);
  return async () => {
    const isRefused = await renderer.render(markdown).then(
      () => false,
      (error) => {
        if (error instanceof MarkdownTooDeepError) return true;
        throw error;
      },
    );
    if (isRefused !== input.tooDeep)
      throw new Error(`${name} is ${isRefused ? '' : 'not '}refused.`);
  };
}

/** Renders a long text: for the first time, or again after one paragraph has changed. */
export async function renderEdited(again: boolean): Promise<Counted> {
  const { render } = createMarkdownRenderer();
  const paragraphs = Array.from({ length: 1_000 }, (_, index) => `Some **words** ${index} here.`);
  if (again) await render(paragraphs.join('\n\n'));
  paragraphs[500] = 'Changed.';
  return () => render(paragraphs.join('\n\n'));
}

/** Adds a thousand entries to a full cache. */
export function evict(entries: number): Counted {
  const ENTRY_BYTES = 100;
  const cache = createByteCache<string>(entries * ENTRY_BYTES);
  const add = (key: string) => cache.set(key, 'value', ENTRY_BYTES - key.length * 2);
  for (let index = 0; index < entries; index += 1) add(`old ${index}`);
  return () => {
    for (let index = 0; index < 1_000; index += 1) add(`new ${index}`);
  };
}

/** Functions that take quadratic time. */
const QUADRATIC: Record<string, (text: string) => unknown> = {
  'a loop in a loop': (text) => {
    let pairs = 0;
    for (const first of text) for (const second of text) if (first === second) pairs += 1;
    return pairs;
  },
  'a callback for each of all': (text) => {
    const letters = text.split('');
    return letters.filter(
      (_, index) => letters.findIndex((_, candidate) => candidate === index) > 0,
    );
  },
  'a search through the rest': (text) => {
    for (let index = 0; index < text.length; index += 1) text.indexOf('b', index);
  },
  'a regular expression on the rest': (text) => {
    for (let index = 0; index < text.length; index += 1) /b/.test(text.slice(index));
  },
  'a splice at the beginning': (text) => {
    const letters = text.split('');
    while (letters.length > 0) letters.splice(0, 1);
  },
};

export const QUADRATIC_WAYS = Object.keys(QUADRATIC);

export function waste(way: string, size: number): Counted {
  const text = 'a'.repeat(size);
  return () => QUADRATIC[way]?.(text);
}
