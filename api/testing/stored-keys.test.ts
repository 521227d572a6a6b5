import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createSessionCookies } from '../plugins/session.ts';

const root = new URL('../../', import.meta.url);
const sources = globSync('{site,games}/**/*.{ts,tsx,js,astro}', { cwd: root })
  .filter((file) => !file.includes('.test.') && file !== 'site/client/storage.ts')
  .map((file) => ({ file, text: readFileSync(new URL(file, root), 'utf8') }));

/** Calls that store a value. The first argument is a string, a constant, or the call of a function. */
const storingCalls =
  /\b(?:localStorage\.setItem|writeStored|persistentAtom<\w+>)\(\s*('[^']+'|\w+\(?)(?![^;]*?, null[,)])/g;
/** Calls of functions that receive a key from their callers, by the file of the function. */
const wrappers: Record<string, RegExp> = {
  'site/stores/preferences.ts': /\bpersistentOption(?:<\w+>)?\(('[^']+')/g,
  'site/stores/persistent-engine.ts': /\bpersistentAtom<\w+>\(('[^']+')/g,
  'site/stores/comment-drafts.ts': /\bconst (draftKey) =/g,
};

/** Returns the value of a key expression, with `…` for its variable part, or null for a parameter. */
function keyOf(expression: string, text: string): string | null {
  if (expression.startsWith("'")) return expression.slice(1, -1);
  const name = expression.replace('(', '');
  const constant = new RegExp(`const ${name} = '([^']+)'`).exec(text)?.[1];
  const start = new RegExp(
    `(?:const ${name} = \\(.*\\) =>|function ${name}\\([^}]*? return)\\s*\`([^$\`]+)\\$`,
  ).exec(text)?.[1];
  return constant ?? (start === undefined ? null : `${start}…`);
}

function keysIn({ file, text }: { file: string; text: string }): string[] {
  const expressions = [...text.matchAll(storingCalls)].map(([, expression = '']) => expression);
  return expressions.flatMap((expression) => {
    const key = keyOf(expression, text);
    if (key !== null) return key;
    const wrapper = wrappers[file];
    if (!wrapper) throw new Error(`${file}: the stored key ${expression} cannot be read`);
    return sources.flatMap((caller) =>
      [...caller.text.matchAll(wrapper)].flatMap(([, name = '']) => keyOf(name, caller.text) ?? []),
    );
  });
}

/** Returns the names in the first column of the privacy page's table. */
function listedNames(): string[] {
  const page = readFileSync(new URL('content/pages/privacy.md', root), 'utf8');
  const cells = page.split('\n').flatMap((line) => /^\| (`.*?) \|/.exec(line)?.[1] ?? []);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
}

it('lists every key and cookie that the browser stores on the privacy page', () => {
  const { names } = createSessionCookies({ siteUrl: 'https://example.org', port: 3000 });
  const stored = new Set([...sources.flatMap(keysIn), ...Object.values(names)]);
  expect(listedNames().toSorted()).toEqual([...stored].toSorted());
});

it('uses no other storage of the browser', () => {
  const otherStorage =
    /\bindexedDB\b|\bcookieStore\b|\bdocument\.cookie\b|\bcaches\.open\b|Storage\[/;
  expect(sources.filter(({ text }) => otherStorage.test(text)).map(({ file }) => file)).toEqual([]);
});
