import { describe, expect, test } from 'vitest';
import { createMarkdownRenderer } from './render.ts';

const { render } = createMarkdownRenderer({ siteOrigin: 'https://example.com' });
const sizes = new Map([['/media/a.webp', { width: 640, height: 360 }]]);

async function htmlOf(markdown: string): Promise<string> {
  return (await render(markdown, { images: sizes })).html;
}

describe('headings', () => {
  test('have an id, a link to themselves and an entry in the table of contents', async () => {
    const { html, toc } = await render('# Top\n\n## What *is* `it`?\n\n##### Deep');
    expect(toc).toEqual([{ depth: 2, id: 's-what-is-it', text: 'What is it?' }]);
    expect(html).toContain(
      '<h2 id="s-what-is-it">What <em>is</em> <code>it</code>?<a class="heading-anchor" aria-label="Link to What is it?" href="#s-what-is-it">#</a></h2>',
    );
  });

  test('with equal text have numbered ids', async () => {
    const { toc } = await render('## Use\n\n## Use\n\n## Use 1\n\n## Use');
    expect(toc.map(({ id }) => id)).toEqual(['s-use', 's-use-1', 's-use-1-1', 's-use-2']);
  });

  test('of raw HTML are included', async () => {
    const { toc } = await render('<h2 align="center">Raw</h2>\n\n## Not raw');
    expect(toc.map(({ text }) => text)).toEqual(['Raw', 'Not raw']);
  });

  test('are targets of a hand-written table of contents', async () => {
    expect(await htmlOf('[go](#größe)\n\n## Größe')).toContain('<a href="#s-größe">go</a>');
  });
});

