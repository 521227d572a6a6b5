import fastCheck from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findProblems, hasCorpora, payloadFiles, readPayloadFile } from '../testing/payloads.ts';
import { createMarkdownRenderer } from './render.ts';

const { render } = createMarkdownRenderer({ siteOrigin: 'https://example.com' });

async function htmlOf(markdown: string): Promise<string> {
  return (await render(markdown)).html;
}

// Every payload in every position of an author's text.
const PLACES: Record<string, (payload: string) => string> = {
  alone: (payload) => payload,
  'in a paragraph': (payload) => `before ${payload} *after* [x](/y)\n\nnext`,
  'in raw HTML': (payload) => `<div>\n\n${payload}\n\n**x**\n\n</div>\n\nnext`,
  'in a link and an image': (payload) =>
    `[a](<${payload}>) ![${payload}](/media/a.png "${payload}")`,
  'in a heading and a table': (payload) => `# ${payload}\n\n| a |\n|---|\n| ${payload} |`,
  'in code': (payload) => `\`\`\`html title="${payload}"\n${payload}\n\`\`\`\n\n    ${payload}`,
  'in a footnote and a quote': (payload) => `x[^1]\n\n[^1]: ${payload}\n\n> [!NOTE]\n> ${payload}`,
};

describe.skipIf(!hasCorpora)('payloads of ../shared/corpora', () => {
  const cases = payloadFiles.flatMap((file) =>
    Object.keys(PLACES).map((place) => [file, place] as const),
  );
  test.each(cases)('of %s are harmless %s', async (file, place) => {
    for (const payload of readPayloadFile(file)) {
      const markdown = PLACES[place]?.(payload) ?? '';
      expect(findProblems(await htmlOf(markdown)), markdown).toEqual([]);
    }
  });
});

describe('URLs', () => {
  test.each([
    ['java&Tab;script:alert(1)'],
    ['java&NewLine;script:alert(1)'],
    ['JaVaScRiPt:alert(1)'],
    ['\u0001javascript:alert(1)'],
    ['&#106;avascript:alert(1)'],
    ['javascript&colon;alert(1)'],
    ['vbscript:msgbox(1)'],
    ['data:text/html,x'],
    ['data:image/png;base64,AAAA'],
    ['file:///etc/passwd'],
    ['blob:https://example.com/x'],
    ['view-source:https://example.com'],
    ['tel:+123'],
    ['java\tscript:alert(1)'],
  ])('with a disallowed scheme are removed: %s', async (url) => {
    const html = await htmlOf(`[a](<${url}>)\n\n<a href="${url}">b</a>`);
    expect(html).not.toContain('href');
    expect(html).toContain('b');
  });

  test.each([
    ['/blog/x', '/blog/x'],
    ['notes.html?a=b:c', 'notes.html?a=b:c'],
    ['#part', '#s-part'],
    ['mailto:a@b.example', 'mailto:a@b.example'],
    ['https://example.com/own#x', '/own#x'],
  ])('keep their target: %s', async (url, href) => {
    expect(await htmlOf(`[a](${url})`)).toBe(`<p><a href="${href}">a</a></p>`);
  });

  test.each([
    'https://other.example/',
    '//other.example/',
    '/\\other.example/',
    'HTTP://other.example/',
  ])('of other sites get a rel attribute: %s', async (url) => {
    expect(await htmlOf(`<a href="${url}" target=_top rel=opener>a</a>`)).toContain(
      'rel="noopener noreferrer"',
    );
  });
});

describe('images', () => {
  test.each([
    'https://other.example/a.png',
    '//other.example/a.png',
    'data:image/svg+xml,x',
    'a.png',
    'media/a.png',
    '/api/user/logout',
    '/media/../api/user/logout',
    '/media/%2e%2e/api/user/logout',
    '\\\\other.example\\media\\a.png',
  ])('are loaded only from the media folder: %s', async (url) => {
    const html = await htmlOf(`![alt](<${url}>)\n\n<img src="${url}" srcset="${url} 2x">`);
    expect(html).not.toContain('<img');
    expect(html).toContain('alt');
  });
});

describe('ids', () => {
  test('of headings, raw HTML and footnotes cannot shadow properties of the page', async () => {
    const html = await htmlOf(
      '# location\n\n<a name="cookie"></a><p id="body">x</p><img id="forms" name="forms" src="/media/a">\n\nx[^__proto__]\n\n[^__proto__]: y',
    );
    const ids = [...html.matchAll(/ (?:id|name)="([^"]*)"/g)].map(([, id]) => id);
    expect(ids).toEqual(['s-location', 's-cookie', 's-body', 's-forms', 's-fnref:1', 's-fn:1']);
  });

  test('stay unique when an author repeats them', async () => {
    const html = await htmlOf('<p id="a">1</p>\n\n<p id="a">2</p>\n\n# a\n\n# a\n\n<h2>a</h2>');
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids).toEqual(['s-a', 's-a-1', 's-a-2', 's-a-3']);
  });
});

describe('raw HTML', () => {
  test('can only be styled by classes of the renderer', async () => {
    const html = await htmlOf(
      '<span class="tok-keyword admin" style="position:fixed">x</span><div class="site-header">y</div>',
    );
    expect(html).toBe('<p><span class="tok-keyword">x</span></p><div>y</div><p></p>');
  });

  test('can only contain disabled checkboxes as form fields', async () => {
    expect(await htmlOf('<input type="password" name="p" value="x" autofocus>')).toBe(
      '<input disabled="" type="checkbox" aria-label="Task">',
    );
  });

  test('cannot create footnote references', async () => {
    expect(await htmlOf('a <sup data-footnote="zz">b</sup>')).toBe('<p>a <sup>b</sup></p>');
  });

  test('stays open across blocks until it is closed', async () => {
    expect(await htmlOf('<details><summary>More</summary>\n\n**x**\n\n</details>\n\ny')).toBe(
      '<details><summary>More</summary>\n<p><strong>x</strong></p>\n</details>\n<p>y</p>',
    );
  });
});

describe('any text', () => {
  const fragment = fastCheck.constantFrom(
    ...'<div>|</div>|<p>|</p>|<a href="#x">|</a>|<b>|</b>|<table>|<tr>|<td>|</table>|<li>|<ul>|</ul>|<object>|</object>|<svg>|</svg>|<math>|<h1>|<h2>|</h1>|<pre>|</pre>|<pre><code>|</code>|<!--|-->|<style>|<img src="/media/a" title="t">|<select>|<template>|</template>|<button>|<form>|<summary>|<details>|<caption>|<dd>|<ruby><rt>|<nobr>|[a](b)|![a](c)|![b](/media/b "t")|# h|> q|- l|`c`|**|_|~~|[^1]|[^1]: f|&#13;|&nbsp;|&lt;|www.a.bc|```js|```|    |\\|\n|\n\n| '.split(
      '|',
    ),
  );

  test('does not change when a browser parses and serialises it', async () => {
    await fastCheck.assert(
      fastCheck.asyncProperty(fastCheck.array(fragment, { maxLength: 25 }), async (parts) => {
        expect(findProblems(await htmlOf(parts.join('')))).toEqual([]);
      }),
      { numRuns: 1_500 },
    );
  });
});
