import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { TOKEN_CLASSES } from './highlighter.ts';

const css = readFileSync(new URL('./highlight.css', import.meta.url), 'utf8').replaceAll('"', "'");
const BACKGROUNDS = ['background', 'marked', 'inserted', 'deleted'];

function readTheme(selector: string): Map<string, string> {
  const start = css.indexOf(`${selector} {`);
  const body = css.slice(start, css.indexOf('}', start));
  return new Map(
    [...body.matchAll(/--code-(\w+): (#\w{6});/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
}

/** Returns the relative luminance as defined by WCAG 2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first: string, second: string): number {
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe('highlight colours', () => {
  const dark = readTheme(":root[data-theme='dark']");
  const themes = { light: readTheme(':root'), dark };

  test.each(Object.entries(themes))('are readable on every background in %s', (_name, theme) => {
    const texts = [...theme].filter(([name]) => !BACKGROUNDS.includes(name));
    expect(texts.length).toBeGreaterThan(6);
    for (const background of BACKGROUNDS) {
      for (const [name, colour] of texts) {
        const ratio = contrast(colour, theme.get(background) ?? '');
        expect(ratio, `${name} on ${background}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  test('are the same for the dark theme and a system preference for dark', () => {
    expect(readTheme(':root:not([data-theme])')).toEqual(dark);
  });

  test('exist for every token class', () => {
    for (const name of TOKEN_CLASSES) expect(css).toContain(`.${name}`);
  });
});