describe('GitHub flavour', () => {
  test('aligns table cells and makes tables focusable for scrolling', async () => {
    const html = await htmlOf('| a | b |\n|:--|:-:|\n| 1 | ~~2~~ |');
    expect(html).toContain(
      '<div class="table-scroll" role="group" tabindex="0" aria-label="Table">',
    );
    expect(html).toContain('<th class="align-left">a</th>');
    expect(html).toContain('<td class="align-center"><del>2</del></td>');
  });

  test('converts [ ] and [x] to disabled checkboxes with a label', async () => {
    expect(await htmlOf('- [ ] a\n- [x] b\n- \\[x] c')).toBe(
      [
        '<ul>',
        '<li class="task-list-item"><input type="checkbox" disabled="" aria-label="To do"> a</li>',
        '<li class="task-list-item"><input type="checkbox" disabled="" checked="" aria-label="Done"> b</li>',
        '<li>[x] c</li>',
        '</ul>',
      ].join('\n'),
    );
  });

  test.each([
    ['see www.example.org/a_b_c.', 'href="http://www.example.org/a_b_c"'],
    ['(https://example.org/x)', 'href="https://example.org/x"'],
    ['me@example.org', 'href="mailto:me@example.org"'],
  ])('links the plain URL %s', async (markdown, href) => {
    expect(await htmlOf(markdown)).toContain(href);
  });

  test.each(['example.org', 'ftp://example.org', '//example.org', '`www.example.org`', 'a@b'])(
    'does not link %s, as on GitHub',
    async (markdown) => expect(await htmlOf(markdown)).not.toContain('<a'),
  );

  test.each(['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'caution'])(
    'converts [!%s] to a callout',
    async (kind) => {
      const name = kind.toLowerCase();
      const title = name.charAt(0).toUpperCase() + name.slice(1);
      expect(await htmlOf(`> [!${kind}]\n> Text`)).toBe(
        `<div class="callout callout-${name}" role="note">\n<p class="callout-title">${title}</p>\n<p>Text</p>\n</div>`,
      );
    },
  );

  test('keeps other quotes unchanged', async () => {
    expect(await htmlOf('> [!NOTE] same line')).toContain('<blockquote>');
    expect(await htmlOf('> [!OTHER]\n> x')).toContain('<blockquote>');
  });

  test('numbers footnotes by first reference and links back to each', async () => {
    const html = await htmlOf(
      'a[^z] b[^a] c[^z]\n\n[^a]: First *a*\n[^z]: Zed\n\n    more\n[^unused]: x',
    );
    expect(html).toContain(
      '<sup><a href="#s-fn:1" id="s-fnref:1" class="footnote-reference" aria-label="Footnote 1">1</a></sup>',
    );
    expect(html).toContain('id="s-fnref:1-2"');
    expect(html).toContain(
      '<section aria-label="Footnotes" class="footnotes"><ol>\n<li id="s-fn:1"><p>Zed</p>\n<p>more ',
    );
    expect(html).toContain(
      '<p>First <em>a</em> <a href="#s-fnref:2" class="footnote-back" aria-label="Back to reference 2">↩</a></p>',
    );
    expect(html).not.toContain('unused');
    expect(html.match(/<li /g)).toHaveLength(2);
  });

  test('supports footnotes that refer to footnotes and to themselves', async () => {
    const html = await htmlOf('a[^1]\n\n[^1]: see[^2]\n[^2]: back[^1]');
    expect(html.match(/<li /g)).toHaveLength(2);
    expect(html).toContain('aria-label="Back to reference 1-2"');
  });

  test('renders a footnote inside a link as a number without a link', async () => {
    expect(await htmlOf('<a href="/x">a[^1]</a>\n\n[^1]: n')).toContain(
      '<a href="/x">a<sup>1</sup></a>',
    );
  });
});

describe('images', () => {
  test('have a size, and all but the first are loaded lazily', async () => {
    const html = await htmlOf('![one](/media/a.webp)\n\n![two](/media/b.webp)');
    expect(html).toContain(
      '<img src="/media/a.webp" alt="one" width="640" height="360" loading="eager" decoding="async">',
    );
    expect(html).toContain('<img src="/media/b.webp" alt="two" loading="lazy" decoding="async">');
  });

  test('alone in a paragraph and with a title become a figure', async () => {
    expect(await htmlOf('![one](/media/b.webp "The caption")')).toBe(
      '<figure class="image"><img src="/media/b.webp" alt="one" loading="eager" decoding="async"><figcaption>The caption</figcaption></figure>',
    );
  });

  test('of other sites become links with their alt text, and plain text inside a link', async () => {
    expect(await htmlOf('![shot](https://other.example/s.png)')).toBe(
      '<p><a href="https://other.example/s.png" class="image-link" rel="noopener noreferrer">shot</a></p>',
    );
    expect(await htmlOf('[![build](https://other.example/b.svg)](/ci)')).toBe(
      '<p><a href="/ci">build</a></p>',
    );
  });

  test('can be looked up by a function', async () => {
    const images = (path: string) =>
      path === '/media/c d.webp' ? undefined : { width: 1, height: 2 };
    const { html } = await render('![x](/media/x.webp)', { images });
    expect(html).toContain('width="1" height="2"');
  });
});

describe('code', () => {
  test('is highlighted by classes only', async () => {
    const html = await htmlOf('```ts\nconst a = "b"; // c\n```');
    expect(html).toContain('<span class="tok-keyword">const </span>');
    expect(html).toContain('<span class="tok-string">"b"</span>');
    expect(html).toContain('<span class="tok-comment">// c</span>');
    expect(html).not.toContain('style');
    expect(html).toContain('<pre class="code-body" tabindex="0">');
  });

  test('shows title, language, highlighted lines and changes', async () => {
    const html = await htmlOf('```ts title="src/x.ts" {1,3-4} diff\n+a\n-b\n c\n d\n```');
    expect(html).toContain(
      '<span class="code-title">src/x.ts</span><span class="code-language">TypeScript</span>',
    );
    expect([...html.matchAll(/class="(line[^"]*)"/g)].map(([, name]) => name)).toEqual([
      'line line-marked line-inserted',
      'line line-deleted',
      'line line-marked',
      'line line-marked',
    ]);
  });

  test.each([
    ['```unheard-of\na <b>\n```', 'a &lt;b&gt;'],
    ['```\nplain\n```', 'plain'],
    ['    indented', 'indented'],
    ['```ts\n```', '<span class="line"></span>'],
  ])('with unknown or no language is plain: %j', async (markdown, text) => {
    const html = await htmlOf(markdown);
    expect(html).toContain(text);
    expect(html).not.toContain('tok-');
  });

  test('keeps every character', async () => {
    const code = 'if (a < b && c > "d") {\n\n\treturn `x` + 1;\n}  \n';
    const html = await htmlOf(`\`\`\`ts diff\n${code}\`\`\``);
    const text = html.replace(/<[^>]*>/g, '').replace('TypeScript', '');
    expect(text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')).toBe(
      `${code.trimEnd()}  `,
    );
  });

  test('is highlighted the same in any order of languages', async () => {
    const embedding = '```md\n# Title\n\n```rust\nfn main() {}\n```\n~~~';
    const fresh = createMarkdownRenderer();
    const before = await fresh.render(`~~~${embedding.slice(3)}`);
    const secondRenderer = createMarkdownRenderer();
    await secondRenderer.render('```rust\nfn main() {}\n```');
    expect((await secondRenderer.render(`~~~${embedding.slice(3)}`)).html).toBe(before.html);
  });
});

describe('the result', () => {
  test('has text and words without code, and the first paragraph as excerpt', async () => {
    const { text, words, excerpt } = await render(
      '# Title\n\nFirst *paragraph* here.\n\n```ts\nconst a = 1;\n```\n\n- one\n- two[^1]\n\n[^1]: note',
    );
    expect(text).toBe('Title\nFirst paragraph here.\none\ntwo\nnote');
    expect(words).toBe(7);
    expect(excerpt).toBe('First paragraph here.');
  });

  test('lists links and images once each', async () => {
    const { links, images } = await render(
      '[a](/x) [b](/x) [c](javascript:x) ![i](/media/a) ![i](/media/a) ![e](https://e.example/i)',
    );
    expect(links).toEqual(['/x', 'https://e.example/i']);
    expect(images).toEqual(['/media/a']);
  });

  test('is empty for an empty text', async () => {
    expect(await render('')).toEqual({
      html: '',
      blocks: [],
      toc: [],
      words: 0,
      text: '',
      excerpt: '',
      links: [],
      images: [],
    });
  });
});
