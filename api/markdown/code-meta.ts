// Nobody marks more lines than this; it bounds what `{1-999999999}` costs.
const LINES_MAX = 5_000;

/** What the words after the language of a fence ask for. */
export interface CodeMeta {
  title: string | undefined;
  /** Numbers of marked lines, from 1. */
  marked: ReadonlySet<number>;
  /** Lines that start with `+` or `-` are additions and removals. */
  diff: boolean;
}

function readLines(list: string): Set<number> {
  const lines = new Set<number>();
  let marked = 0;
  for (const part of list.split(',')) {
    const [from, to] = part.split('-', 2).map((number) => Number.parseInt(number, 10));
    if (from === undefined || !(from >= 1)) continue;
    const last = to !== undefined && to >= from ? to : from;
    for (let line = from; line <= last && marked < LINES_MAX; line += 1, marked += 1) {
      lines.add(line);
    }
  }
  return lines;
}

/** The language of an info string such as `ts {1,3} title="x.ts"`: `ts`, lower case. */
export function readLanguage(info: string): string {
  return /^[^\s{,]*/.exec(info)?.[0].toLowerCase() ?? '';
}

/** Reads `title="x.ts"`, `{1,3-4}` and `diff` out of an info string; ignores all else. */
export function readCodeMeta(info: string): CodeMeta {
  const rest = info.slice(readLanguage(info).length);
  const title = /(?:^|\s)title=(?:"([^"]*)"|'([^']*)'|([^\s"']+))/.exec(rest);
  const lines = /\{([\d,\- ]+)\}/.exec(rest);
  return {
    title: title?.[1] ?? title?.[2] ?? title?.[3],
    marked: lines?.[1] === undefined ? new Set() : readLines(lines[1]),
    diff: /(?:^|\s)diff(?:\s|$)/.test(rest.replace(title?.[0] ?? '', ' ')),
  };
}
