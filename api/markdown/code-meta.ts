// Maximum number of marked lines, which limits the cost of `{1-999999999}`.
const LINES_MAX = 5_000;

/** Options in the info string of a fence. */
export interface CodeMeta {
  title: string | undefined;
  /** Numbers of highlighted lines, from 1. */
  marked: ReadonlySet<number>;
  /** True if lines that start with `+` or `-` are additions and removals. */
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

/** Returns the language of an info string such as `ts {1,3} title="x.ts"` in lower case: `ts`. */
export function readLanguage(info: string): string {
  return /^[^\s{,]*/.exec(info)?.[0].toLowerCase() ?? '';
}

/** Parses `title="x.ts"`, `{1,3-4}` and `diff` in an info string and ignores the rest. */
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
